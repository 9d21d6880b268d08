import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Difference } from '../../../../../contract/rules/articles/change-weight.ts'
import { NOTICE_ALONE } from '../../../../../contract/rules/articles/new-names.ts'
import { ChoiceOfKind, overrulingReason, WHAT_REQUIRED, WHY_REQUIRED } from './kind-of-change.tsx'

const NUMBER: Difference = { where: 'Abstract', kind: 'number', count: 1, runs: [] }
const TYPO: Difference = { where: 'Abstract', kind: 'spelling', count: 1, runs: [] }
const REASON = 'It was 3.4 kg.'

function shown(differences: Difference[], reason = REASON, namesLocked = false) {
  const calls = { save: vi.fn(async () => {}), draftNotice: vi.fn(async () => {}) }
  render(
    <MemoryRouter>
      <ChoiceOfKind
        form={{
          ...calls,
          goOn: () => {},
          failure: null,
          busy: false,
          typed: { reason },
          seen: { id: 'a', namesLocked },
        }}
        differences={differences}
      />
    </MemoryRouter>,
  )
  return calls
}
const press = (name: RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('a notice that is proposed is drafted with the sentence, which begins as the reason', async () => {
  const { save, draftNotice } = shown([NUMBER])
  const what = screen.getByLabelText('What happened, in one sentence')
  fireEvent.change(what, { target: { value: ' ' } })
  await press(/Draft the Notice/)
  expect(screen.getByText(WHAT_REQUIRED)).toBeTruthy()
  expect(document.activeElement).toBe(what)
  fireEvent.change(what, { target: { value: REASON } })
  await press(/Draft the Notice/)
  expect(draftNotice).toHaveBeenCalledWith(REASON)
  expect(save).not.toHaveBeenCalled()
})

test('to overrule the proposal needs a reason, which is sent with that of the change', async () => {
  const { save } = shown([NUMBER])
  fireEvent.click(screen.getByRole('radio', { name: /Small change/ }))
  await press(/^Publish/)
  expect(screen.getByText(WHY_REQUIRED)).toBeTruthy()
  expect(save).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('Why not a notice?'), { target: { value: 'It is in no figure.' } })
  await press(/^Publish/)
  expect(save).toHaveBeenCalledWith(overrulingReason(REASON, 'It is in no figure.'))
})

test('a small change that is proposed goes on as it is; the keys choose and send', async () => {
  const { save, draftNotice } = shown([TYPO])
  expect(screen.queryByLabelText('Why not a notice?')).toBeNull()
  await act(async () => fireEvent.keyDown(document, { key: 'Enter', ctrlKey: true }))
  expect(save).toHaveBeenCalledWith()
  await act(async () => fireEvent.keyDown(document, { key: '1' }))
  await act(async () => fireEvent.keyDown(document, { key: 'Enter', ctrlKey: true }))
  expect(draftNotice).toHaveBeenCalledWith(REASON)
})

test('a reason that is too long for a banner is not cut: the sentence is written anew', () => {
  shown([NUMBER], 'x'.repeat(161))
  expect(screen.getByLabelText<HTMLTextAreaElement>('What happened, in one sentence').value).toBe('')
})

test('an article whose PDF is locked is corrected by a notice alone, however small the change', async () => {
  const { save, draftNotice } = shown([TYPO], REASON, true)
  expect(screen.getByText(NOTICE_ALONE)).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /^Small change/ })).toBeNull()
  fireEvent.keyDown(document.body, { key: '2' })
  await press(/Draft the Notice/)
  expect(draftNotice).toHaveBeenCalledWith(REASON)
  expect(save).not.toHaveBeenCalled()
})

test('what readers of such an article do not see changes without one', async () => {
  const { save } = shown([], REASON, true)
  await press(/^Publish/)
  expect(save).toHaveBeenCalled()
})
