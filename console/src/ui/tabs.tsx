import { Box } from '@mui/material'
import type { ReactNode } from 'react'

const PANEL = 'tab-panel'
const idOf = (tab: string) => `tab-${tab}`

/** Of a tab of the one list of tabs that a page has: tells which part of the page is its panel. */
export const tabProps = (tab: string) => ({ id: idOf(tab), 'aria-controls': PANEL })

/** What the open tab shows. */
export const TabPanel = ({ tab, children }: { tab: string; children: ReactNode }) => (
  <Box role="tabpanel" id={PANEL} aria-labelledby={idOf(tab)}>
    {children}
  </Box>
)
