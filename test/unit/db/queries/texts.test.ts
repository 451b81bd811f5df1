// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fold, foldForSearch } from '../../../../server/db/queries/texts.ts'
import { fc } from '../../../support/seeds.ts'

describe('folding for search', () => {
  it('removes case and accents', () => {
    const texts = {
      'Łukasz Sørensen': 'lukasz sorensen',
      'GROẞE Straße': 'grosse strasse',
      'İstanbul ışık IĞDIR': 'istanbul isik igdir',
      'Ǽ ǿ Ǣ Œuvre Þór Ðóra': 'ae o ae oeuvre thor dora',
      'Nguyễn Thị Ánh': 'nguyen thi anh',
      'Ålesund Zoe\u0308 Ça': 'alesund zoe ca',
      'Σίσυφος ΣΊΣΥΦΟΣ': 'σισυφοσ σισυφοσ',
      'Йосиф Ёлкин': 'иосиф елкин',
      'שָׁלוֹם مُحَمَّد': 'שלום محمد',
      '❤️': '❤',
    }
    for (const [text, folded] of Object.entries(texts)) assert.equal(foldForSearch(text), folded)
  })

  it('keeps letters, syllables and vowel signs that are no accents', () => {
    for (const text of ['강남구', 'कुमार', 'สวัสดี', '漢字', '🙂', 'a_%\\"'])
      assert.equal(foldForSearch(text), text)
  })

  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('Σ', 'σ', 'ς', 'İ', 'ı', 'ß', '\u0301', 'é', 'Ǽ', 'a', ' ') }),
  )

  it('gives the same for a folded text', () => {
    fc.assert(
      fc.property(text, (text) => {
        assert.equal(foldForSearch(fold(text)), foldForSearch(text))
        assert.equal(foldForSearch(foldForSearch(text)), foldForSearch(text))
      }),
    )
  })

  it('keeps parts: what contains a text contains it folded', () => {
    fc.assert(
      fc.property(text, text, text, (before, part, after) => {
        const folded = [before, part, after].map(foldForSearch).join('')
        assert.equal(foldForSearch(before + part + after), folded)
      }),
    )
  })
})
