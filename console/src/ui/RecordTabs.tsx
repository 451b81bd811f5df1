import { Tab, Tabs } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'

export interface RecordTab {
  /** Last part of its address; none of the first one's. */
  path: string
  label: string
}

/** Which of the tabs the address names. */
export function useTab(tabs: readonly RecordTab[]): RecordTab | undefined {
  const { '*': rest = '' } = useParams()
  return tabs.find(({ path }) => path === rest) ?? tabs[0]
}

/** Tabs of a record's page, each with an address of its own. */
export const RecordTabs = ({
  root,
  tabs,
  current,
}: {
  root: string
  tabs: RecordTab[]
  current: string | undefined
}) => {
  const translate = useTranslate()
  return (
    <Tabs
      value={current ?? false}
      component="nav"
      aria-label={translate('ui.tabs')}
      variant="scrollable"
      scrollButtons={false}
      sx={{ mb: 2.5 }}
    >
      {tabs.map(({ path, label }) => (
        <Tab
          key={path}
          value={path}
          label={label}
          component={Link}
          to={path === '' ? root : `${root}/${path}`}
        />
      ))}
    </Tabs>
  )
}
