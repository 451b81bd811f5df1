import { messages as frenchPasskeys } from '../../ui/passkeys/messages.fr.ts'
import { messages as passkeys } from '../../ui/passkeys/messages.ts'
import { messages as english } from '../messages.ts'
import { useWords } from '../words.ts'
import { messages as french } from './messages.fr.ts'
import { messages } from './messages.ts'

const ENGLISH = { ...messages, faults: passkeys }
const FRENCH: typeof ENGLISH = { ...french, faults: frenchPasskeys }

/** The texts of second factors and passkeys, in both languages: only the pages for signing in load them. */
export const useFactorWords = (): typeof ENGLISH => (useWords() === english ? ENGLISH : FRENCH)
