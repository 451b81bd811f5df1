import { useRef, useState } from 'react'
import { useRequireAccess, useTranslate } from 'react-admin'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import { Checked } from './Checked.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { Imported } from './Imported.tsx'
import { Prepare, type RoleForAll } from './Prepare.tsx'
import { Running } from './Running.tsx'
import type { Source } from './readFile.ts'
import { isRejected } from './rejected.ts'
import { useFile } from './useFile.ts'
import { useImport } from './useImport.ts'

const NO_ROLE: RoleForAll = { role: null, day: '' }

const isUnderway = (state: string | undefined) => state === 'running' || state === 'stopping'

/** Creates users from a CSV file: choose it, map its columns, check the rows, import them. */
export const ImportPage = () => {
  const translate = useTranslate()
  const { isPending } = useRequireAccess({ resource: 'users', action: 'bulk-create' })
  const [roleForAll, setRole] = useState(NO_ROLE)
  /** The role of the last file. */
  const former = useRef(NO_ROLE)
  const { file, error, unreadable, open, map, close } = useFile()
  const plan = useImport(file, roleForAll)
  if (isPending) return null
  const other = () => {
    plan?.reset()
    former.current = roleForAll
    setRole(NO_ROLE)
    close()
  }
  const openFile = async (read: () => Source | Promise<Source>) => {
    const table = await open(read)
    // Its rejected rows get what the others got.
    if (table && isRejected(table)) setRole(former.current)
  }
  const step = () => {
    if (!file || !plan) return <ChooseFile onOpen={openFile} error={error} unreadable={unreadable} />
    const { check, run } = plan
    if (run.progress) {
      return isUnderway(run.progress.state) ? (
        <Running key="import" pass={run} progress={run.progress} kind="importing" />
      ) : (
        <Imported plan={plan} progress={run.progress} onOther={other} />
      )
    }
    if (check.progress) {
      return isUnderway(check.progress.state) ? (
        <Running key="check" pass={check} progress={check.progress} kind="checking" />
      ) : (
        <Checked plan={plan} />
      )
    }
    return (
      <Prepare
        file={file}
        unreadable={unreadable}
        roleForAll={roleForAll}
        onRole={setRole}
        onMap={map}
        onDelimiter={(delimiter) => void open(() => file.source, delimiter)}
        onOther={other}
        onCheck={plan.runCheck}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={translate('users.import.title')}
        crumbs={[{ to: '/users', label: translate('users.title') }]}
      />
      {step()}
      <UnsavedGuard isDirty={file !== undefined && plan?.run.progress?.state !== 'ended'} />
    </>
  )
}
