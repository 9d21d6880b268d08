import type { ComponentProps } from 'react'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WAIVER_CHANGED, type WaiverToAnswer } from '../../../contract/api/fees.ts'
import type { FeeRow, FeesOverview } from '../../../contract/api/invoices.ts'
import { STORAGE_KEYS } from '../../client/storage.ts'
import { FeesDesk } from './fees-desk.tsx'

const request = (reason: string, askedAt: string): WaiverToAnswer => ({
  ...{ articleId: 'k7m2p9qrstvw', title: 'Sap flow', number: '2026-001', stage: 'accepted', submitter: 'Ayesha Malik' },
  ...{ affiliation: 'Multan', submittedOn: '2026-05-20' },
  fees: {
    submission: 'Free',
    local: { amount: 'PKR 15,000', whom: 'authors in Pakistan' },
    international: { amount: 'USD 100', whom: 'other authors' },
  },
  waiver: {
    ...{ kind: 'nothing', couldPay: '', reason, askedAt },
    ...{ outcome: null, remains: null, answer: null, answeredAt: null },
  },
})

let now: WaiverToAnswer
const sent: unknown[] = []
beforeAll(() => import('../../../contract/api/api.ts'))
beforeEach(() => {
  now = request('There is no fund.', '2026-05-28T09:00:00.000Z')
  localStorage.setItem(STORAGE_KEYS.accessToken, 'token')
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    const refusal = { statusCode: 409, error: 'Conflict', message: WAIVER_CHANGED }
    return Promise.resolve(
      new Response(JSON.stringify(refusal), { status: 409, headers: { 'content-type': 'application/json' } }),
    )
  })
})
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

const ROW: FeeRow = {
  ...{ id: 'JPBR-2026-0038', articleId: 'k7m2p9qrstvx', title: 'Anther culture', manuscript: '2026-002' },
  ...{ author: 'Asma Chaudhry', acceptedOn: '2026-05-30', waiver: null },
  invoice: {
    ...{ number: 'JPBR-2026-0038', state: 'overdue', payer: 'Asma Chaudhry', currency: 'PKR', total: 'PKR 15,000' },
    ...{ issuedOn: '2026-05-31', dueOn: '2026-06-30', daysLate: 19, remindedAt: '2026-07-14T09:00:00.000Z' },
    ...{ paid: 'PKR 5,000', paidMinor: 500_000, left: '10,000', paidOn: '2026-06-15', creditedBy: null, payments: [] },
  },
}
const OVERVIEW: FeesOverview = {
  ...{ data: [ROW], meta: { page: 1, totalPages: 1, totalItems: 1 }, toCredit: [], totalToCredit: 0 },
  counts: { 'to-invoice': 0, 'to-be-paid': 1, paid: 36, waived: 9, credited: 1 },
  figures: { paidThisYear: ['PKR 405,000', 'USD 900'], toBePaid: ['PKR 10,000'], overdue: 1, accepted: 49 },
}

const Desk = () => <FeesDesk {...useLoaderData<Pick<ComponentProps<typeof FeesDesk>, 'waivers' | 'overview'>>()} />
const show = async (totalToAnswer = 1) => {
  const loader = () => ({ waivers: { toAnswer: [now], totalToAnswer, answered: [] }, overview: OVERVIEW })
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '/', loader, Component: Desk, HydrateFallback: () => null }])}
    />,
  )
  await screen.findByText('Sap flow')
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('a request that was changed is read in its dialog as it is now, and answered as that', async () => {
  await show()
  await press('Waive All of It...')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/Promised: PKR 15,000/)).toBeTruthy()
  expect(dialog.getByText('There is no fund.')).toBeTruthy()
  now = request('There is some.', '2026-05-29T09:00:00.000Z')
  await press('Waive')
  expect(await dialog.findByText('There is some.')).toBeTruthy()
  expect(dialog.getByText(WAIVER_CHANGED)).toBeTruthy()
  await press('Waive')
  await expect
    .poll(() => sent)
    .toMatchObject([{ askedAt: '2026-05-28T09:00:00.000Z' }, { askedAt: '2026-05-29T09:00:00.000Z' }])
})

test('the heading counts those too that are not listed', async () => {
  await show(101)
  expect(screen.getByText('101 waivers to answer; 1 invoice is overdue.')).toBeTruthy()
  expect(screen.getByText(/^The oldest 1 are listed/)).toBeTruthy()
})

test('a payment is noted below its invoice in two presses: what is left is proposed, and what was seen is sent', async () => {
  await show()
  expect(screen.getByText('19 days late')).toBeTruthy()
  expect(screen.getByText('Paid this year, and USD 900')).toBeTruthy()
  await press('Mark as Paid JPBR-2026-0038')
  const form = within(screen.getByRole('form', { name: 'Payment of invoice JPBR-2026-0038' }))
  expect(document.activeElement).toBe(form.getByLabelText('Received on'))
  expect(form.getByLabelText<HTMLInputElement>('Amount, PKR').value).toBe('10,000')
  await press('Save and Send Receipt')
  await expect.poll(() => sent).toMatchObject([{ amount: '10,000', reference: '', seenPaid: 500_000 }])
  // What was typed is still there, with the reason why it was refused.
  expect(form.getByLabelText<HTMLInputElement>('Amount, PKR').value).toBe('10,000')
  expect(await form.findByText(WAIVER_CHANGED)).toBeTruthy()
})
