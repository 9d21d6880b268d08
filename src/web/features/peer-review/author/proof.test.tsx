import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { STORAGE_KEYS } from '../../../client/storage.ts'
import { ProofPart } from './proof.tsx'

const PROOF = {
  ...{ id: 'p7m2p9qrstvw', sentOn: '2026-06-10', dueOn: '2026-06-13', answer: null, corrections: null },
  queries: [],
  file: { url: '/files/222222222222/proof.pdf', name: 'proof.pdf', bytes: 10 },
} as unknown as NonNullable<Manuscript['proof']>
const MANUSCRIPT = { id: 'k7m2p9qrstvw', proof: PROOF, may: { answerProof: true } } as unknown as Manuscript

/** What was sent to the server. */
const sent: unknown[] = []
// Loaded with the first call, which takes a while here.
beforeAll(() => import('../../../../contract/api/api.ts'))
beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.accessToken, 'token')
  // The pages of the proof cannot be loaded: a sentence takes their place.
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    if (!path.includes('/proofs/')) throw new TypeError('Failed to fetch')
    sent.push(JSON.parse(body!))
    return Response.json({})
  })
})
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

const show = () =>
  act(async () => void render(<ProofPart manuscript={MANUSCRIPT} proof={PROOF} userId="author" onChanged={() => {}} />))
const press = (name: string, where: Pick<typeof screen, 'getByRole'> = screen) =>
  act(async () => void fireEvent.click(where.getByRole('button', { name })))
const question = () => within(screen.getByRole('dialog'))

test('approving a proof asks once', async () => {
  await show()
  await press('Approve')
  expect(question().getByText('The article will be published as it is in this proof.')).toBeTruthy()
  expect(sent).toEqual([])
  await press('Cancel', question())
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Approve')
  await press('Approve', question())
  await expect.poll(() => sent).toEqual([{ answer: 'approved', corrections: null }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('who has typed corrections is told that approving does not send them', async () => {
  await show()
  fireEvent.input(screen.getByLabelText('Corrections'), { target: { value: 'Page 2: italics.' } })
  await press('Approve')
  expect(question().getByText(/^You have typed corrections\. Approving does not send them/)).toBeTruthy()
  await press('Cancel', question())
  await press('Send Corrections')
  await expect.poll(() => sent).toEqual([{ answer: 'corrections', corrections: 'Page 2: italics.' }])
})
