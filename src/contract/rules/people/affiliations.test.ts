import { describe, expect, test } from 'vitest'
import {
  affiliationLine,
  affiliationOf,
  affiliationsOfText,
  affiliationText,
  numberedAffiliations,
} from './affiliations.ts'

const lines = (affiliations: readonly { line: string }[]) => affiliations.map(({ line }) => line)

test.each([
  ['', []],
  [' ; ', []],
  ['University of A', ['University of A']],
  ['University of A; Institute B', ['University of A', 'Institute B']],
  ['University of A;University of  A, ; UNIVERSITY OF A', ['University of A']],
  ['Université É; Universite E', ['Université É', 'Universite E']],
])('the affiliations in "%s"', (text, affiliations) => {
  expect(lines(affiliationsOfText(text))).toEqual(affiliations)
})

test('of a line alone is the institution all that is known', () => {
  expect(affiliationsOfText('Department of Botany, Multan')).toEqual([
    {
      ...{ institution: 'Department of Botany, Multan', department: null, city: null, country: null, ror: null },
      line: 'Department of Botany, Multan',
    },
  ])
})

test.each([
  [[], ''],
  [['University of A'], 'University of A'],
  [['University of A', 'Institute B'], 'University of A; Institute B'],
  [['University of A', 'university of a.'], 'University of A'],
  [['Department of X; University of A;', 'Institute B'], 'Department of X, University of A; Institute B'],
])('%j as one text', (given, text) => {
  expect(affiliationText(given.map((line) => ({ line })))).toBe(text)
})

describe('the line of an affiliation', () => {
  const parts = { institution: 'University of Peradeniya', department: 'Department of Botany', city: 'Kandy' }

  test('is made of its parts', () => {
    expect(affiliationLine({ ...parts, country: 'Sri Lanka' })).toBe(
      'Department of Botany, University of Peradeniya, Kandy, Sri Lanka',
    )
    expect(affiliationOf({ institution: 'Kew Gardens', city: ' '.trim() }).line).toBe('Kew Gardens')
  })

  test('is kept where a record prints another', () => {
    expect(affiliationOf({ ...parts, line: 'Univ. of Peradeniya (Botany), Kandy' }).line).toBe(
      'Univ. of Peradeniya (Botany), Kandy',
    )
  })
})

test('people share the numbers of equal affiliations', () => {
  const at = (...given: string[]) => ({ affiliations: given.map((institution) => affiliationOf({ institution })) })
  const { affiliations, numbers } = numberedAffiliations([
    at('University of A', 'Institute B'),
    at(),
    at('Herbarium C', 'University of A.'),
    at('Institute B', 'institute b'),
  ])
  expect(lines(affiliations)).toEqual(['University of A', 'Institute B', 'Herbarium C'])
  expect(numbers).toEqual([[1, 2], [], [3, 1], [2]])
})
