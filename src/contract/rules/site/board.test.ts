import { describe, expect, test } from 'vitest'
import { boardDays, boardHtml, boardOn, placeOf, servesOn } from './board.ts'

test.each([
  [null, null, '2024-01-01', true],
  ['2024-01-01', null, '2023-12-31', false],
  ['2024-01-01', null, '2024-01-01', true],
  [null, '2024-01-31', '2024-01-31', true],
  [null, '2024-01-31', '2024-02-01', false],
])('from %s until %s: serves on %s: %s', (from, until, day, serves) => {
  expect(servesOn({ from, until }, day)).toBe(serves)
})

describe('a board', () => {
  const people = ['a', 'b', 'c'].map((id) => ({
    id,
    name: `<${id}>`,
    affiliation: 'Ibadan, Nigeria',
    country: 'Nigeria',
  }))
  const of = (id: string, personId: string, groupId: string, from: string | null, until: string | null) => ({
    ...{ id, personId, groupId, from, until, role: '' },
  })
  const board = {
    groups: [
      { id: 'x', name: 'X & Y' },
      { id: 'y', name: 'Y' },
    ],
    people,
    terms: [
      of('1', 'a', 'x', '2023-03-01', null),
      of('2', 'b', 'y', '2023-03-01', '2024-02-29'),
      of('3', 'c', 'y', '2024-03-01', null),
      of('4', 'b', 'x', '2030-01-01', null),
    ],
  }
  const on = (day: string) =>
    boardOn(board, day).map(({ name, members }) => `${name}: ${members.map(({ person }) => person.id).join('')}`)

  test('is of a day, without empty groups', () => {
    expect(on('2023-02-28')).toEqual([])
    expect(on('2024-02-29')).toEqual(['X & Y: a', 'Y: b'])
    expect(on('2024-03-01')).toEqual(['X & Y: a', 'Y: c'])
    expect(on('2030-01-01')).toEqual(['X & Y: ab', 'Y: c'])
  })

  test('has become another one on these days, none of them to come', () => {
    expect(boardDays(board, '2026-01-01')).toEqual(['2024-03-01', '2023-03-01'])
  })

  test('is written without markup of its people', () => {
    expect(boardHtml(boardOn(board, '2024-03-01').slice(0, 1))).toBe(
      '<h2>X &amp; Y</h2><ul><li><strong>&lt;a&gt;</strong><br />Ibadan, Nigeria</li></ul>',
    )
  })
})

test('a country is said once', () => {
  expect(placeOf({ affiliation: 'Ibadan, Nigeria', country: 'Nigeria' })).toBe('Ibadan, Nigeria')
  expect(placeOf({ affiliation: 'Ibadan', country: 'Nigeria' })).toBe('Ibadan, Nigeria')
  expect(placeOf({ affiliation: '', country: 'Nigeria' })).toBe('Nigeria')
  expect(placeOf({ affiliation: 'Ibadan', country: '' })).toBe('Ibadan')
})
