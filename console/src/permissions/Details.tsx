import { Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Facts } from '../ui/Facts.tsx'
import { Section } from '../ui/Section.tsx'
import { When } from '../ui/When.tsx'
import type { Permission } from './permission.ts'

/** The permission's fields, as declared in the manifest. */
export const Details = ({ permission }: { permission: Permission }) => {
  const translate = useTranslate()
  const { slug, module, section, details, created_at, updated_at } = permission
  return (
    <Section>
      <Facts
        facts={[
          { label: translate('permissions.slug'), value: <code>{slug}</code> },
          { label: translate('permissions.module'), value: module },
          { label: translate('permissions.section'), value: section ?? translate('grants.no_section') },
          { label: translate('permissions.details'), value: details ?? '–' },
          { label: translate('permissions.created'), value: <When at={created_at} absolute /> },
          { label: translate('permissions.updated'), value: <When at={updated_at} absolute /> },
        ]}
      />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        {translate('permissions.declared')}
      </Typography>
    </Section>
  )
}
