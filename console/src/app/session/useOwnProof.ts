import { RolecallError } from '@rolecall/client'
import { useQuery } from '@tanstack/react-query'
import { PasskeyError, waysOf, whyPasskeysOff } from '../../api/passkeys.ts'
import { useServiceFacts } from '../../api/service.ts'
import { client } from '../../api/session.ts'
import { ownFactorsQuery } from '../../features/factors/ownFactors.ts'
import { useSecondFactor } from './SecondFactorFields.tsx'

/** How the user of this page proves who they are by a second factor, for `SecondFactorFields`. */
export function useOwnProof() {
  const query = useQuery(ownFactorsQuery)
  const facts = useServiceFacts()
  const { data } = query
  const hasPasskeys = facts.data !== undefined && whyPasskeysOff(facts.data) === undefined
  const kinds = data?.factors.map(({ kind }) => kind) ?? []
  const recovery = data?.recovery_codes_left ? ['recovery_code' as const] : []
  const ways = waysOf([...kinds, ...recovery], hasPasskeys)
  const input = useSecondFactor(ways)
  const hasFactor = kinds.length > 0
  return {
    query,
    /** What can be shown is known. If only the facts cannot be read, codes still work. */
    isReady: data !== undefined && !facts.isPending,
    hasFactor,
    ways,
    input,
    isPasskey: hasFactor && input.way === 'passkey',
    /** The name of the field that the service refuses. */
    field: input.way === 'totp' ? 'code' : input.way,
    prove: async () => {
      const proof = await input.read(() => client.proofOptions())
      await client.reauthenticate(proof).catch((error: unknown) => {
        // The service's words name a field that the form does not have.
        const isRefused = error instanceof RolecallError && error.code === 'invalid_passkey'
        throw isRefused ? new PasskeyError('refused', { cause: error }) : error
      })
    },
  }
}
