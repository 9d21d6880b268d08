import { expect, test } from 'vitest'
import { journal as configured } from '../../../journal.config.ts'
import { defaultsOf } from './defaults.ts'

const withReview = (review: object) => defaultsOf({ ...configured, review: { ...configured.review, ...review } })

test.each([
  ['4–6', 42, 4, 42],
  ['8–10', 42, 8, 70],
  ['3', 42, 3, 21],
  ['8–10', 60, 8, 60],
  ['a few', 42, 1, 42],
])('a file that promises %s weeks and %i days', (weeks, promisedDays, from, days) => {
  const values = withReview({ weeks, promisedDays })
  expect([values['review.fromWeeks'], values['review.promisedDays']]).toEqual([from, days])
})
