import { Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Facts } from '../ui/Facts.tsx'
import { Section } from '../ui/Section.tsx'
import { When } from '../ui/When.tsx'
import type { Permission } from './permission.ts'

/** What the manifest says of it. */
export const Details = ({ permission }: { permission: Permission }) => {
  const translate = useTranslate()
  const { slug, module, section, details, created_at, updated_at } = permission
  return (
    <Section>
      <Facts
        facts={[
          [translate('permissions.slug'), <code key="slug">{slug}</code>],
          [translate('permissions.module'), module],
          [translate('permissions.section'), section ?? translate('grants.no_section')],
          [translate('permissions.details'), details ?? '–'],
          [translate('permissions.created'), <When key="created" at={created_at} absolute />],
          [translate('permissions.updated'), <When key="updated" at={updated_at} absolute />],
        ]}
      />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        {translate('permissions.declared')}
      </Typography>
    </Section>
  )
}
