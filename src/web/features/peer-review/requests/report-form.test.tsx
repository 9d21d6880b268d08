import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ReportProblemForm, type SentReport } from './report-form.tsx'

const ARTICLE = 'k7m2p9qrstvw'
const WRONG = 'The June value of Table 2 is that of July.'

/** What was sent, and how the server answers. */
const calls: unknown[] = []
function answering(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', (_url: unknown, { body }: { body: string }) => {
    calls.push(JSON.parse(body))
    return answer()
  })
}
// Loaded with the first call, which takes a while here.
beforeAll(() => import('../../../../contract/api/api.ts'))
afterEach(() => {
  calls.length = 0
  vi.unstubAllGlobals()
})

function shown() {
  const sent: SentReport[] = []
  const page = render(<ReportProblemForm id={ARTICLE} onSent={(report) => sent.push(report)} />)
  return { sent, ...page }
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const send = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send to the Editors' })))

test('a report needs what it is about, what is wrong, a name and an address', async () => {
  answering(() => Promise.reject(new TypeError('never asked')))
  shown()
  await send()
  for (const said of ['Please choose what it is about', 'Please say what is wrong', 'Email is required'])
    expect(screen.getByText(said)).toBeTruthy()
  expect(screen.getByText('Please enter your name')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0])
  fireEvent.click(screen.getByRole('radio', { name: /^Something is wrong in the text/ }))
  expect(screen.queryByText('Please choose what it is about')).toBeNull()
  expect(calls).toHaveLength(0)
})

test('what was typed stays when a call fails and when the page is loaded again, and is gone once it is sent', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  const first = shown()
  fireEvent.click(screen.getByRole('radio', { name: /^Something is wrong in the text/ }))
  type(/^What is wrong/, WRONG)
  type('Your name', 'Zahra Baloch')
  type('Your email', 'Zahra@Readers.test')
  await send()
  expect(screen.getByText(/there is no connection. What you typed is saved on this device/)).toBeTruthy()
  first.unmount()

  const message = 'Thank you.'
  answering(() => Promise.resolve(Response.json({ message }, { status: 201 })))
  const { sent } = shown()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^What is wrong/).value).toBe(WRONG)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Something is wrong in the text/ }).checked).toBe(true)
  await send()
  expect(calls.at(-1)).toEqual({
    ...{ kind: 'correction', text: WRONG, passage: null, name: 'Zahra Baloch', email: 'zahra@readers.test' },
  })
  expect(sent).toEqual([{ message, email: 'zahra@readers.test' }])
  expect(localStorage.getItem(`journal:report:${ARTICLE}`)).toBeNull()
})
