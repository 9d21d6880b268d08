import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../../../tests/support/long.ts'
import { compareTexts, foldUnchanged, type ComparedParagraph, type ComparedRun } from './compare-texts.ts'

/** '+added+', '-removed-'. */
const signed = (paragraphs: ComparedParagraph[]): string[] =>
  paragraphs.map(({ runs }) =>
    runs.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`)).join(''),
  )

/** What one of the versions said, without spaces: paragraphs that were joined or split differ in them. */
const saidIn = (kind: ComparedRun['kind'], paragraphs: ComparedParagraph[]): string =>
  paragraphs
    .flatMap(({ runs }) => runs.filter((run) => run.kind === 'same' || run.kind === kind).map(({ text }) => text))
    .join('')
    .replace(/\s/g, '')

describe('two versions are compared word by word', () => {
  test.each([
    ['nothing', ['Leaves open.'], ['Leaves open.'], ['Leaves open.']],
    ['a word', ['Leaves open in spring.'], ['Leaves close in spring.'], ['Leaves -open-+close+ in spring.']],
    ['a paragraph that is new', ['One.', 'Three.'], ['One.', 'Two.', 'Three.'], ['One.', '+Two.+', 'Three.']],
    ['a paragraph that is gone', ['One.', 'Two.', 'Three.'], ['One.', 'Three.'], ['One.', '-Two.-', 'Three.']],
    ['everything', [], ['All of it.'], ['+All of it.+']],
    ['a paragraph that was split', ['One. Two.'], ['One.', 'Two.'], ['One.- -', 'Two.']],
    ['nothing at all', [], [], []],
    ['empty paragraphs', ['', 'a'], ['', 'b'], ['', '-a-+b+']],
  ])('%s', (_what, before, after, expected) => {
    expect(signed(compareTexts(before, after))).toEqual(expected)
  })

  test('and both versions are in the comparison, whatever they say', () => {
    const words = fc.constantFrom('leaf', 'root', 'stem', ' ', '\n', '植', '')
    const text = fc.array(
      fc.array(words, { maxLength: 8 }).map((all) => all.join(' ')),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(text, text, (before, after) => {
        const compared = compareTexts(before, after)
        expect(saidIn('removed', compared)).toBe(before.join('').replace(/\s/g, ''))
        expect(saidIn('added', compared)).toBe(after.join('').replace(/\s/g, ''))
      }),
      { numRuns: times(200, 5000) },
    )
  })
})

/** A comparison, and what it takes of the processor's time: on a busy machine the clock counts others as well. */
function measured(before: string[], after: string[]) {
  const start = process.threadCpuUsage()
  const compared = compareTexts(before, after)
  const { user, system } = process.threadCpuUsage(start)
  return { compared, cost: user + system }
}

describe('the worst takes at most thirty times what a usual revision does', () => {
  /** Paragraphs of made-up words; those of another seed have none in common. */
  const prose = (characters: number, seed: string, paragraph = 600): string[] =>
    Array.from({ length: characters / paragraph }, (_, at) =>
      Array.from({ length: paragraph / 10 }, (_, word) =>
        `${seed}${(at * 7919 + word * 104729) % 99991}`.padEnd(9, seed),
      ).join(' '),
    )
  const one = prose(300_000, 'a')
  const ordinary = () =>
    measured(
      one,
      one.map((text) => text.replace(/ \S+/, ' changed')),
    )

  test.each([
    ['wholly different', one, prose(300_000, 'b')],
    ['one long paragraph each', [one.join(' ')], [prose(300_000, 'b').join(' ')]],
    ['a character a paragraph', Array.from('ab'.repeat(75_000)), Array.from('ba'.repeat(75_000))],
    ['in another order', one, [...one].reverse()],
    ['a word changed in each paragraph', one, one.map((text) => text.replace(/ \S+/, ' changed'))],
    ['every second word changed', one, one.map((text) => text.replace(/(\S+) \S+/g, '$1 x'))],
    ['every second paragraph changed', one, one.map((text, index) => (index % 2 ? `${index}` : text))],
  ])('%s', (_what, before, after) => {
    const { cost, compared } = measured(before, after)
    expect(cost).toBeLessThan(30 * ordinary().cost)
    expect(saidIn('removed', compared)).toBe(before.join('').replace(/\s/g, ''))
    expect(saidIn('added', compared)).toBe(after.join('').replace(/\s/g, ''))
  })

  test('a word changed in each paragraph of a long text is still shown as that word', () => {
    const compared = compareTexts(
      one,
      one.map((text) => text.replace(/ \S+/, ' changed')),
    )
    expect(compared).toHaveLength(one.length)
    expect(compared.every(({ runs }) => runs.length === 4)).toBe(true)
  })
})

test('unchanged paragraphs far from a change are folded', () => {
  const before = Array.from({ length: 12 }, (_, index) => `Paragraph ${index}.`)
  const folded = foldUnchanged(compareTexts(before, before.with(6, 'New.')))
  expect(folded.map((each) => ('folded' in each ? each.folded.length : each.isChanged))).toEqual([
    5,
    false,
    true,
    false,
    4,
  ])
  expect(foldUnchanged(compareTexts(before, before))).toEqual([{ folded: compareTexts(before, before) }])
  expect(foldUnchanged(compareTexts(['a'], ['a']))).toEqual(compareTexts(['a'], ['a']))
})
