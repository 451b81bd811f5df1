// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { partsOf } from '../../../console/src/taxonomies/terms/highlights.ts'
import { containsWords, fold } from '../../../console/src/ui/words.ts'
import { foldForSearch } from '../../../server/db/queries/texts.ts'

describe('The words of a search in the console', () => {
  it('are folded as by the service, in European scripts and Vietnamese', () => {
    for (let code = 0; code < 0x2000; code++) {
      // Hebrew to Tibetan: the service drops points that the console keeps.
      if (code > 0x58f && code < 0x10a0) continue
      const character = String.fromCodePoint(code)
      if (/^\p{Mn}$/u.test(character)) continue
      assert.equal(fold(character), foldForSearch(character), `${character} U+${code.toString(16)}`)
    }
  })

  it('may be in any order', () => {
    assert.ok(containsWords('Łukasz Żółć lukasz-z', 'zolc  LUK'))
    assert.ok(!containsWords('Łukasz Żółć', 'zolc x'))
    assert.ok(containsWords('anything', ' '))
  })

  it('are highlighted where they are found', () => {
    const marked = (text: string, q: string) =>
      partsOf(text, q)
        .map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))
        .join('')
    assert.equal(marked('Großes Łódź', 'lodz oss'), 'Gr[oß]es [Łódź]')
    assert.equal(marked('Aa aa b', 'a'), '[Aa] [aa] b')
    assert.equal(marked('City', 'x'), 'City')
    assert.equal(marked('Zoe\u0308!', 'zoe'), '[Zoe]\u0308!')
    assert.equal(marked('', 'a'), '')
  })
})
