import { Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { Section } from '../../ui/Section.tsx'
import { Faults } from './Faults.tsx'
import { Head } from './Head.tsx'
import type { RowFault } from './mapping.ts'
import type { ImportPlan } from './useImport.ts'

interface Props {
  plan: ImportPlan
  title: string
  text: string | undefined
  error: unknown
  faults: readonly RowFault[]
  /** Buttons. */
  children: ReactNode
}

/** How far a step has come, what is next, and the rows with faults. */
export const Result = ({ plan, title, text, error, faults, children }: Props) => (
  <Stack sx={{ gap: 2 }}>
    <RefusalNotice error={error} />
    <Section>
      <Stack sx={{ gap: 1.5 }}>
        <Stack role="status" sx={{ gap: 0.5 }}>
          <Head isResult>{title}</Head>
          {text && (
            <Typography variant="body2" color="textSecondary">
              {text}
            </Typography>
          )}
        </Stack>
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
          {children}
        </Stack>
      </Stack>
    </Section>
    {faults.length > 0 && <Faults file={plan.file} faults={faults} />}
  </Stack>
)
