import { Box, Button, Stack, Typography } from '@mui/material'
import { Columns3 } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { Grants } from '../features/grants/grants.ts'
import { useFormatLocale } from '../i18n/format.ts'
import { SearchInput } from '../ui/SearchInput.tsx'
import type { useMatrix } from './useMatrix.ts'

interface Props {
  matrix: ReturnType<typeof useMatrix>
  data: Grants
  onChoose: () => void
}

/** Filters of the matrix. */
export const Toolbar = ({ matrix, data, onChoose }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const { roles, permissions, roleText, permissionText, chosen, setRoleText, setPermissionText } = matrix
  const count = (value: number) => value.toLocaleString(locale)
  const shown = translate('matrix.shown', {
    roles: count(roles.length),
    total_roles: count(data.total_roles),
    permissions: count(permissions.length),
    total_permissions: count(data.total_permissions),
  })
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, mb: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
      <Box
        sx={{
          flex: { xs: '1 1 45%', sm: 'none' },
          width: { sm: 250 },
          '& > *': { width: '100% !important' },
        }}
      >
        <SearchInput
          label={translate('matrix.search_permissions')}
          value={permissionText}
          onChange={setPermissionText}
        />
      </Box>
      <Box
        sx={{
          flex: { xs: '1 1 45%', sm: 'none' },
          width: { sm: 200 },
          '& > *': { width: '100% !important' },
        }}
      >
        <SearchInput label={translate('matrix.search_roles')} value={roleText} onChange={setRoleText} />
      </Box>
      <Button variant="outlined" startIcon={<Columns3 size={15} />} onClick={onChoose}>
        {chosen ? translate('matrix.chosen', { smart_count: chosen.length }) : translate('matrix.choose')}
      </Button>
      <Typography
        variant="body2"
        color="textSecondary"
        role="status"
        className="tabular"
        sx={{ ml: { md: 'auto' } }}
      >
        {shown}
      </Typography>
    </Stack>
  )
}
