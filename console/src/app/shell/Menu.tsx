import { Box, Link, List, ListItem, Typography } from '@mui/material'
import { LayoutDashboard } from 'lucide-react'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { NavLink } from 'react-router-dom'
import { useMay, useMe } from '../../api/me.ts'
import { Wordmark } from '../../ui/Wordmark.tsx'
import { MENU, type MenuGroup, type MenuItem, prefetch } from '../pages.tsx'

/** The pages that the caller may open. */
export const Menu = () => {
  const translate = useTranslate()
  const may = useMay()
  const me = useMe()
  const groups = MENU.map((group) => ({
    ...group,
    items: group.items.filter(({ isOpen }) => isOpen(may, me)),
  }))
  return (
    <Box component="nav" aria-label={translate('app.menu.name')} sx={{ p: 1.5 }}>
      <Link
        component={NavLink}
        to="/"
        underline="none"
        color="inherit"
        sx={{ display: 'inline-flex', px: 1, pt: 0.5, pb: 2, borderRadius: 1 }}
      >
        <Wordmark />
      </Link>
      <List disablePadding>
        <Item to="/" label="dashboard.title" icon={LayoutDashboard} />
      </List>
      {groups
        .filter(({ items }) => items.length > 0)
        .map((group) => (
          <Group key={group.label} {...group} />
        ))}
    </Box>
  )
}

const Group = ({ label, items }: MenuGroup) => {
  const translate = useTranslate()
  const id = useId()
  return (
    <Box sx={{ mt: 2 }}>
      <Typography
        id={id}
        variant="caption"
        color="textSecondary"
        component="div"
        sx={{ px: 1, pb: 0.5, fontWeight: 550 }}
      >
        {translate(label)}
      </Typography>
      <List disablePadding aria-labelledby={id}>
        {items.map((item) => (
          <Item key={item.to} {...item} />
        ))}
      </List>
    </Box>
  )
}

const Item = ({ to, label, icon: Icon, badge: Badge }: Omit<MenuItem, 'isOpen'>) => {
  const translate = useTranslate()
  const id = useId()
  return (
    <ListItem disablePadding>
      <Link
        component={NavLink}
        to={to}
        end={to === '/'}
        onPointerEnter={() => prefetch(to)}
        onFocus={() => prefetch(to)}
        aria-describedby={Badge && id}
        underline="none"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          width: '100%',
          minHeight: { xs: 44, md: 32 },
          px: 1,
          borderRadius: 0.75,
          fontSize: '0.8125rem',
          fontWeight: 500,
          color: 'text.secondary',
          '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
          '&.active': {
            bgcolor: 'action.selected',
            color: 'text.primary',
            fontWeight: 600,
            '& svg': { color: 'primary.main' },
          },
        }}
      >
        <Icon size={17} strokeWidth={1.75} aria-hidden />
        {translate(label)}
      </Link>
      {Badge && <Badge id={id} />}
    </ListItem>
  )
}
