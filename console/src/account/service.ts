import {
  createClient,
  type Me,
  type SecondFactorProof,
  type ServiceInfo,
  type SignedIn,
  type UsedPasskey,
} from '@rolecall/client'
import { createContext, useContext } from 'react'
import { pageFetch } from '../api/pageFetch.ts'
import { ROOT } from '../api/root.ts'
import { keepSession, sessionOptions, store } from '../api/sessionStore.ts'

export { store }

/** Of the service that serves this page. Nothing is sent again by itself: the person sees the error, and decides. */
const clientWith = (fetchOne: typeof fetch) =>
  createClient({ baseUrl: ROOT, retries: 0, token: store.get()?.token, fetch: fetchOne })

export const client = clientWith(pageFetch)

/** @returns what the inviter could not give any more, in a sentence each */
export async function acceptInvitation(body: Accepted): Promise<string[]> {
  let answer: Promise<{ messages: string[] }> | undefined
  const listening = clientWith(async (...request) => {
    const response = await pageFetch(...request)
    answer = response.clone().json()
    return response
  })
  await listening.request('POST', '/api/invitations/accept', { body })
  const [, ...others] = (await answer)?.messages ?? []
  return others
}

interface Accepted {
  code: string
  first_name: string
  last_name?: string
  password: string
}

/** Until the service has said more. */
const UNKNOWN: ServiceInfo = {
  signup: 'closed',
  is_set_up: true,
  approval: 'none',
  signin_code: false,
  brand: { name: '', color: '', logo: null },
  app_url: null,
  session_origin: null,
  has_passkeys: false,
  languages: [],
}

export const ServiceContext = createContext(UNKNOWN)

/** Public facts about the service. Pages are shown once they are known. */
export const useService = (): ServiceInfo => useContext(ServiceContext)

/**
 * Signs in, for this tab or this browser, and asks who that is.
 * @throws SecondFactorRequired if a code must follow: `finishSignIn`
 */
export async function signIn(name: string, password: string): Promise<Me> {
  return begin(client.signIn(name, password, sessionOptions(await client.service())))
}

export async function signInByCode(request: string, code: string): Promise<Me> {
  return begin(client.signInByCode(request, code, sessionOptions(await client.service())))
}

/** @param answer of the browser, to `client.passkeyOptions` */
export async function signInByPasskey(answer: UsedPasskey): Promise<Me> {
  return begin(client.signInWithPasskey(answer, sessionOptions(await client.service())))
}

export async function finishSignIn(challenge: string, proof: SecondFactorProof): Promise<Me> {
  return begin(client.finishSignIn(challenge, proof, sessionOptions(await client.service())))
}

/** Every sign-in ends here. */
async function begin(signingIn: Promise<SignedIn>): Promise<Me> {
  const { id } = await signingIn
  keepSession(id, client.readToken())
  return client.me()
}

/** A token is forgotten here even if the service cannot be reached; a cookie can only be removed by the service. */
export async function signOut(): Promise<void> {
  await client.signOut().catch(() => undefined)
  store.set(undefined)
}
