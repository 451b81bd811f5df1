import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Section } from '../ui/Section.tsx'
import { When } from '../ui/When.tsx'
import type { Permission } from './permission.ts'

/** What the manifest says of it. */
export const Facts = ({ permission }: { permission: Permission }) => {
  const translate = useTranslate()
  const { slug, module, section, details, created_at, updated_at } = permission
  const facts = [
    ['slug', <code key="slug">{slug}</code>],
    ['module', module],
    ['section', section ?? translate('grants.no_section')],
    ['details', details ?? '–'],
    ['created', <When key="created" at={created_at} absolute />],
    ['updated', <When key="updated" at={updated_at} absolute />],
  ] as const
  return (
    <Section>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { sm: '160px 1fr' },
          columnGap: 2,
          rowGap: { xs: 0.25, sm: 1.25 },
        }}
      >
        {facts.map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {translate(`permissions.${name}`)}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, mb: { xs: 1, sm: 0 } }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        {translate('permissions.declared')}
      </Typography>
    </Section>
  )
}
