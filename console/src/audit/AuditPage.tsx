import { Lock, ScrollText } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { columnsFor, INITIAL_COLUMNS } from '../features/entries/columns.tsx'
import { EntryList } from '../features/entries/EntryList.tsx'
import { useReadsTrail } from '../features/entries/entry.ts'
import { useEntryPath } from '../features/entries/useEntryPath.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useChosenColumns } from '../ui/list/ColumnMenu.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { Seal } from './Seal.tsx'
import { Explained, Toolbar } from './Toolbar.tsx'
import { useTrail } from './trail.ts'

/** Everything that was done, newest first. */
export const AuditPage = () => {
  const translate = useTranslate()
  const readsTrail = useReadsTrail()
  if (!readsTrail)
    return (
      <>
        <PageHeader title={translate('audit.title')} />
        <EmptyState icon={Lock} title={translate('audit.denied.title')}>
          {translate('audit.denied.text')}
        </EmptyState>
      </>
    )
  return <Trail />
}

const Trail = () => {
  const translate = useTranslate()
  const { entries, filters, filter, clear, isFiltered, readPage } = useTrail()
  const pathOf = useEntryPath()
  const { columns, menu } = useChosenColumns('audit', columnsFor(pathOf), INITIAL_COLUMNS, 'md')
  return (
    <>
      <PageHeader
        title={translate('audit.title')}
        subtitle={translate('audit.lead')}
        actions={<ExportMenu isFiltered={isFiltered} readPage={readPage} />}
      />
      <Seal />
      <EntryList
        label={translate('audit.title')}
        entries={entries}
        columns={columns}
        pathOf={pathOf}
        toolbar={
          <>
            <Toolbar filters={filters} filter={filter} />
            {menu}
            <Explained filters={filters} />
          </>
        }
        empty={
          <EmptyState icon={ScrollText} title={translate('audit.empty.title')}>
            {translate('audit.empty.text')}
          </EmptyState>
        }
        isFiltered={isFiltered}
        onClear={clear}
      />
    </>
  )
}
