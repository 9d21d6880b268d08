import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { STORAGE_KEYS } from '../../../client/storage.ts'
import { AskForTime } from './ask-for-time.tsx'

const MANUSCRIPT = { id: 'k7m2p9qrstvw', letters: [{ revisionDueOn: '2026-06-24' }] } as unknown as Manuscript

/** What was sent to the server. */
const sent: { path: string; body: unknown }[] = []
// Loaded with the first call, which takes a while here.
beforeAll(() => import('../../../../contract/api/api.ts'))
beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.accessToken, 'token')
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) })
    return Promise.reject(new TypeError('Failed to fetch'))
  })
})
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

const show = (manuscript = MANUSCRIPT) =>
  render(<AskForTime manuscript={manuscript} userId="author" onChanged={() => {}} />)
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('an author asks for another day, with a reason, and a failed call loses neither', async () => {
  const page = show()
  expect(screen.getByText(/^The revision is due by June 24, 2026\./)).toBeTruthy()
  await press('Ask for Another Date...')
  await press('Ask the Editor')
  expect(screen.getByText('Please choose a date')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.input(screen.getByLabelText('Send the revision by'), { target: { value: '2026-07-08' } })
  fireEvent.input(screen.getByLabelText('Reason (optional)'), { target: { value: 'Fieldwork until July.' } })
  await press('Ask the Editor')
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]!.path).toMatch(/\/manuscripts\/k7m2p9qrstvw\/revision-date$/)
  expect(sent[0]!.body).toEqual({ dueOn: '2026-07-08', reason: 'Fieldwork until July.' })

  page.unmount()
  show()
  await press('Ask for Another Date...')
  expect(screen.getByLabelText('Send the revision by')).toHaveProperty('value', '2026-07-08')
  expect(screen.getByLabelText('Reason (optional)')).toHaveProperty('value', 'Fieldwork until July.')
})

test('of a decision without a day there is nothing to ask', () => {
  show({ ...MANUSCRIPT, letters: [{ revisionDueOn: null }] } as unknown as Manuscript)
  expect(screen.queryByRole('button')).toBeNull()
})
