import { expect, test } from 'vitest'
import { addDays } from './days.ts'
import { decisionFigures, median, percentile, type FirstDecision } from './figures.ts'

const decided = (days: number, unread = false): FirstDecision => {
  const receivedOn = '2026-01-10'
  return { receivedOn, promisedOn: addDays(receivedOn, 42), decidedOn: addDays(receivedOn, days), unread }
}

test('figures of first decisions leave out what was not reviewed', () => {
  const decisions = [31, 20, 42, 43, 90].map((days) => decided(days))
  expect(decisionFigures([...decisions, decided(3, true), decided(2, true)])).toEqual({
    decided: 5,
    unread: 2,
    medianDays: 42,
    days80: 43,
    onTimePercent: 60,
  })
  expect(decisionFigures([])).toEqual({ decided: 0, unread: 0, medianDays: null, days80: null, onTimePercent: null })
})

test('the median of an even number is the mean of the two in the middle', () => {
  expect(median([4, 1, 9, 2])).toBe(3)
  expect(median([7])).toBe(7)
  expect(percentile([5, 1, 3, 2, 4], 80)).toBe(4)
})
