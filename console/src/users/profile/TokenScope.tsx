import {
  Autocomplete,
  Box,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../../api/me.ts'
import { renderOptionGroup } from '../../ui/OptionGroup.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { usePopup } from '../../ui/usePopup.ts'
import { containsWords } from '../../ui/words.ts'
import type { User } from '../user.ts'
import { heldQuery } from './queries.ts'

interface Permission {
  name: string
  slug: string
  module: string | null
}

/** The token's scope: all permissions its user has at the time of use, or only the selected ones. */
export interface Scope {
  isAll: boolean
  chosen: Permission[]
}

export const EVERYTHING: Scope = { isAll: true, chosen: [] }

/** Permissions that both the user and the caller have. */
function useGrantable(user: User, isWanted: boolean) {
  const me = useMe()
  const mayRead = useMay()('users', 'permissions.read', user)
  const query = useQuery({ ...heldQuery(user.id), enabled: isWanted && mayRead })
  const own: readonly string[] = me.permissions
  const permissions: Permission[] = mayRead
    ? (query.data ?? []).filter(({ slug }) => user.id === me.user.id || own.includes(slug))
    : own.map((slug) => ({ name: slug, slug, module: null }))
  return { permissions, query }
}

interface Props {
  user: User
  scope: Scope
  onChange: (scope: Scope) => void
  /** Validation error. */
  fault: string | undefined
}

export const TokenScope = ({ user, scope, onChange, fault }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const popup = usePopup(translate('users.tokens.choose'))
  const { permissions, query } = useGrantable(user, !scope.isAll)
  return (
    <Stack sx={{ gap: 1.5 }}>
      <FormControl>
        <FormLabel id={id}>{translate('users.tokens.may')}</FormLabel>
        <RadioGroup
          aria-labelledby={id}
          value={scope.isAll ? 'all' : 'some'}
          onChange={(_event, value) => onChange({ ...scope, isAll: value === 'all' })}
        >
          {(['all', 'some'] as const).map((value) => (
            <FormControlLabel
              key={value}
              value={value}
              control={<Radio size="small" />}
              label={translate(`users.tokens.${value}`)}
            />
          ))}
        </RadioGroup>
      </FormControl>
      {!scope.isAll && (
        <>
          <Autocomplete
            multiple
            {...popup.propsFor(query.error)}
            disableCloseOnSelect
            filterSelectedOptions
            value={scope.chosen}
            onChange={(_event, chosen) => onChange({ ...scope, chosen })}
            options={permissions}
            loading={query.isFetching}
            loadingText={translate('ra.page.loading')}
            noOptionsText={translate('users.tokens.no_such')}
            // Search by name or slug.
            getOptionLabel={({ name }) => name}
            filterOptions={(options, { inputValue }) =>
              options.filter(({ name, slug }) => containsWords(`${name} ${slug}`, inputValue))
            }
            getOptionKey={({ slug }) => slug}
            isOptionEqualToValue={(one, other) => one.slug === other.slug}
            groupBy={({ module }) => module ?? ''}
            renderGroup={renderOptionGroup}
            renderOption={({ key, ...props }, { name, slug }) => (
              <Box component="li" key={key} {...props}>
                <Box sx={{ minWidth: 0 }}>
                  <Typography variant="body2">{name}</Typography>
                  <Typography variant="caption" color="textSecondary" component="div">
                    {slug}
                  </Typography>
                </Box>
              </Box>
            )}
            renderInput={(params) => (
              <TextField
                {...params}
                label={translate('users.tokens.choose')}
                error={fault !== undefined}
                helperText={fault ?? translate('users.tokens.choose_hint')}
              />
            )}
          />
          <RetryQuery query={query} />
        </>
      )}
    </Stack>
  )
}
