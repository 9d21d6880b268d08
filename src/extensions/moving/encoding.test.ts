import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../../../tests/support/long.ts'
import { Texts, undoubled } from './encoding.ts'

const LATIN1 = new TextDecoder('windows-1252')
/** What happens to a text when a database takes its UTF-8 for latin1. */
const doubled = (text: string): string => LATIN1.decode(Buffer.from(text))

describe('UTF-8 that was stored as latin1', () => {
  test.each(['é', 'Müller', '– “quoted”', '漢字', 'Ω', '𝒜', 'Ð', 'Á', 'à', 'Ý', 'p < 0.05 °C'])(
    '%s is found',
    (text) => {
      expect(undoubled(doubled(text))).toBe(text)
      expect(undoubled(doubled(doubled(text)))).toBe(doubled(text))
    },
  )

  test.each(['', 'plain', 'é', 'Müller', '漢字', 'Ã', 'naïve Ã©x é', '\ud800', `${doubled('é')} 漢`])(
    '%j is left as it is',
    (text) => expect(undoubled(text)).toBeNull(),
  )

  test('whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const isPlain = Buffer.byteLength(text) === text.length
        expect(undoubled(doubled(text))).toBe(isPlain ? null : text)
      }),
      { numRuns: times(200, 20_000) },
    )
  })
})

test('texts are counted by how they are encoded, and are not repaired', () => {
  const texts = new Texts()
  const stored = ['plain', 'Müller', doubled('Müller'), doubled(doubled('é'))]
  expect(stored.map((text) => texts.text(Buffer.from(text)))).toEqual(stored)
  expect(texts.text(Buffer.from('caf\u00e9 \u0093x\u0094', 'latin1'))).toBe('café “x”')
  expect(texts.figures).toEqual({
    ...{ beyondAscii: 4, doubled: 2, tripled: 1, notUtf8: 1 },
    samples: [
      { before: doubled('Müller'), after: 'Müller' },
      { before: doubled(doubled('é')), after: doubled('é') },
    ],
  })
})

test('samples are one short line around what is wrong, and three at most', () => {
  const texts = new Texts()
  for (let time = 0; time < 5; time++) texts.text(Buffer.from(doubled(`${'a\n'.repeat(500)}é${'b '.repeat(500)}`)))
  expect(texts.figures.samples).toHaveLength(3)
  for (const { before, after } of texts.figures.samples) {
    expect(after).toMatch(/^…[a ]+é[b ]+…$/)
    expect(before.length).toBeLessThan(90)
  }
})
