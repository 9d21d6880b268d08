import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { ApiError } from '../../../../client/api-error.ts'
import { PublicationChoice } from './publication-choice.tsx'

type Asked = NonNullable<OpenReview['publication']>
const ASKED: Asked = { choice: null, printedAs: 'Marta Lindqvist, University of Lund', published: null }

function shown(asked: Asked, answer: ApiError | null = null) {
  const calls: unknown[] = []
  render(
    <MemoryRouter>
      <PublicationChoice
        asked={asked}
        sending={false}
        act={async (call) => {
          calls.push(call)
          return answer
        }}
      />
    </MemoryRouter>,
  )
  return calls
}
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })

test('nothing is chosen in advance, and each choice is sent at once', async () => {
  const calls = shown(ASKED)
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, false, false])
  expect(screen.getByText('Printed as Marta Lindqvist, University of Lund')).toBeTruthy()
  await act(async () => fireEvent.click(radio(/^Yes, without my name/)))
  expect(calls).toHaveLength(1)
})

test('a choice that could not be saved is not shown as chosen', async () => {
  shown(ASKED, new ApiError(0, 'No connection'))
  await act(async () => fireEvent.click(radio(/^Yes, with my name/)))
  expect(radio(/^Yes, with my name/).checked).toBe(false)
  expect(screen.queryByText('Your answer is saved.')).toBeNull()
})

test('what was chosen is shown as saved', () => {
  shown({ ...ASKED, choice: 'named' })
  expect(radio(/^Yes, with my name/).checked).toBe(true)
  expect(screen.getByText('Your answer is saved.')).toBeTruthy()
})

test('once the report is published, all that is left is to take the name away', async () => {
  const calls = shown({ ...ASKED, choice: 'named', published: 'named' })
  expect(screen.queryAllByRole('radio')).toEqual([])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Take My Name Away' })))
  expect(calls).toHaveLength(1)
})

test('and nothing if it is published without the name', () => {
  shown({ ...ASKED, choice: 'unsigned', published: 'unsigned' })
  expect(screen.getByText('Your report is published without your name.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
