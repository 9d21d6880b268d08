import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Request } from '../../../../contract/api/requests.ts'
import { REQUEST_STATES } from '../../../../contract/rules/articles/requests.ts'
import { ApiError } from '../../../client/api-error.ts'
import { EnterDialog } from './desk-enter.tsx'
import { RequestDesk } from './desk-page.tsx'
import { nextOf, requestsInWords } from './desk-rows.tsx'
import { movesOf } from './desk-state.ts'

const calls = vi.hoisted(() => ({
  ...{ read: vi.fn(), take: vi.fn(), decide: vi.fn(), decline: vi.fn(), enter: vi.fn() },
}))
vi.mock('../../../client/api.ts', () => ({ browserApi: { requests: calls } }))

const NOTICE = { id: 'n', kind: 'correction', state: 'draft', path: null } as const
const REQUEST: Request = {
  ...{ id: 'r', kind: 'correction', state: 'open', text: 'It was deeper.', whoseError: null, affects: null },
  passages: [{ passage: 'at 1 to 2 m', wording: 'at 3 to 4 m' }],
  ...{ receivedOn: '2026-06-01', dueOn: '2026-06-29', outcome: null, answer: null, answeredOn: null },
  article: { id: 'a', title: 'Roots', doi: null, standing: 'current', authors: 'A. Malik' },
  ...{ from: 'reader', name: 'Zahra Baloch', email: 'zahra@readers.test', isEntered: false, files: [] },
  ...{ handler: null, isLate: false, notice: null, version: 1 },
}
const ANSWERED: Request = {
  ...{ ...REQUEST, state: 'decided', outcome: 'change', answer: 'It was changed.', answeredOn: '2026-06-02' },
  version: 2,
}
const LETTER = 'Thank you, the depth is right now.'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  for (const call of Object.values(calls)) call.mockReset()
})

function shown(request: Request) {
  const Page = createRoutesStub([{ path: '/', Component: () => <RequestDesk loaded={request} /> }])
  return render(<Page />)
}
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const isThere = (role: 'button' | 'link' | 'form', name: string | RegExp) => screen.queryByRole(role, { name }) !== null

describe('the moves of each state', () => {
  const OPEN = { take: true, begin: true, decide: true, decline: true }
  const NONE = { take: false, begin: false, decide: false, decline: false }
  test.each([
    ['open', {}, OPEN],
    ['open and one’s own', { handler: { id: 'me', name: '' } }, { ...OPEN, take: false }],
    ['open with a notice', { notice: NOTICE }, { ...OPEN, begin: false }],
    ['open with a notice that was dropped', { notice: { ...NOTICE, state: 'dropped' } }, OPEN],
    ['with the authors', { state: 'with-authors', notice: NOTICE }, { ...OPEN, begin: false, decline: false }],
    ['decided', { state: 'decided' }, NONE],
    ['declined', { state: 'declined' }, NONE],
  ] as [string, Partial<Request>, object][])('%s', (_, change, moves) => {
    expect(movesOf({ ...REQUEST, ...change }, 'me')).toEqual(moves)
  })

  test.each(REQUEST_STATES)('%s: the page has their buttons and no others', (state) => {
    const request = { ...REQUEST, state, answeredOn: state === 'decided' || state === 'declined' ? '2026-06-02' : null }
    const moves = movesOf(request, '')
    shown(request)
    expect(isThere('button', 'Take Over')).toBe(moves.take)
    expect(isThere('link', 'Begin a Correction')).toBe(moves.begin)
    expect(isThere('button', 'Begin a Notice …')).toBe(moves.begin)
    expect(isThere('button', 'Decline …')).toBe(moves.decline)
    expect(isThere('form', 'Answer')).toBe(moves.decide)
  })

  test.each([
    ['nobody looks after', { handler: null }, 'Answer'],
    ['the editor looks after', { handler: { id: 'me', name: '' } }, 'Answer'],
    ['another looks after', { handler: { id: 'other', name: '' } }, 'Open'],
    ['has a notice under way', { notice: NOTICE }, null],
    ['had a notice that was dropped', { notice: { ...NOTICE, state: 'dropped' } }, 'Answer'],
  ] as [string, Partial<Request>, string | null][])('on Today, what is next for one that %s', (_, change, next) => {
    expect(nextOf({ ...REQUEST, ...change }, 'me')).toBe(next)
  })
})

test.each([
  ['', []],
  ['', [{ notice: NOTICE }, { handler: { id: 'other', name: '' } }]],
  ['One request needs you.', [{}]],
  ['Two requests need you; one is late.', [{}, { isLate: true }]],
] as [string, Partial<Request>[]][])('on Today they are counted: %s', (words, changes) => {
  const requests = changes.map((change) => ({ ...REQUEST, ...change }))
  expect(requestsInWords(requests, 'me')).toBe(words)
})

