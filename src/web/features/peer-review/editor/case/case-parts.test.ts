import { describe, expect, test } from 'vitest'
import { differs } from './compared-answers.tsx'
import { ALONE, neighboursOf } from './neighbours.ts'

describe('answers', () => {
  test.each([
    [['yes', 'yes'], false],
    [['yes', 'partly'], true],
    [['yes', 'not-my-field'], false],
    [['not-my-field', 'not-my-field'], false],
    [['no', 'not-my-field', 'yes'], true],
    [['yes', undefined], false],
  ] as const)('%j differ: %s', (answers, expected) => {
    expect(differs(answers)).toBe(expected)
  })
})

describe('the neighbours of a case', () => {
  test('follow the order of the list', () => {
    const order = ['a', 'b', 'c']
    expect(neighboursOf('a', order)).toEqual({ position: 1, total: 3, previous: null, next: 'b' })
    expect(neighboursOf('b', order)).toEqual({ position: 2, total: 3, previous: 'a', next: 'c' })
    expect(neighboursOf('c', order)).toEqual({ position: 3, total: 3, previous: 'b', next: null })
  })

  test('of one that needs nobody are the first of the list', () => {
    expect(neighboursOf('x', ['a', 'b'])).toEqual({ position: null, total: 2, previous: null, next: 'a' })
    expect(neighboursOf('x', [])).toEqual(ALONE)
  })
})
