import type { Document } from './api-files.ts'
import { apiFile } from './api-files.ts'

/** The description that is checked in. */
export const description: Document = apiFile('openapi.json')

/** Changes a description in place. */
export type Change = (changed: Document) => void

export const users = ({ paths }: Document) => paths['/api/users'].get
export const signIn = ({ paths }: Document) => paths['/api/signin'].post
export const parameter = (operation: Document, name: string) =>
  operation.parameters.find((each: Document) => each.name === name)
export const field = ({ components }: Document, schema: string, name: string) =>
  components.schemas[schema].properties[name]
export const without = (list: unknown[], value: unknown) => list.filter((each) => each !== value)

export const changed = (change: Change): Document => {
  const copy = structuredClone(description)
  change(copy)
  return copy
}
