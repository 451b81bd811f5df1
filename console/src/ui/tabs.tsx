import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { useFormatLocale } from '../i18n/format.ts'

const PANEL = 'tab-panel'
const idOf = (tab: string) => `tab-${tab}`

/** Props of a tab in the page's only tab list; they link it to its panel. */
export const tabProps = (tab: string) => ({ id: idOf(tab), 'aria-controls': PANEL })

interface CountedProps {
  text: string
  count: number | null | undefined
  /** What the count ends at: there may be more. */
  most?: number
}

/** A tab's label, with the number of records behind it. */
export const CountedLabel = ({ text, count, most = Number.POSITIVE_INFINITY }: CountedProps) => {
  const locale = useFormatLocale()
  return (
    <span>
      {text}{' '}
      <Box component="span" className="tabular" sx={{ color: 'text.secondary', fontWeight: 450 }}>
        {count?.toLocaleString(locale)}
        {count != null && count >= most && '+'}
      </Box>
    </span>
  )
}

/** Panel of the selected tab. */
export const TabPanel = ({ tab, children }: { tab: string; children: ReactNode }) => (
  <Box role="tabpanel" id={PANEL} aria-labelledby={idOf(tab)}>
    {children}
  </Box>
)
