import { Button, Menu, MenuItem } from '@mui/material'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { download } from '../features/export/csv.ts'
import { useNotifier } from '../features/mutations/useNotifier.tsx'
import { useFormatLocale } from '../i18n/format.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { exportAll, exportMatching, type Format } from './exportTrail.ts'
import type { useTrail } from './trail.ts'

const FORMATS: Format[] = ['csv', 'jsonl']

type Props = Pick<ReturnType<typeof useTrail>, 'isFiltered' | 'readPage'>

/** Exports the trail, or the entries that match the filters, with progress; it can be stopped. */
export const ExportMenu = ({ isFiltered, readPage }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const notifier = useNotifier()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [count, setCount] = useState<number>()
  const underway = useRef<AbortController>(undefined)

  const run = async (format: Format) => {
    setAnchor(null)
    const controller = new AbortController()
    underway.current = controller
    const options = { format, signal: controller.signal, onProgress: setCount }
    setCount(0)
    try {
      const file = await (isFiltered ? exportMatching(readPage, options) : exportAll(options))
      download(file, `audit-${new Date().toISOString().slice(0, 10)}.${format}`)
    } catch (error) {
      if (!controller.signal.aborted) notifier.refused(error)
    } finally {
      setCount(undefined)
    }
  }

  if (count !== undefined)
    return (
      <Button variant="outlined" onClick={() => underway.current?.abort()}>
        {translate('audit.export.stop', { count: count.toLocaleString(locale) })}
      </Button>
    )
  return (
    <>
      <CommandButton
        icon={Download}
        command="audit.export.command"
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('audit.export.button')}
      </CommandButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {FORMATS.map((format) => (
          <MenuItem key={format} onClick={() => void run(format)}>
            {translate(`audit.export.${format}${isFiltered ? '_filtered' : ''}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
