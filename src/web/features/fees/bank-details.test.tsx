import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AllBankDetails, BankDetails, WaitingBankDetails } from '../../../contract/api/bank-details.ts'
import { CONFIRMED_BY_ANOTHER, EDITOR_SINCE } from '../../../contract/rules/fees/bank-details.ts'
import { STORAGE_KEYS } from '../../client/storage.ts'
import { BankDetailsPart } from './bank-details.tsx'

const DETAILS: BankDetails = {
  ...{ id: 'k7m2p9qrstvw', words: 'Bank of Multan\nPK36', state: 'in force', proposedBy: 'Samina Farooqi' },
  ...{ proposedAt: '2026-05-01T09:00:00.000Z', confirmedBy: 'Tariq Leghari', endedBy: null, endedAt: null },
  inForceFrom: '2026-05-02T09:00:00.000Z',
}
const WAITING: WaitingBankDetails = {
  ...{ ...DETAILS, id: 'k7m2p9qrstvx', words: 'Bank of Lahore\nPK24', state: 'waiting' },
  ...{ confirmedBy: null, inForceFrom: null, takesEffectAt: null, proposerStays: true, mayConfirm: ['Tariq Leghari'] },
  ...{ isYours: false, wasEditorBefore: true, isSamePerson: false },
}
const sent: unknown[] = []
beforeAll(() => import('../../../contract/api/api.ts'))
beforeEach(() => {
  const claims = btoa(JSON.stringify({ sub: 'tariq', role: 'admin', exp: 4_000_000_000, name: 'T' }))
  localStorage.setItem(STORAGE_KEYS.accessToken, `x.${claims}.x`)
  localStorage.setItem(STORAGE_KEYS.refreshToken, 'token')
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Promise.resolve(
      new Response(JSON.stringify({ statusCode: 503, error: 'Service Unavailable', message: 'Please try again.' }), {
        ...{ status: 503, headers: { 'content-type': 'application/json' } },
      }),
    )
  })
})
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

const Part = () => <BankDetailsPart details={useLoaderData<AllBankDetails>()} />
const show = async (details: Partial<AllBankDetails>) => {
  const loader = () => ({ current: DETAILS, waiting: null, earlier: [], canConfirm: true, ...details })
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '/', loader, Component: Part, HydrateFallback: () => null }])}
    />,
  )
  await screen.findByRole('heading', { name: 'Bank details for invoices' })
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('what waits is beside what is in force, with the words of what it waits for', async () => {
  await show({ waiting: WAITING })
  expect(screen.getByText(/Bank of Multan/).tagName).toBe('DEL')
  expect(screen.getByText(/Bank of Lahore/).tagName).toBe('INS')
  expect(screen.getByText('Not in force yet. Tariq Leghari can confirm it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Propose Other Details...' })).toBeNull()
})

test.each([
  ['its proposer', { isYours: true }, CONFIRMED_BY_ANOTHER],
  ['an editor since', { wasEditorBefore: false }, EDITOR_SINCE],
])('%s cannot confirm it, and reads why', async (_who, facts, why) => {
  await show({ waiting: { ...WAITING, ...facts } })
  expect(screen.queryByRole('button', { name: 'Confirm...' })).toBeNull()
  expect(screen.getByText(why)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy()
})

test('what takes effect by itself has the time of it', async () => {
  await show({ waiting: { ...WAITING, isYours: true, takesEffectAt: '2026-05-04T09:00:00.000Z', mayConfirm: [] } })
  expect(screen.getByText(/takes effect by itself after .*4 May 2026/)).toBeTruthy()
  expect(screen.queryByText(CONFIRMED_BY_ANOTHER)).toBeNull()
})

test('what was typed stays if the call fails', async () => {
  await show({ earlier: [{ ...DETAILS, id: 'k7m2p9qrstvz', words: 'Bank of old', state: 'former' }] })
  expect(screen.getByText(/None of these is in force/)).toBeTruthy()
  await press('Propose Other Details...')
  const dialog = within(screen.getByRole('dialog'))
  const words = dialog.getByLabelText('Bank details')
  fireEvent.change(words, { target: { value: 'Bank of Lahore' } })
  fireEvent.change(dialog.getByLabelText('Current password'), { target: { value: 'Sunflower-42' } })
  await press('Propose')
  await expect
    .poll(() => sent)
    .toEqual([{ words: 'Bank of Lahore', seen: DETAILS.id, currentPassword: 'Sunflower-42' }])
  expect((words as HTMLTextAreaElement).value).toBe('Bank of Lahore')
})
