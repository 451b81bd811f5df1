import { useEffect, useState } from 'react'
import { passwordVerdict } from '../ui/passwordHint.ts'
import { fill, useWords } from './words.ts'

type IsCommon = (password: string) => boolean

/** Loaded once somebody types a password. Without it, the service still refuses common ones. */
const loadCommon = async (): Promise<IsCommon> => (await import('./commonPasswords.ts')).isCommon

/** How good a new password is: its length, and whether it is among those that the service refuses. */
export function usePasswordHint(password: string): { hint: string; isCommon: boolean } {
  const { hint: hints } = useWords()
  const [check, setCheck] = useState<IsCommon>()
  const isTyped = password !== ''
  useEffect(() => {
    if (isTyped)
      void loadCommon().then(
        (loaded) => setCheck(() => loaded),
        () => undefined,
      )
  }, [isTyped])
  const { verdict, missing } = passwordVerdict(password)
  const isCommon = (verdict === 'enough' || verdict === 'good') && check?.(password) === true
  return { hint: isCommon ? hints.common : fill(hints[verdict], { count: missing }), isCommon }
}
