import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { NameChange } from '../../../../contract/api/name-changes.ts'
import { NameChangeDesk } from './name-change.tsx'

const calls = vi.hoisted(() => ({ read: vi.fn(), propose: vi.fn(), carryOut: vi.fn() }))
vi.mock('../../../client/api.ts', () => ({ browserApi: { nameChanges: calls } }))

const person = (id: string, isSame: boolean) => ({
  ...{ contributorId: id, name: 'Ayesha Malik', isSame },
  article: { id: `article-${id}`, title: `Roots ${id}` },
})
const CHANGE: NameChange = {
  ...{ requestId: 'r', version: 3, state: null, asksAt: 'ayesha@plants.test', proposal: null, pdfs: [] },
  people: [person('one', true), person('two', false)],
}
const AGREED: NameChange = {
  ...{ ...CHANGE, state: 'agreed' },
  proposal: {
    name: { familyName: 'Rahimi', givenNames: 'Zara', fullName: 'Zara Rahimi', email: null },
    ...{ contributorIds: ['one'], words: [] },
  },
  pdfs: [
    { fileId: 'p', articleId: 'article-one', versions: [1, 2], fate: 'uploaded' },
    { fileId: 'q', articleId: 'article-one', versions: [3], fate: 'locked' },
  ],
}

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset()
})

async function shown(change: NameChange) {
  calls.read.mockResolvedValue(change)
  const done = vi.fn().mockResolvedValue(undefined)
  const Page = createRoutesStub([{ path: '/', Component: () => <NameChangeDesk requestId="r" onDone={done} /> }])
  await act(async () => void render(<Page />))
  return done
}
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a proposal needs a name; those who are surely the person are chosen, and forms are suggested', async () => {
  calls.propose.mockResolvedValue({ ...AGREED, state: 'asked' })
  const done = await shown(CHANGE)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Roots one/ }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Roots two/ }).checked).toBe(false)
  await press('Ask the Person')
  expect(calls.propose).not.toHaveBeenCalled()
  type('New family name', 'Rahimi')
  type('New given names', 'Zara')
  await press('Suggest Forms')
  const forms = screen.getByLabelText<HTMLTextAreaElement>(/^Abbreviated forms/)
  expect(forms.value).toContain('Malik A → Rahimi Z')
  type(/^Abbreviated forms/, 'A.M. → Z.R.')
  await press('Ask the Person')
  expect(calls.propose).toHaveBeenCalledWith({
    ...{ id: 'r', version: 3, contributorIds: ['one'], words: [{ from: 'A.M.', to: 'Z.R.' }] },
    name: { familyName: 'Rahimi', givenNames: 'Zara', fullName: null, email: null },
  })
  expect(done).toHaveBeenCalledTimes(1)
  expect(screen.getByText(/has not answered yet/)).toBeTruthy()
})

test('it is carried out with an answer for each PDF that was uploaded, and a letter', async () => {
  calls.carryOut.mockResolvedValue({ ...CHANGE, state: 'done', people: [] })
  await shown(AGREED)
  type('Letter to the person', 'It is done.')
  await press('Change It Everywhere')
  expect(screen.getByText('Please upload a PDF for each, or say that there is none')).toBeTruthy()
  expect(calls.carryOut).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('checkbox', { name: /^There is none with the new name/ }))
  await press('Change It Everywhere')
  expect(calls.carryOut).toHaveBeenCalledWith({
    ...{ id: 'r', version: 3, answer: 'It is done.', pdfs: [{ fileId: 'p', url: null }] },
  })
  expect(screen.getByText(/What it was is not kept/)).toBeTruthy()
})
