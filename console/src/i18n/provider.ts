import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { I18nProvider } from 'react-admin'
import { loadPart } from '../api/parts.ts'
import { en } from './en.ts'

export const LOCALES = [
  { locale: 'en', name: 'English' },
  { locale: 'fr', name: 'Français' },
]

const isKnown = (locale: string | undefined): locale is string =>
  LOCALES.some((known) => known.locale === locale)

/** @throws PartError */
export const loadTexts = async (locale: string): Promise<Record<string, unknown>> =>
  locale === 'fr' ? (await loadPart(() => import('./fr.ts'))).fr : en

async function load(locale: string): Promise<Record<string, unknown>> {
  const messages = await loadTexts(locale)
  document.documentElement.lang = locale
  return messages
}

/**
 * Starts with the selected language, else the browser's first supported one. Only that one is loaded, before anything
 * renders: a page never mixes two.
 */
export async function createI18n(chosen: string | undefined): Promise<I18nProvider> {
  const tags = navigator.languages.map((tag) => tag.split('-')[0])
  const initial = [chosen, ...tags].find(isKnown) ?? 'en'
  let first: Record<string, unknown> | undefined = await load(initial)
  const messagesOf = (locale: string) => {
    const messages = first ?? load(locale)
    first = undefined
    return messages
  }
  // A missing key is shown as it is: API messages are passed as keys.
  return polyglotI18nProvider(messagesOf as never, initial, LOCALES, { allowMissing: true })
}
