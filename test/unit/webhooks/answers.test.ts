// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAnswer, shownOf } from '../../../server/webhooks/answers.ts'

// The first and the last character are written in other ways too.
const BARE = '+Ab+cd/EF0123456789+/ghijklmnopqrstuvwxyz/='
const SECRET = `whsec_${BARE}`

async function* inParts(...parts: (string | Buffer)[]) {
  for (const part of parts) yield Buffer.from(part)
}

const shown = async (...parts: (string | Buffer)[]) => shownOf(await readAnswer(inParts(...parts)), [SECRET])

describe('What is shown of an answer', () => {
  const FORMS = {
    'as it is': SECRET,
    'without its prefix': BARE,
    'without its padding': SECRET.slice(0, -1),
    'in the alphabet of URLs': SECRET.replaceAll('+', '-').replaceAll('/', '_'),
    'in JSON of PHP': SECRET.replaceAll('/', '\\/'),
    'in JSON of .NET': SECRET.replaceAll('+', '\\u002B').replaceAll('/', '\\u002F'),
    'in a URL': encodeURIComponent(SECRET),
    'in a URL, in small letters': encodeURIComponent(SECRET).toLowerCase(),
    'in HTML': SECRET.replaceAll('+', '&#43;').replaceAll('/', '&#x2F;'),
    'in UTF-16': Buffer.from(SECRET, 'utf16le'),
  }
  for (const [form, written] of Object.entries(FORMS))
    it(`has no secret that is written ${form}`, async () => {
      const text = await shown('before ', written, ' after')
      assert.match(text, /^before \*{43,} after$/)
    })

  it('never ends with a part of a secret', async () => {
    const filler = '.'.repeat(1004)
    assert.equal(await shown(filler, SECRET), filler + '*'.repeat(20))
  })

  it('has no part of a secret at which reading ends', async () => {
    const nothing = Buffer.alloc(16 * 1024 - 20)
    assert.equal(await shown(nothing, SECRET), '')
  })

  it('is everything else, but control characters', async () => {
    assert.equal(await shown('a\u0000\u0007b\n\tZürich 東京'), 'ab\n\tZürich 東京')
  })

  it('is what arrived of an answer that breaks off, but the end, where a secret may have begun', async () => {
    async function* broken() {
      yield Buffer.from(`so far${'.'.repeat(1000 - 20)}${SECRET.slice(0, 20)}`)
      throw new Error('reset')
    }
    assert.equal(shownOf(await readAnswer(broken()), [SECRET]), 'so far')
  })
})
