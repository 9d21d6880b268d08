import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OwnRequest } from '../../../../contract/api/requests.ts'
import { OwnReportView } from './own-report-page.tsx'
import { OwnRequestView } from './own-request.tsx'

const REQUEST: OwnRequest = {
  ...{
    id: 'r',
    kind: 'correction',
    state: 'open',
    text: 'The value is that of July.',
    whoseError: null,
    affects: null,
  },
  passages: [{ passage: '5.1 kg in June', wording: '' }],
  ...{ receivedOn: '2026-05-28', dueOn: '2099-06-25', outcome: null, answer: null, answeredOn: null },
  ...{
    articleTitle: 'Sap flow in <i>Prosopis</i>',
    articlePath: '/blog/a',
    isConfirmed: true,
    files: [],
    notice: null,
    nameChange: null,
  },
  steps: [
    { title: 'Received', on: '2026-05-28', state: 'done' },
    { title: 'Answered', on: null, state: 'now' },
  ],
}
const NOTICE: OwnRequest['notice'] = {
  ...{ kind: 'correction', path: '/blog/n', publishedOn: '2026-06-09', version: 3, comparePath: '/blog/a/compare/2/3' },
  answers: [
    { name: 'Rubina Solangi', answer: 'agrees' },
    { name: 'Anwar Jatoi', answer: null },
  ],
}

const asAuthor = (request: Partial<OwnRequest>) =>
  render(
    <MemoryRouter>
      <OwnRequestView request={{ ...REQUEST, ...request }} noun="request" chip={(kind) => <b>{kind}</b>} />
    </MemoryRouter>,
  )

function asReader(request: Partial<OwnRequest>) {
  const calls: unknown[] = []
  const page = (next: Partial<OwnRequest>) => (
    <MemoryRouter>
      <OwnReportView
        shown={{ ...REQUEST, ...next }}
        sending={false}
        chip={() => null}
        act={async (call) => {
          calls.push(call)
          return null
        }}
      />
    </MemoryRouter>
  )
  const { rerender } = render(page(request))
  return { calls, then: (next: Partial<OwnRequest>) => rerender(page(next)) }
}

test('a report is confirmed by a button, and then has a day by which it is answered', async () => {
  const { calls, then } = asReader({ isConfirmed: false })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Did you send this report?')
  expect(screen.getByText(REQUEST.text)).toBeTruthy()
  expect(screen.queryByText(/We will answer by/)).toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Yes, I Sent This' })))
  expect(calls).toHaveLength(1)
  then({ isConfirmed: true })
  expect(screen.getByText('We will answer by June 25, 2099')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(screen.queryByRole('button', { name: 'Yes, I Sent This' })).toBeNull()
})

test('a reader only quotes a passage; what an author leaves empty would be removed', () => {
  asReader({})
  expect(screen.getByText('5.1 kg in June')).toBeTruthy()
  expect(document.querySelector('del')).toBeNull()
  cleanup()
  asAuthor({})
  expect(document.querySelector('del')?.textContent).toBe('removed: 5.1 kg in June')
})

test('an author sees what the wording would change', () => {
  asAuthor({ passages: [{ passage: '5.1 kg in June', wording: '3.4 kg in June' }] })
  expect(document.querySelector('del')?.textContent).toBe('removed: 5.1')
  expect(document.querySelector('ins')?.textContent).toBe('added: 3.4')
})

test('an answer that is late is not promised any more', () => {
  asAuthor({ dueOn: '2026-06-01' })
  expect(screen.getByText('Our answer is late')).toBeTruthy()
  expect(screen.queryByText(/We will answer by/)).toBeNull()
})

test('the answer, the notice that came of it, and what every author said', () => {
  asAuthor({
    ...{ state: 'decided', outcome: 'notice', answer: 'Thank you for finding this.', answeredOn: '2026-06-08' },
    ...{ dueOn: '2026-06-25', notice: NOTICE },
  })
  expect(screen.getByText('The notice was published on June 9, 2026')).toBeTruthy()
  expect(screen.getByText('Version 3 of the article came with it. Version 2 stays readable.')).toBeTruthy()
  expect(screen.getByText('Thank you for finding this.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See What Changed' }).getAttribute('href')).toBe('/blog/a/compare/2/3')
  expect(screen.getByText('Anwar Jatoi').parentElement!.textContent).toContain('did not answer')
  expect(screen.getByText('After 11 of 28 days')).toBeTruthy()
})

test.each([
  ['declined', 'nothing', 'We have declined your request', 'The reason is below. The article stays as it is.'],
  ['decided', 'change', 'We answered on June 8, 2026', 'The article was changed, without a notice.'],
  ['decided', 'nothing', 'We answered on June 8, 2026', 'The article stays as it is.'],
] as const)('%s, %s: the sentence says what came of it', (state, outcome, sentence, note) => {
  asAuthor({ state, outcome, answer: 'We looked at it.', answeredOn: '2026-06-08' })
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.getByText(note)).toBeTruthy()
})
