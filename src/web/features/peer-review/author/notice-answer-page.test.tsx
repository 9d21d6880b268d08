import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { type NoticeForAuthor, REMARK_TOO_LONG } from '../../../../contract/api/notices.ts'
import { NoticeAnswerView } from './notice-answer-page.tsx'

const DRAFT: NoticeForAuthor = {
  ...{ id: 'n', kind: 'retraction', articleTitle: 'Leaf extract', dueOn: '2026-06-30', isOpen: true },
  ...{
    articlePath: '/blog/a',
    what: 'the yields cannot be right',
    details: 'Three errors are the same.',
    why: 'Copied.',
  },
  ...{ foundBy: 'A reader', effect: 'Yield has no support.', action: 'We retract it.', authors: 3 },
  you: { name: 'Amina Talpur', answer: null, remark: null, mayPrint: false },
}

function shown(draft: NoticeForAuthor) {
  const calls: unknown[] = []
  render(
    <MemoryRouter>
      <NoticeAnswerView
        shown={draft}
        mark={() => null}
        act={async (call) => {
          calls.push(call)
          return null
        }}
      />
    </MemoryRouter>,
  )
  return calls
}
const send = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send My Answer' })))

test('an answer needs a choice, and its remark at most a hundred words', async () => {
  const calls = shown(DRAFT)
  await send()
  expect(screen.getByText('Please say whether you agree')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'I disagree' }))
  const remark = screen.getByLabelText('Your remark (optional)')
  fireEvent.change(remark, { target: { value: 'word '.repeat(101) } })
  expect(screen.getByText('101 of 100 words')).toBeTruthy()
  await send()
  expect(screen.getByText(REMARK_TOO_LONG)).toBeTruthy()
  expect(calls).toHaveLength(0)
  fireEvent.change(remark, { target: { value: 'The books exist.' } })
  expect(screen.getByText('“The books exist.”')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Print my remark with the notice' }))
  expect(screen.queryByText('“The books exist.”')).toBeNull()
  await send()
  expect(calls).toHaveLength(1)
})

test('what was answered is shown as it will be printed, and can be changed until the date', async () => {
  shown({ ...DRAFT, you: { ...DRAFT.you, answer: 'agrees' } })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you for your answer')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Change My Answer' })))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'I agree' }).checked).toBe(true)
})

test('after the date nothing is asked, and it is said', () => {
  shown({ ...DRAFT, isOpen: false })
  expect(screen.getByText(/Answers were taken until June 30, 2026/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send My Answer' })).toBeNull()
})
