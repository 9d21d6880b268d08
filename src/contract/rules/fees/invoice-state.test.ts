import { expect, test } from 'vitest'
import { invoiceState, isSettled } from './invoice-state.ts'

const invoice = (paid: number, isCredited = false) => ({ total: 1500, dueOn: '2026-06-30', paid, isCredited })

test.each([
  [0, '2026-06-30', 'open'],
  [0, '2026-07-01', 'overdue'],
  [500, '2026-06-30', 'part paid'],
  [500, '2026-07-01', 'overdue'],
  [1500, '2026-06-30', 'paid'],
  [1500, '2026-07-01', 'paid'],
  [1501, '2026-07-01', 'overpaid'],
] as const)('an invoice of which %i of 1500 was paid is, on %s, %s', (paid, today, state) => {
  expect(invoiceState(invoice(paid), today)).toBe(state)
  expect(invoiceState(invoice(paid, true), today)).toBe('credited')
})

test('settled is what leaves nothing to be paid', () => {
  expect((['paid', 'overpaid'] as const).every(isSettled)).toBe(true)
  expect((['open', 'overdue', 'part paid', 'credited'] as const).some(isSettled)).toBe(false)
})
