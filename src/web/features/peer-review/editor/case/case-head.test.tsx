import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CaseView } from '../../../../../contract/api/case-view.ts'
import { STORAGE_KEYS } from '../../../../client/storage.ts'
import { CaseHead } from './case-head.tsx'
import { CaseContext } from './section.tsx'

const NOW = new Date('2026-06-16T12:00:00.000Z')
const DECISION = { id: 'd1', kind: 'minor', isUndone: false, decidedAt: '2026-06-10T08:00:00.000Z' }
const view = (more: object) =>
  ({
    ...{ id: 'k7m2p9qrstvw', number: '2026-041', receivedOn: '2026-05-01', promisedOn: '2026-06-12', promise: null },
    ...{ article: { title: 'Roots', category: 'Physiology' }, authors: [], stage: 'revising' },
    decisions: [{ ...DECISION, revisionDueOn: '2026-06-24' }],
    ...more,
  }) as unknown as CaseView

/** What was sent to the server. */
const sent: { path: string; body: unknown }[] = []
// Loaded with the first call, which takes a while here.
beforeAll(() => import('../../../../../contract/api/api.ts'))
beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.accessToken, 'token')
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) })
    return Response.json({ message: 'Saved' })
  })
})
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

const show = (more: object = {}) => {
  const element = (
    <CaseContext value={{ view: view(more), now: NOW, isGuest: false, publish: () => {} }}>
      <CaseHead />
    </CaseContext>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}
const button = (name: string) => screen.queryByRole('button', { name })
const OPEN = 'Change the date of the revision'

describe('the day of a revision, on the page of its case', () => {
  test('is shown, and moved by its editor', async () => {
    show()
    expect(screen.getByText(/^Revision due by/).textContent).toBe('Revision due by June 24')
    fireEvent.click(button(OPEN)!)
    fireEvent.input(screen.getByLabelText('Revision due by'), { target: { value: '2026-07-08' } })
    await act(async () => void fireEvent.click(button('Change Date')!))
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]!.path).toMatch(/\/cases\/k7m2p9qrstvw\/revision-date$/)
    expect(sent[0]!.body).toEqual({ dueOn: '2026-07-08' })
  })

  test('is not moved while the decision can be undone', () => {
    show({ decisions: [{ ...DECISION, decidedAt: '2026-06-16T11:55:00.000Z', revisionDueOn: '2026-06-24' }] })
    expect(screen.getByText(/^Revision due by/)).toBeTruthy()
    expect(button(OPEN)).toBeNull()
  })

  test('is not spoken of where no revision is awaited', () => {
    show({ stage: 'reviewing' })
    expect(screen.queryByText(/^Revision due by/)).toBeNull()
  })
})
