import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { type Choice, joinedSource } from '../../../../contract/rules/settings/joined-source.ts'
import { sourceOf } from '../../../../contract/rules/settings/text-parts.ts'
import { JoinTexts } from './join-texts.tsx'
import type { OtherText } from './use-join.ts'

const source = (subject: string, body: string) => sourceOf({ head: { subject }, body })
const joined = vi.fn<(text: string) => void>()

function Shown({ by = 'Helena Sandström' }: { by?: string | null }) {
  const [choices, setChoices] = useState<(Choice | undefined)[]>([])
  const join = joinedSource(
    source('Hello', 'One\n\nTwo'),
    source('Hello!', 'One!\n\nTwo'),
    source('Hello?', 'One?\n\nTwo?'),
  )
  const text = { since: { source: '', by, at: '2026-03-01T10:00:00.000Z' } } as OtherText['text']
  const choose = (at: number, choice: Choice) =>
    setChoices(join.questions.map((_question, index) => (index === at ? choice : choices[index])))
  return (
    <JoinTexts
      other={{ text, join, choices, choose }}
      labelOf={() => 'Subject'}
      onJoin={() => joined(join.source(choices))}
      onMine={() => {}}
      onTheirs={() => {}}
    />
  )
}

test('two changes of one text: each place is asked about, none is left out, and the outcome is what was chosen', () => {
  render(<Shown />)
  const heading = screen.getByRole('heading', { name: /^Helena Sandström changed this on March 1, 2026\. Choose one/ })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByText(/^1 change that only they made is kept\. You have both changed 2 places/)).toBeTruthy()
  const [subject, paragraph] = ['Subject', 'Paragraph 1 of 1'].map((name) => screen.getByRole('group', { name }))
  expect(subject!.querySelectorAll('input')).toHaveLength(2)
  expect(paragraph!.querySelectorAll('input')).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Join Them' }))
  expect(joined).not.toHaveBeenCalled()
  expect(screen.getAllByText('Please choose one.')).toHaveLength(2)
  expect(subject!.contains(document.activeElement)).toBe(true)
  fireEvent.click(subject!.querySelector('[value=theirs]')!)
  expect(screen.getByRole('status').textContent).toMatch(/^1 of 2 chosen/)
  fireEvent.click(paragraph!.querySelector('[value=both]')!)
  fireEvent.click(screen.getByRole('button', { name: 'Join Them' }))
  expect(joined).toHaveBeenCalledExactlyOnceWith(source('Hello?', 'One?\n\nOne!\n\nTwo?'))
})

test('a change by an account that is gone has no name', () => {
  render(<Shown by={null} />)
  expect(screen.getByRole('heading', { name: /^Another editor changed this/ })).toBeTruthy()
})
