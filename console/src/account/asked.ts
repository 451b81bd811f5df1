/** What a page keeps of a mail that it asked for, until its digits are typed. */
export interface Asked {
  email: string
  /** To be sent with the digits. */
  request: string
  /** In ms. */
  at: number
  /** An earlier mail did not arrive. */
  isAgain: boolean
}

/** What the mail is for. */
export type Purpose = 'verify' | 'reset' | 'email' | 'signin'

const keyOf = (purpose: Purpose) => `rolecall.asked.${purpose}`

/** Kept in this tab: the page may be reloaded while its user looks for the mail. */
export function keepAsked(purpose: Purpose, email: string, request: string, isAgain = false): Asked {
  const asked = { email, request, at: Date.now(), isAgain }
  sessionStorage.setItem(keyOf(purpose), JSON.stringify(asked))
  return asked
}

export const forgetAsked = (purpose: Purpose): void => sessionStorage.removeItem(keyOf(purpose))

export function readAsked(purpose: Purpose): Asked | undefined {
  try {
    const { email, request, at, isAgain = false } = JSON.parse(sessionStorage.getItem(keyOf(purpose)) ?? '{}')
    const isWhole = typeof email === 'string' && typeof request === 'string' && typeof at === 'number'
    return isWhole ? { email, request, at, isAgain } : undefined
  } catch {
    return undefined
  }
}
