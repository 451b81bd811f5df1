import { Link, Stack } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link as RouterLink, useParams } from 'react-router-dom'

export interface RecordTab {
  /** Last segment of the tab's address; empty for the first tab. */
  path: string
  label: string
}

/** The tab that the address names. */
export function useTab(tabs: readonly RecordTab[]): RecordTab | undefined {
  const { '*': rest = '' } = useParams()
  return tabs.find(({ path }) => path === rest) ?? tabs[0]
}

interface Props {
  /** Address of the record's page. */
  root: string
  tabs: RecordTab[]
  current: string | undefined
}

/** Sections of a record's page. Each has its own address, so they are links. */
export const RecordTabs = ({ root, tabs, current }: Props) => {
  const translate = useTranslate()
  return (
    <Stack
      component="nav"
      direction="row"
      aria-label={translate('ui.tabs')}
      sx={{
        gap: 0.5,
        mb: 2.5,
        borderBottom: 1,
        borderColor: 'divider',
        overflowX: 'auto',
        overflowY: 'hidden',
      }}
    >
      {tabs.map(({ path, label }) => (
        <Link
          key={path}
          component={RouterLink}
          to={path === '' ? root : `${root}/${path}`}
          underline="none"
          color={path === current ? 'primary' : 'textSecondary'}
          {...(path === current && { 'aria-current': 'page' as const })}
          sx={{
            px: 1.5,
            py: 1.25,
            flex: 'none',
            fontSize: '0.8125rem',
            fontWeight: 550,
            borderBottom: 2,
            borderColor: path === current ? 'primary.main' : 'transparent',
            '&:hover': { color: 'text.primary' },
            '&:focus-visible': { outlineOffset: '-2px' },
          }}
        >
          {label}
        </Link>
      ))}
    </Stack>
  )
}
