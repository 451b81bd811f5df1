import { type Client, type ResourceName, RolecallError } from '@rolecall/client'
import { HttpError } from 'ra-core'
import { type Described, description } from './description.ts'

/** @throws TypeError for an unknown resource */
export function describedAs(resource: string): Described {
  const described = isResource(resource) && description[resource]
  if (!described) {
    const names = Object.keys(description).join(', ')
    throw new TypeError(`Rolecall has no resource ${resource}; it has ${names}.`)
  }
  return described
}

export const isResource = (name: string): boolean => Object.hasOwn(description, name)

/** A resource of the client by name, which react-admin knows only at run time. */
export function resourceOf(client: Client, resource: string) {
  describedAs(resource)
  // biome-ignore lint/suspicious/noExplicitAny: react-admin's records are of any type.
  return client.resource(resource as ResourceName) as any
}

/** Whether an attribute refers to another record, such as `type` with its id in `type_id`. */
export const isReference = ({ reads }: Described, name: string) => reads.includes(`${name}_id`)

/**
 * Rejects as react-admin's forms expect: `body.errors` has a message for each invalid field.
 * @throws HttpError for a refusal; other errors unchanged
 */
export async function translated<T>(resource: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof RolecallError)) throw error
    const { message, status, code, requestId } = error
    const errors = errorsByInput(resource, error.fields)
    throw new HttpError(message, status, { code, requestId, ...(errors && { errors }) })
  }
}

/** A form may have `type_id` where the API has `type`. */
function errorsByInput(resource: string, fields: Record<string, string>) {
  const entries = Object.entries(fields)
  if (entries.length === 0) return undefined
  const described = describedAs(resource)
  const references = entries.filter(([name]) => isReference(described, name))
  return Object.fromEntries([...entries, ...references.map(([name, message]) => [`${name}_id`, message])])
}
