import { createContext, useContext } from 'react'
import { messages as english } from './messages.ts'

export type Words = typeof english
type Locale = 'en' | 'fr'

export const LANGUAGES: readonly { locale: Locale; name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'fr', name: 'Français' },
]

const isKnown = (locale: unknown): locale is Locale => locale === 'en' || locale === 'fr'

/** Where the console keeps the choices of this browser. */
const CHOICES = 'RaStoreRolecall'

function choiceOf(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`${CHOICES}.${name}`) ?? 'null')
  } catch {
    return undefined
  }
}

/** The chosen theme, undefined for the system's. */
export const chosenTheme = (): unknown => choiceOf('theme')

export function keepLocale(locale: Locale): void {
  localStorage.setItem(`${CHOICES}.locale`, JSON.stringify(locale))
}

/** The chosen language, else the browser's first that is known. */
export function initialLocale(): Locale {
  const tags = navigator.languages.map((tag) => tag.split('-')[0])
  return [choiceOf('locale'), ...tags].find(isKnown) ?? 'en'
}

/** In English, which is always there, if the French texts cannot be loaded. */
export async function loadWords(locale: Locale): Promise<Words> {
  const load = async () => (await import('./messages.fr.ts')).messages
  const words = locale === 'fr' ? await load().catch(() => english) : english
  document.documentElement.lang = words === english ? 'en' : 'fr'
  return words
}

export const WordsContext = createContext<Words>(english)

export const useWords = (): Words => useContext(WordsContext)

/** A day as people read it, in the language of the page. */
export const timeText = (time: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang === 'fr' ? 'fr' : 'en-GB', {
    dateStyle: 'long',
  }).format(new Date(time))

/** Puts values into a text. `count` chooses its plural form. */
export function fill(text: string, values: Record<string, string | number>): string {
  const forms = text.split(' |||| ')
  const form = (values.count === 1 ? undefined : forms[1]) ?? (forms[0] as string)
  return form.replaceAll(/%\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
