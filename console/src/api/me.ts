import type { Me } from '@rolecall/client'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { HttpError } from 'react-admin'
import { noteEnrolment } from './enrolment.ts'
import { client, setSignedInUser, store } from './session.ts'

type Allowed = Me['may']
export type Subject = keyof Allowed

type OperationOf<S extends Subject> = keyof Allowed[S]['operations'] & string
type RelationOf<S extends Subject> = keyof Allowed[S]['relations'] & string

/** An operation such as `update`, or an operation on a relation: `roles.read`, `roles.write`. */
type What<S extends Subject> = OperationOf<S> | `${RelationOf<S>}.${'read' | 'write'}`

/** How long the caller's permissions are cached; the service always checks the current ones. */
const CACHED_MS = 60_000

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    // Avoids a request whose result is known.
    if (!store.get()) throw new HttpError('ra.auth.auth_check_error', 401)
    const me = await client.me({ signal })
    setSignedInUser(me.user.id)
    noteEnrolment(me.must_enrol_second_factor)
    return me
  },
  staleTime: CACHED_MS,
})

/** The signed-in user. Only within the layout, which waits for it. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data

type Row = { operations: Record<string, string>; relations: Record<string, Record<string, string>> }

function scopeOf(me: Me, subject: Subject, what: string): string | undefined {
  const { operations, relations } = me.may[subject] as Row
  const [name = '', how] = what.split('.')
  return how === undefined ? operations[name] : relations[name]?.[how]
}

export type May = <S extends Subject>(subject: S, what: What<S>, record?: { id?: unknown }) => boolean

/** @param record for operations that users may do on their own record only */
export const mayOf =
  (me: Me): May =>
  (subject, what, record) => {
    const scope = scopeOf(me, subject, what)
    return scope === 'all' || (scope === 'own' && record?.id === me.user.id)
  }

/** `const may = useMay()`, then `may('users', 'update', user)`: hide what is not allowed. */
export const useMay = (): May => mayOf(useMe())
