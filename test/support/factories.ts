import type { Subject } from '../../contract/permissions.ts'
import { resources } from '../../server/resources/index.ts'
import type { Factory, Fields, Item } from './factory.ts'
import type { Service } from './service.ts'

export { type Factory, type Fields, type Item, next, PASSWORD } from './factory.ts'

/** The factory of each resource, from the resource's own folder. */
const factories = new Map<Subject, Factory>()
for (const { name } of resources) {
  const { factory } = await import(`../../server/resources/${name}/test-factory.ts`)
  factories.set(name, factory)
}

export function factoryOf(name: Subject): Factory {
  const factory = factories.get(name)
  if (!factory) throw new Error(`The shared suite needs server/resources/${name}/test-factory.ts.`)
  return factory
}

/** Makes a record of the resource, over HTTP if possible. */
export async function make(service: Service, name: Subject, fields: Fields = {}): Promise<Item> {
  const { valid, store } = factoryOf(name)
  const all = { ...(await valid(service)), ...fields }
  if (store) {
    const id = await store(service, all)
    return (await service.call('GET', `/api/${name}/id/${id}`)).body.data
  }
  const { status, body } = await service.call('POST', `/api/${name}/create`, { json: all })
  if (status !== 201) throw new Error(`No ${name} could be made: ${JSON.stringify(body)}`)
  return body.data.item
}
