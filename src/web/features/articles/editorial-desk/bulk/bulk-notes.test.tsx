import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BulkOutcome } from '../../../../../contract/api/bulk-articles.ts'
import { BulkNotes } from './bulk-notes.tsx'

const change = { id: 'a', message: '2 articles archived.', until: '2099-01-01T00:00:00.000Z' }
const outcome: BulkOutcome = {
  ...{ message: change.message, change, more: 0 },
  left: [{ title: 'Held one', reason: 'It is held for an issue.' }],
}
const notes = (of: BulkOutcome | null) => (
  <BulkNotes changes={of ? [change] : []} outcome={of} busy={false} onUndo={() => {}} />
)

test('what has been changed is told by the one region that was there before', () => {
  const { rerender } = render(notes(null))
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  rerender(notes(outcome))
  expect(screen.getAllByRole('status')).toEqual([status])
  expect(status.textContent).toBe('2 articles archived. 1 article left as before.')
  rerender(notes({ ...outcome, left: [] }))
  expect(status.textContent).toBe('2 articles archived.')
})
