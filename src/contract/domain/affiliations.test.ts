import { expect, test } from 'vitest'
import { affiliationList, joinAffiliations } from './affiliations.ts'

test.each([
  ['', []],
  [' ; ', []],
  ['University of A', ['University of A']],
  ['University of A; Institute B', ['University of A', 'Institute B']],
  ['University of A;University of  A, ; UNIVERSITY OF A', ['University of A']],
  ['Université É; Universite E', ['Université É', 'Universite E']],
])('the affiliations in "%s"', (text, affiliations) => {
  expect(affiliationList(text)).toEqual(affiliations)
})

test.each([
  [[], ''],
  [['University of A'], 'University of A'],
  [['University of A', 'Institute B'], 'University of A; Institute B'],
  [['University of A', 'university of a.'], 'University of A'],
  [['Department of X; University of A;', 'Institute B'], 'Department of X, University of A; Institute B'],
])('%j as one text', (affiliations, text) => {
  expect(joinAffiliations(affiliations)).toBe(text)
})
