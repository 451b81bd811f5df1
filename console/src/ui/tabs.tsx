import { Box } from '@mui/material'
import type { ReactNode } from 'react'

const PANEL = 'tab-panel'
const idOf = (tab: string) => `tab-${tab}`

/** Props of a tab in the page's only tab list; they link it to its panel. */
export const tabProps = (tab: string) => ({ id: idOf(tab), 'aria-controls': PANEL })

/** Panel of the selected tab. */
export const TabPanel = ({ tab, children }: { tab: string; children: ReactNode }) => (
  <Box role="tabpanel" id={PANEL} aria-labelledby={idOf(tab)}>
    {children}
  </Box>
)
