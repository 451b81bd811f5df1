import type { Document } from './api-files.ts'

/** Half of the document, and irrelevant to the check of answers. */
const ANNOTATIONS = new Set(['example', 'examples', 'summary'])

/** A copy in which an object may have only described properties, so that a missing description is found. */
export function sealDocument(document: Document): Document {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    seal(schema, true),
  ])
  const walk = (node: Document): Document => {
    if (Array.isArray(node)) return node.map(walk)
    if (typeof node !== 'object' || node === null) return node
    const parts = Object.entries(node).filter(([key]) => !ANNOTATIONS.has(key))
    return Object.fromEntries(
      parts.map(([key, value]) => [key, key === 'schema' ? seal(value) : walk(value)]),
    )
  }
  const { components, ...others } = document
  return { ...walk(others), components: { ...walk(components), schemas: Object.fromEntries(schemas) } }
}

/** @param isOpen leaves the schema open, because the schema that refers to it or composes it is sealed */
function seal(schema: Document, isOpen = false): Document {
  const sealed = { ...schema }
  if (schema.properties) sealed.properties = mapValues(schema.properties, (property) => seal(property))
  if (schema.items) sealed.items = seal(schema.items)
  if (schema.anyOf) sealed.anyOf = schema.anyOf.map((each: Document) => seal(each))
  if (schema.allOf) sealed.allOf = schema.allOf.map((each: Document) => seal(each, true))
  const isObject = schema.$ref ?? schema.properties ?? schema.allOf
  if (isObject && !isOpen && schema.additionalProperties === undefined) sealed.unevaluatedProperties = false
  return sealed
}

const mapValues = (object: Document, map: (value: Document) => Document): Document =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
