import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type ProofQuery, QUERY_ANSWER_REQUIRED } from '../../../../contract/api/proof-queries.ts'
import { QueryToAnswer } from './proof-query.tsx'

const QUERY: ProofQuery = {
  ...{ position: 0, page: 2, anchor: 'three weeks', question: 'Which is right?', answer: null, isSettled: false },
}

afterEach(() => {
  cleanup()
  localStorage.clear()
})

function shown(query: Partial<ProofQuery> = {}, mayAnswer = true) {
  const sent: string[] = []
  render(
    <QueryToAnswer
      query={{ ...QUERY, ...query }}
      mayAnswer={mayAnswer}
      draftKey="test:query"
      send={async (answer) => void sent.push(answer)}
    />,
  )
  return sent
}
const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: /Save Answer/ })))

test('a question names its page and its passage, and wants words', async () => {
  const sent = shown()
  expect(screen.getByRole('region', { name: 'Question 1' }).textContent).toMatch(/page 2.*three weeks.*Which is right/)
  await save()
  expect(screen.getByText(QUERY_ANSWER_REQUIRED)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Your answer'), { target: { value: '  Three.  ' } })
  expect(screen.queryByText(QUERY_ANSWER_REQUIRED)).toBeNull()
  await save()
  expect(sent).toEqual(['Three.'])
})

test('an answer can be changed until it is settled', () => {
  shown({ answer: 'Three.' })
  expect(screen.getByText('Answered')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Your answer'), { target: { value: 'Four.' } })
  expect(screen.getByRole('button', { name: /Save Answer/ })).toBeTruthy()
  cleanup()
  localStorage.clear()
  shown({ answer: 'Three.', isSettled: true })
  expect(screen.queryByLabelText('Your answer')).toBeNull()
  expect(screen.getByText('Three.')).toBeTruthy()
})

test('who may not answer reads it', () => {
  shown({}, false)
  expect(screen.getByText('No answer yet.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
