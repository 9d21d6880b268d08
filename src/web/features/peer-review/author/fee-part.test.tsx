import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { FeeOfManuscript } from '../../../../contract/api/fees.ts'
import { STORAGE_KEYS } from '../../../client/storage.ts'
import { FeePart } from './fee-part.tsx'

const waiver = {
  ...{ kind: 'nothing' as const, couldPay: '', reason: 'There is no fund.', askedAt: '2026-05-28T09:00:00.000Z' },
  ...{ outcome: null, remains: null, answer: null, answeredAt: null },
}
const FEE: FeeOfManuscript = {
  submittedOn: '2026-05-28',
  fees: {
    submission: 'Free',
    local: { amount: 'PKR 15,000', whom: 'authors in Pakistan' },
    international: { amount: 'USD 100', whom: 'other authors' },
  },
  ...{ waiver: null, mayAsk: true, paymentFirst: false, invoices: [], hasOfficer: false },
}

/** What the server answers next; no connection when there is nothing. */
const answers: FeeOfManuscript[] = []
const asked: string[] = []
beforeAll(() => import('../../../../contract/api/api.ts'))
beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.accessToken, 'token')
  vi.stubGlobal('fetch', (_path: string, { method = 'GET' }: { method?: string } = {}) => {
    asked.push(method)
    const answer = answers.shift()
    return answer
      ? Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }))
      : Promise.reject(new TypeError('Failed to fetch'))
  })
})
afterEach(() => {
  answers.length = asked.length = 0
  vi.unstubAllGlobals()
})

const show = () => render(<FeePart id="k7m2p9qrstvw" userId="author" />)
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('a failed call can be tried again', async () => {
  show()
  expect(await screen.findByText('The fee could not be loaded.')).toBeTruthy()
  answers.push(FEE)
  await press('Try Again')
  expect(await screen.findByText(/PKR 15,000 for authors in Pakistan/)).toBeTruthy()
})

test('what was asked is shown from the answer, without another call', async () => {
  answers.push(FEE, { ...FEE, waiver })
  show()
  await screen.findByText(/PKR 15,000/)
  await press('I Cannot Pay the Full Fee...')
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'I cannot pay anything' })))
  fireEvent.input(screen.getByLabelText('Why'), { target: { value: 'There is no fund.' } })
  await press('Send')
  expect(await screen.findByText(/^You asked on May 28, 2026/)).toHaveProperty(
    'textContent',
    'You asked on May 28, 2026: I cannot pay anything. You get an email with our answer, after acceptance.',
  )
  expect(asked).toEqual(['GET', 'POST'])
})

test('where nothing will be paid, no answer is promised', async () => {
  answers.push({ ...FEE, waiver, mayAsk: false })
  show()
  expect(await screen.findByText(/^You asked on/)).toHaveProperty(
    'textContent',
    'You asked on May 28, 2026: I cannot pay anything. There is no fee to pay, so nothing more is needed.',
  )
})

test('who has to pay before publication is told so', async () => {
  answers.push({ ...FEE, paymentFirst: true })
  show()
  expect(await screen.findByText(/published once the fee is paid or waived/)).toBeTruthy()
})
