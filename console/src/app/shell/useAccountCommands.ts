import { Keyboard, KeySquare, Languages, LogOut, type LucideIcon, SunMoon, UserRound } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { type Command, useCommands } from '../../ui/commands.ts'

/** What the account menu does. */
interface AccountActions {
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
  profile: UserRound,
  tokens: KeySquare,
  theme: SunMoon,
  language: Languages,
  shortcuts: Keyboard,
  sign_out: LogOut,
}

/** Offers the account menu's actions and choices in the palette. */
export function useAccountCommands(actions: AccountActions, choices: AccountChoice[]): void {
  const translate = useTranslate()
  const labelOf = (name: string) => translate(`app.user_menu.${name}`)
  const chosen = choices.map(({ of, name, run }): Command => {
    const label = translate('app.user_menu.choice', { of: labelOf(of), name })
    return { id: `account ${of} ${name}`, label, icon: ICONS[of], words: labelOf(`words.${of}`), run }
  })
  const done = (Object.keys(actions) as (keyof AccountActions)[]).map((name): Command => {
    const words = name === 'sign_out' ? labelOf('words.sign_out') : undefined
    return { id: `account ${name}`, label: labelOf(name), icon: ICONS[name], words, run: actions[name] }
  })
  useCommands([...chosen, ...done], 'everywhere')
}
