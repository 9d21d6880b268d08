import { describe, expect, test } from 'vitest'
import { times } from '../../../../tests/support/long.ts'
import { type JoinedPart, joinedParts, paragraphsOf, textOf } from './joined-texts.ts'

const shown = (parts: readonly JoinedPart[]) =>
  parts.map((part) =>
    part.from === null
      ? [textOf(part.base).trim(), textOf(part.mine).trim(), textOf(part.theirs).trim()]
      : `${part.from}: ${textOf(part.paragraphs).trim()}`,
  )
const chosen = (parts: readonly JoinedPart[], side: 'mine' | 'theirs') =>
  textOf(parts.flatMap((part) => (part.from === null ? part[side] : part.paragraphs)))

describe('the paragraphs of a text', () => {
  test.each([
    'One',
    '\n\nOne\n\n\nTwo\nof two lines  \n\n- a\n- b\n\n| a |\n| - |\n',
    'One\r\n\r\nTwo\r\n',
    '   \n',
    '',
    ':::ur\nایک\n\nدو\n:::\n\nTwo',
    '````\n```\n\ncode\n````\nafter\n\n~~~ never closed\n\nrest\n',
  ])('are all of it, to the byte: %j', (text) => {
    expect(textOf(paragraphsOf(text))).toBe(text)
  })

  test('keep what is between two fences', () => {
    expect(paragraphsOf('One\n\n:::ur\nایک\n\nدو\n:::\n\nTwo').map(({ words }) => words)).toEqual([
      'One',
      ':::ur\nایک\n\nدو\n:::',
      'Two',
    ])
  })
})

describe('two changes of one text', () => {
  const base = 'One\n\nTwo\n\nThree\n\nFour'

  test('of different paragraphs are both taken', () => {
    const parts = joinedParts(base, 'One!\n\nTwo\n\nThree\n\nFour', 'One\n\nTwo?\n\nThree\n\nFour\n\nFive')
    expect(shown(parts)).toEqual(['mine: One!', 'theirs: Two?', 'both: Three\n\nFour', 'theirs: Five'])
    expect(chosen(parts, 'mine')).toBe('One!\n\nTwo?\n\nThree\n\nFour\n\nFive')
  })

  test('of one paragraph are asked about, and only these', () => {
    const parts = joinedParts(base, 'One\n\nTwo!\n\nThree!\n\nFour', 'One\n\nTwo?\n\nThree\n\nFour?')
    expect(shown(parts)).toEqual(['both: One', ['Two', 'Two!', 'Two?'], 'mine: Three!', 'theirs: Four?'])
  })

  test('that are the same are one', () => {
    expect(shown(joinedParts(base, 'One\n\nTwo!\n\nFour', 'One\n\nTwo!\n\nFour'))).toEqual([
      'both: One',
      'both: Two!',
      'both: Four',
    ])
  })

  test('of which one removes what the other writes are asked about', () => {
    expect(shown(joinedParts(base, 'One\n\nThree\n\nFour', 'One\n\nTwo?\n\nThree\n\nFour'))[1]).toEqual([
      ...['Two', '', 'Two?'],
    ])
  })

  test('that add something at one place are asked about; before and after one paragraph they are not', () => {
    expect(shown(joinedParts('One', 'One\n\nMine', 'One\n\nTheirs'))).toEqual(['both: One', ['', 'Mine', 'Theirs']])
    expect(chosen(joinedParts('One', 'Mine\n\nOne', 'One?\n\nTheirs'), 'mine')).toBe('Mine\n\nOne?\n\nTheirs')
  })

  test('of any kind: nothing is lost that either has written, and one who changed nothing has no say', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const changed = (paragraphs: readonly string[], mark: string) =>
      paragraphs.flatMap((words, at) => {
        const what = random(6)
        return what === 0 ? [] : what === 1 ? [`${words}${mark}`] : what === 2 ? [words, `${mark}${at}`] : [words]
      })
    for (let round = 0; round < times(300, 5_000); round++) {
      const paragraphs = Array.from({ length: random(9) }, () => 'abcdefg'[random(7)]!)
      const [was, mine, theirs] = [paragraphs, changed(paragraphs, '!'), changed(paragraphs, '?')].map((all) =>
        all.join('\n\n'),
      ) as [string, string, string]
      const parts = joinedParts(was, mine, theirs)
      const words = (text: string) => paragraphsOf(text).map((one) => one.words)
      const all = parts.flatMap((part) => (part.from === null ? [...part.mine, ...part.theirs] : part.paragraphs))
      const there = new Set(all.map((one) => one.words))
      const written = [...words(mine), ...words(theirs)].filter((one) => /[!?]/.test(one))
      expect([...written].filter((one) => !there.has(one))).toEqual([])
      expect(words(chosen(joinedParts(was, mine, was), 'theirs'))).toEqual(words(mine))
      expect(words(chosen(joinedParts(was, was, theirs), 'mine'))).toEqual(words(theirs))
      expect(shown(joinedParts(was, theirs, mine)).length).toBe(parts.length)
    }
  })
})
