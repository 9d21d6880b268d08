import { describe, expect, test } from 'vitest'
import { WORST_INPUTS } from '../../../../tests/adversarial/growth.ts'
import { SEARCH_MAX } from '../../../contract/rules/site/search.ts'
import { groupsOf, MOST_GROUPS, PHRASE_MAX } from './query.ts'

const ODD = [
  'a b c d e f g h i j k l m n o p q r s t u v w x y z',
  'ant bee cow dog elk fox gnu hen ibis jay kite lark mole newt owl pig quail ram seal toad urchin vole wasp',
  '"root and shoot of wheat" "leaf of rice and bean" "seed of oat or rye" ',
  '"水稻根系对干旱胁迫的响应',
  '"ﷺ',
]

test('of many identifiers two are looked for in texts as well', () => {
  const groups = groupsOf('10.5555/a-b 10.5555/c-d https://doi.org/10.5555/e-f 0000-0002-1825-0097')
  expect(groups.map(({ any }) => any.length)).toEqual([2, 2, 1, 1])
})

describe('what a query asks of the index', () => {
  test.each([...WORST_INPUTS, ...ODD.map((text) => [text, (length: number) => text.repeat(length)] as const)])(
    'has few words, however it is typed: %s',
    (_name, input) => {
      const groups = groupsOf([...input(SEARCH_MAX)].slice(0, SEARCH_MAX).join(''))
      expect(groups.length).toBeLessThanOrEqual(MOST_GROUPS)
      const phrases = groups.filter(({ isPhrase }) => isPhrase)
      expect(phrases.length).toBeLessThanOrEqual(2)
      for (const { any } of phrases) expect(any[0]!.length).toBeLessThanOrEqual(PHRASE_MAX)
      for (const { any } of groups.filter(({ isPhrase }) => !isPhrase)) expect(any).toEqual([[expect.any(String)]])
      // Nothing in a term is a sign of either index.
      for (const term of groups.flatMap(({ any }) => any.flat())) expect(term).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
    },
  )
})
