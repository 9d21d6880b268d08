import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { STORAGE_KEYS } from '../../../client/storage.ts'
import { AskForm } from './ask-form.tsx'

const ARTICLE = 'k7m2p9qrstvw'
const FILE = { url: '/files/222222222222/table-2.xlsx', name: 'table-2.xlsx', bytes: 10 }
const KEY = `journal:manuscript:author:${ARTICLE}:request`

/** What was sent to the server, which takes everything. */
const calls: unknown[] = []
// Loaded with the first call, which takes a while here.
beforeAll(() => import('../../../../contract/api/api.ts'))
beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.accessToken, 'token')
  vi.stubGlobal('fetch', (_url: unknown, { body }: { body: string }) => {
    calls.push(JSON.parse(body))
    return Promise.resolve(Response.json({ id: 'request' }, { status: 201 }))
  })
})
afterEach(() => {
  calls.length = 0
  vi.unstubAllGlobals()
})

function shown() {
  const sent = vi.fn()
  render(<AskForm articleId={ARTICLE} userId="author" onSent={sent} />)
  return sent
}
const type = (label: string | RegExp, value: string, at = 0) =>
  fireEvent.change(screen.getAllByLabelText(label)[at]!, { target: { value } })
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const choose = (question: string, answer: string) => {
  const radios = screen.getByRole('group', { name: question }).querySelectorAll('label')
  fireEvent.click([...radios].find(({ textContent }) => textContent === answer)!)
}

test('a request says what is wrong, or what a passage should say', async () => {
  const sent = shown()
  await press('Send Request')
  expect(screen.getByText('Please say what is wrong')).toBeTruthy()
  // A new wording without the passage that it replaces.
  type('It should say', 'at 3 to 4 m')
  await press('Send Request')
  expect(screen.getByText('Please copy the passage from the article')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('In the article'))
  type('In the article', 'Soil water at 1 to 2 m')
  expect(screen.queryByText('Please copy the passage from the article')).toBeNull()
  type('It should say', 'Soil water at 3 to 4 m')
  expect(screen.getByText('What would change').nextElementSibling!.textContent).toBe(
    'Soil water at removed: 1 added: 3 to removed: 2 added: 4 m ',
  )
  await press('Send Request')
  expect(calls).toEqual([
    {
      ...{ kind: 'correction', text: '', whoseError: null, affects: null, files: [] },
      passages: [{ passage: 'Soil water at 1 to 2 m', wording: 'Soil water at 3 to 4 m' }],
    },
  ])
  expect(sent).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem(KEY)).toBeNull()
})

test('the error of a passage stands at it, also below an empty one', async () => {
  shown()
  await press('Add Another Passage')
  type('It should say', 'at 3 to 4 m', 1)
  await press('Send Request')
  const second = screen.getByRole('group', { name: 'Passage 2' })
  expect(second.textContent).toContain('Please copy the passage from the article')
  expect(screen.getByRole('group', { name: 'Passage 1' }).textContent).not.toContain('Please copy the passage from')
  await press('Remove passage 2')
  expect(screen.getAllByLabelText('It should say')).toHaveLength(1)
})

test('a name that has changed is nobody’s error', async () => {
  shown()
  choose('Whose error is it?', 'The journal’s')
  fireEvent.click(screen.getByRole('radio', { name: 'My name has changed' }))
  expect(screen.queryByRole('group', { name: 'Whose error is it?' })).toBeNull()
  type('What should change, and why?', 'I have married.')
  await press('Send Request')
  expect(calls).toMatchObject([{ kind: 'name', text: 'I have married.', whoseError: null, passages: [] }])
})

test('what was typed and uploaded before is there again, and is sent', async () => {
  localStorage.setItem(
    KEY,
    JSON.stringify({ text: 'The caption is that of a draft.', files: [FILE], kind: 'nonsense' }),
  )
  shown()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Something is wrong in the text/ }).checked).toBe(true)
  expect(screen.getByText(FILE.name)).toBeTruthy()
  await press('Send Request')
  expect(calls).toMatchObject([{ text: 'The caption is that of a draft.', files: [FILE.url] }])
})
