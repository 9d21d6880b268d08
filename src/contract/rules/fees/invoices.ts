import { inNormalForm } from '../text/plain-text.ts'

/** The lists of the fees desk. */
export const FEE_TABS = ['to-invoice', 'to-be-paid', 'paid', 'waived', 'credited'] as const
export type FeeTab = (typeof FEE_TABS)[number]
export const FEE_TAB_NAMES: Record<FeeTab, string> = {
  'to-invoice': 'To invoice',
  'to-be-paid': 'To be paid',
  paid: 'Paid',
  waived: 'Waived',
  credited: 'Credited',
}

export const PAYER_MAX = 300
export const PAYER_ADDRESS_MAX = 600
export const SIDE_REASON_MAX = 500
export const PAYMENT_REFERENCE_MAX = 100
/** Days that a payer has, unless the editor chooses others. */
export const DUE_DAYS = 30
export const DUE_DAYS_MAX = 365

/** Days after an invoice was due on which its author is reminded. */
export const REMINDER_DAYS = [14, 28, 42] as const

/** 'ABC-2026-0033': the journal's abbreviation in letters that every program can write, the year, and a number without gaps. */
export function invoiceNumber(abbreviation: string, year: number, counted: number): string {
  const letters = inNormalForm(abbreviation.slice(0, 40), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${letters || 'INV'}-${year}-${String(counted).padStart(4, '0')}`
}

/** The reminder that is due so many days after the day on which an invoice was, and those before it that were not sent. */
export function reminderDue(daysLate: number, noted: readonly number[]): { days: number; passed: number[] } | null {
  const last = Math.max(0, ...noted)
  const due = REMINDER_DAYS.filter((days) => days <= daysLate && days > last)
  const days = due.at(-1)
  return days === undefined ? null : { days, passed: due.slice(0, -1) }
}