describe('an answer', () => {
  test('needs an outcome and a letter; an answer with a notice needs the notice', async () => {
    shown(REQUEST)
    await press('Send the Answer')
    expect(screen.getByText('Please choose what came of it')).toBeTruthy()
    expect(screen.getByText('Please write to the person who has asked')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /With a notice/ }).disabled).toBe(true)
    expect(calls.decide).not.toHaveBeenCalled()
  })

  test('is sent with the version on the screen, and then shown', async () => {
    calls.decide.mockResolvedValue(ANSWERED)
    shown(REQUEST)
    fireEvent.click(screen.getByRole('radio', { name: /With a change/ }))
    type('Letter to Zahra Baloch', `${LETTER} `)
    await press('Send the Answer')
    expect(calls.decide).toHaveBeenCalledWith({ id: 'r', version: 1, outcome: 'change', answer: LETTER })
    expect(screen.getByText('It was changed.')).toBeTruthy()
    expect(screen.queryByText('Your letter, which was not sent')).toBeNull()
  })

  test('stays when another editor has taken the request over, and is sent with the version of now', async () => {
    calls.decide.mockRejectedValueOnce(new ApiError(409, 'It has been changed.')).mockResolvedValueOnce(ANSWERED)
    calls.read.mockResolvedValue({ ...REQUEST, handler: { id: 'other', name: 'Bilal' }, version: 5 })
    shown(REQUEST)
    fireEvent.click(screen.getByRole('radio', { name: /Without a change/ }))
    type('Letter to Zahra Baloch', LETTER)
    await press('Send the Answer')
    expect(screen.getByText('It has been changed.')).toBeTruthy()
    expect(screen.getByText('Bilal')).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Letter to Zahra Baloch').value).toBe(LETTER)
    await press('Send the Answer')
    expect(calls.decide).toHaveBeenLastCalledWith({ id: 'r', version: 5, outcome: 'nothing', answer: LETTER })
  })

  test('that another editor was faster with is shown, and one’s own letter stays until it is discarded', async () => {
    calls.decide.mockRejectedValue(new ApiError(409, 'This request has been answered.'))
    calls.read.mockResolvedValue(ANSWERED)
    const { unmount } = shown(REQUEST)
    fireEvent.click(screen.getByRole('radio', { name: /Without a change/ }))
    type('Letter to Zahra Baloch', LETTER)
    await press('Send the Answer')
    expect(screen.getByText('This request has been answered.')).toBeTruthy()
    expect(screen.getByText('It was changed.')).toBeTruthy()
    expect(screen.getByText(LETTER)).toBeTruthy()
    // Also after a reload.
    unmount()
    shown(ANSWERED)
    expect(screen.getByText(LETTER)).toBeTruthy()
    await press('Discard It')
    expect(screen.queryByText(LETTER)).toBeNull()
  })

  test('to nobody is saved, not sent', () => {
    shown({ ...REQUEST, email: null, name: '', from: 'institution', isEntered: true })
    expect(screen.getByLabelText('Letter to an institution')).toBeTruthy()
    expect(isThere('button', 'Save the Answer')).toBe(true)
  })
})

test('declining needs a reason, which stays with the server’s sentence if it is refused', async () => {
  calls.decline.mockRejectedValue(new ApiError(409, 'This request has been answered.'))
  calls.read.mockResolvedValue(ANSWERED)
  shown(REQUEST)
  await press('Decline …')
  await press('Decline')
  expect(screen.getByText('Please say why')).toBeTruthy()
  type('Why is it declined?', 'The value is right.')
  await press('Decline')
  expect(calls.decline).toHaveBeenCalledWith({ id: 'r', version: 1, reason: 'The value is right.' })
  expect(screen.getAllByText('This request has been answered.')).toHaveLength(2)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Why is it declined?').value).toBe('The value is right.')
})

test('a passage shows what it says and what it should say, with the words marked in which they differ', () => {
  const { container } = shown({ ...REQUEST, passages: [...REQUEST.passages, { passage: 'A reader’s', wording: '' }] })
  expect([...container.querySelectorAll('del')].map(({ textContent }) => textContent)).toEqual([
    'removed: 1',
    'removed: 2',
  ])
  expect([...container.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual(['added: 3', 'added: 4'])
  expect(screen.getByText('A reader’s')).toBeTruthy()
  expect(screen.getAllByText('It should say')).toHaveLength(1)
})

test('a request that came by letter needs who, what and words; its page opens', async () => {
  calls.enter.mockResolvedValue(REQUEST)
  const Page = createRoutesStub([
    { path: '/', Component: () => <EnterDialog articleId="a" onClose={() => {}} /> },
    { path: '/admin/requests/r', Component: () => <p>The request</p> },
  ])
  render(<Page />)
  await press('Enter It')
  for (const words of [/choose who has asked/, /choose what it is about/, /say what is wrong/]) {
    expect(screen.getByText(words)).toBeTruthy()
  }
  type('Who asks?', 'institution')
  type('What is it about?', 'concern')
  type('Email for the answer (optional)', 'nobody')
  type('What is wrong?', 'Two plates are the same.')
  await press('Enter It')
  expect(calls.enter).not.toHaveBeenCalled()
  type('Email for the answer (optional)', ' ')
  await press('Enter It')
  const entered = { articleId: 'a', kind: 'concern', from: 'institution', name: '', email: null }
  expect(calls.enter).toHaveBeenCalledWith({ ...entered, text: 'Two plates are the same.' })
  expect(await screen.findByText('The request')).toBeTruthy()
})
