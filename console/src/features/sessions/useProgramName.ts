import { useTranslate } from 'react-admin'
import { programOf } from './program.ts'

interface Used {
  user_agent: string | null
}

/** What uses a session or a token: `Firefox 142 on Windows`, or what else it calls itself. */
export function useProgramName() {
  const translate = useTranslate()
  return ({ user_agent: text }: Used): string | undefined => {
    const program = text === null ? undefined : programOf(text)
    return program ? translate('sessions.program', { ...program }) : (text ?? undefined)
  }
}
