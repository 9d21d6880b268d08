import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WAIVER_CHANGED, type WaiverToAnswer } from '../../../contract/api/fees.ts'
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

const Desk = () => <FeesDesk waivers={useLoaderData()} />
const show = async (totalToAnswer = 1) => {
  const loader = () => ({ toAnswer: [now], totalToAnswer, answered: [] })
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
  expect(screen.getByText('101 waivers to answer')).toBeTruthy()
  expect(screen.getByText(/^The oldest 1 are listed/)).toBeTruthy()
})
