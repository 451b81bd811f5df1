import { Button } from '@mui/material'
import { Download } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { download } from '../../features/export/csv.ts'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import type { RowFault } from './mapping.ts'
import { writeRejected } from './rejected.ts'
import type { OpenFile } from './useFile.ts'

interface Props {
  file: OpenFile
  faults: readonly RowFault[]
}

/** Downloads the rows that are left out, with the reasons. */
export const DownloadRejected = ({ file: { source, table, delimiter }, faults }: Props) => {
  const translate = useTranslate()
  const notifier = useNotifier()
  const run = async () => {
    try {
      const name = source.name?.replace(/\.\w+$/, '') ?? 'users'
      download(await writeRejected(table, faults, delimiter), `${name}.rejected.csv`)
    } catch (error) {
      notifier.refused(error)
    }
  }
  return (
    <Button variant="outlined" startIcon={<Download size={16} />} onClick={() => void run()}>
      {translate('users.import.download')}
    </Button>
  )
}
