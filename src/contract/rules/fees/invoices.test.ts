import { expect, test } from 'vitest'
import { invoiceNumber, reminderDue } from './invoices.ts'

test.each([
  ['JPBR', 'JPBR-2026-0007'],
  ['J. Plant Res.', 'J-Plant-Res-2026-0007'],
  ['Ökologie', 'Okologie-2026-0007'],
  ['植物', 'INV-2026-0007'],
])('a number of %s is %s', (abbreviation, number) => {
  expect(invoiceNumber(abbreviation, 2026, 7)).toBe(number)
})

test('more than 9,999 in a year are numbered on', () => {
  expect(invoiceNumber('JPBR', 2026, 12_345)).toBe('JPBR-2026-12345')
})

test.each([
  [13, [], null],
  [14, [], { days: 14, passed: [] }],
  [27, [14], null],
  [28, [14], { days: 28, passed: [] }],
  [60, [], { days: 42, passed: [14, 28] }],
  [60, [14, 28, 42], null],
  // The clock went back: nothing earlier is sent any more.
  [15, [14, 28], null],
])('%i days late, after %j: %j', (daysLate, noted, due) => {
  expect(reminderDue(daysLate, noted)).toEqual(due)
})
