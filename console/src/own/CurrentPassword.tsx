import { useTranslate } from 'react-admin'
import type { FieldProps } from '../ui/Field.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'

/** The current password, as a proof of who changes what one signs in with. */
export const CurrentPassword = (props: Omit<FieldProps, 'autoComplete' | 'hint'>) => {
  const translate = useTranslate()
  return <PasswordField {...props} autoComplete="current-password" hint={translate('own.no_password')} />
}

/** As part of a request: an account may have none. */
export const sentPassword = (current: string) => current !== '' && { current_password: current }
