import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { collectionOf } from '../../bin/postman.ts'
import { apiFile } from '../support/api-files.ts'
import { type Service, startService } from '../support/service.ts'

const MEND = 'is not what the served endpoints give: run `npm run describe`, and look at what has changed'

describe('the files of api/', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  it('have the description that is served, but for where it is served', async () => {
    const { body } = await service.call('GET', '/openapi.json', { token: null })
    const { servers, ...description } = body
    const { contact, ...info } = body.info
    assert.ok(servers && contact)
    assertSame({ ...description, info }, 'openapi.json')
  })

  it('have the collection that is made of it, the same each time', async () => {
    assertSame(await collectionOf(apiFile('openapi.json')), 'postman.json')
  })
})

/** A difference between megabytes would take the runner minutes to tell; the first place that differs is enough. */
function assertSame(made: unknown, name: string): void {
  const [now, kept] = [made, apiFile(name)].map((each) => JSON.stringify(each, null, 2).split('\n'))
  const line = now?.findIndex((text, index) => text !== kept?.[index]) ?? -1
  const isSame = line < 0 && now?.length === kept?.length
  assert.ok(isSame, `api/${name} ${MEND}. From line ${line + 1}: ${now?.[line]}`)
}
