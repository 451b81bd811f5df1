import {
  AtSign,
  CircleUserRound,
  FingerprintPattern,
  Keyboard,
  KeyRound,
  KeySquare,
  Languages,
  LogOut,
  type LucideIcon,
  RefreshCw,
  Smartphone,
  SunMoon,
  UserRound,
} from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMe } from '../../api/me.ts'
import { type Command, useCommands } from '../../ui/commands.ts'

/** What the account menu does. */
interface AccountActions {
  account: () => void
  profile: () => void
  tokens: () => void
  shortcuts: () => void
  sign_out: () => void
}

/** A choice of the account menu that is not in force. */
interface AccountChoice {
  of: 'theme' | 'language'
  name: string
  run: () => void
}

const ICONS: Record<keyof AccountActions | AccountChoice['of'], LucideIcon> = {
  account: CircleUserRound,
  profile: UserRound,
  tokens: KeySquare,
  theme: SunMoon,
  language: Languages,
  shortcuts: Keyboard,
  sign_out: LogOut,
}

/** The page of one's own account. */
export const ACCOUNT = '/account'

/** What that page offers, which the palette does on every page. */
const OWN: [label: string, icon: LucideIcon, words?: string][] = [
  ['own.change_password', KeyRound, 'own.password_words'],
  ['own.change_email', AtSign],
  ['own.passkey.add', FingerprintPattern, 'own.passkey.words'],
  ['own.app.add', Smartphone, 'own.app.words'],
  ['own.codes.renew', RefreshCw],
  ['own.sessions.end_others', LogOut, 'own.sessions.words'],
]

/** Offers the account menu's actions and choices in the palette, and what the page of one's own account does. */
export function useAccountCommands(actions: AccountActions, choices: AccountChoice[]): void {
  const translate = useTranslate()
  const labelOf = (name: string) => translate(`app.user_menu.${name}`)
  const chosen = choices.map(({ of, name, run }): Command => {
    const label = translate('app.user_menu.choice', { of: translate(`preferences.${of}`), name })
    return { id: `account ${of} ${name}`, label, icon: ICONS[of], words: labelOf(`words.${of}`), run }
  })
  const done = (Object.keys(actions) as (keyof AccountActions)[]).map((name): Command => {
    const words = name === 'sign_out' ? labelOf('words.sign_out') : undefined
    return { id: `account ${name}`, label: labelOf(name), icon: ICONS[name], words, run: actions[name] }
  })
  const { user } = useMe()
  const own = OWN.filter(([label]) => label !== 'own.codes.renew' || user.has_second_factor).map(
    ([label, icon, words]): Command => ({
      id: label,
      label: translate(label),
      icon,
      words: words && translate(words),
      to: ACCOUNT,
    }),
  )
  useCommands([...chosen, ...done, ...own], 'everywhere')
}
