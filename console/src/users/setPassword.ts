import { KeyRound } from 'lucide-react'
import type { useTranslate } from 'react-admin'
import type { Command } from '../ui/commands.ts'

/** Leads to the password field of a user's page. */
export const setPasswordOf = (id: number, translate: ReturnType<typeof useTranslate>): Command => ({
  id: 'users.password.set',
  label: translate('users.password.set'),
  words: translate('users.password.words'),
  icon: KeyRound,
  to: `/users/${id}`,
})
