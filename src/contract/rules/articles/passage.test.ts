import { describe, expect, test } from 'vitest'
import { changedPassage } from './passage.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

describe('the passage where two texts differ', () => {
  test('of short texts is the whole of them', () => {
    expect(changedPassage('Roots grow.', 'Roots grew.')).toEqual({ before: 'Roots grow.', after: 'Roots grew.' })
    expect(changedPassage('', 'New')).toEqual({ before: '', after: 'New' })
    expect(changedPassage('same', 'same')).toEqual({ before: '', after: '' })
  })

  test('has a few words around it, and says that there is more', () => {
    const text = words(2000)
    const { before, after } = changedPassage(text, text.replace('word1000 ', 'leaf '))
    expect(before).toMatch(/^… (word9\d\d )+word1000 (word10\d\d )+…$/)
    expect(after).toMatch(/^… (word9\d\d )+leaf (word10\d\d )+…$/)
    expect(before.length).toBeLessThan(150)
  })

  test('something that was inserted or taken out is seen on one side', () => {
    const text = words(200)
    const { before, after } = changedPassage(text, text.replace('word100 ', ''))
    expect(before).toContain('word99 word100 word101')
    expect(after).toContain('word99 word101')
  })

  test('is cut in its middle where it is long, and never through a character', () => {
    for (const [before, after] of [
      [words(5000), words(5000).toUpperCase()],
      ['🌱'.repeat(3000), '🌾'.repeat(3001)],
      ['x'.repeat(1_000_000), 'y'.repeat(1_000_000)],
    ] as const) {
      const passage = changedPassage(before, after)
      for (const text of [passage.before, passage.after]) {
        expect(text.length).toBeLessThan(500)
        expect(text).toContain('[…]')
        expect(text.isWellFormed()).toBe(true)
      }
    }
  })
})
