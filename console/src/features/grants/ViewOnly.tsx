import { Box, Button, Link, Popover, Typography } from '@mui/material'
import { Lock } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay, useMe } from '../../api/me.ts'

/** The permissions that change what a page shows, by the page's subject. */
const CHANGING = {
  users: ['can-create-users', 'can-update-users', 'can-delete-users', 'can-assign-roles'],
  user: ['can-update-users', 'can-delete-users', 'can-assign-roles'],
  roles: ['can-create-roles', 'can-update-roles', 'can-delete-roles', 'can-assign-permissions'],
  role: [
    ...['can-update-roles', 'can-delete-roles', 'can-create-roles'],
    ...['can-assign-permissions', 'can-assign-roles'],
  ],
  registrations: ['can-create-users', 'can-update-registrations', 'can-delete-registrations'],
  taxonomies: [
    ...['can-create-taxonomies', 'can-update-taxonomies', 'can-delete-taxonomies'],
    ...['can-create-taxonomy-types', 'can-update-taxonomy-types', 'can-delete-taxonomy-types'],
  ],
} as const

interface Props {
  subject: keyof typeof CHANGING
}

/** Tells a reader why a page has no actions: which permissions they need, and whom to ask. Nothing for others. */
export const ViewOnly = ({ subject }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const own: readonly string[] = useMe().permissions
  const seesHolders = useMay()('permissions', 'list')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const needed = CHANGING[subject]
  if (needed.some((slug) => own.includes(slug))) return null
  return (
    <>
      <Button
        startIcon={<Lock size={15} />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        sx={{ color: 'text.secondary' }}
      >
        {translate('grants.view_only.button')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { p: 2, maxWidth: 340 } } }}
      >
        <Typography id={id} variant="body2">
          {translate('grants.view_only.text')}
        </Typography>
        <Box component="ul" sx={{ my: 1, pl: 2.5, fontSize: '0.8125rem' }}>
          {needed.map((slug) => (
            <li key={slug}>
              {seesHolders ? (
                <Link
                  component={RouterLink}
                  to={`/permissions?${new URLSearchParams({ filter: `{"q":"${slug}"}` })}`}
                >
                  <code>{slug}</code>
                </Link>
              ) : (
                <code>{slug}</code>
              )}
            </li>
          ))}
        </Box>
        <Typography variant="body2" color="textSecondary">
          {translate(`grants.view_only.${seesHolders ? 'ask_holder' : 'ask'}`)}
        </Typography>
      </Popover>
    </>
  )
}
