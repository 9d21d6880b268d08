import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { CaseView } from '../../../../../contract/api/case-view.ts'
import { AuthorsLine } from './authors-line.tsx'
import { CaseContext } from './section.tsx'

type Author = CaseView['authors'][number]
const NOW = new Date('2026-06-16T12:00:00.000Z')

const author = (fullName: string, answer: Partial<Author['answer'] & object> | null): Author => ({
  ...{ fullName, role: 'Author', email: 'a@plants.test', orcid: null, orcidAuthenticated: false, affiliation: '' },
  answer: answer && {
    ...{ contributorId: fullName, state: 'asked', hasAddress: true, toldAt: '2026-06-07T08:00:00.000Z' },
    ...{ answeredAt: null, reason: null, mayRemind: false, mayWaive: false },
    ...answer,
  },
})

function show(authors: Author[], more: Partial<CaseView> = {}) {
  const view = { id: 'case', closedAt: null, authors, removedAuthors: [], withheld: [], ...more } as unknown as CaseView
  const element = (
    <CaseContext value={{ view, now: NOW, isGuest: false, publish: () => {} }}>
      <ul>
        <AuthorsLine />
      </ul>
    </CaseContext>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

describe('the answers of authors on the page of a case', () => {
  test('of a case that was begun before are shown as never asked', () => {
    show([author('Ayesha Malik', null)])
    expect(screen.getByText('Never asked')).toBeTruthy()
    expect(buttons()).toEqual([])
  })

  test('that are missing show their age and what can be done', () => {
    show([
      author('Ayesha Malik', { state: 'confirmed' }),
      author('Bruno Kovář', { mayRemind: true, mayWaive: true }),
      author('Carla Rossi', { hasAddress: false, toldAt: null, mayWaive: true }),
    ])
    expect(screen.getByText('1 of 3 confirmed')).toBeTruthy()
    expect(screen.getByText(/Bruno Kovář: no answer in 9 days/)).toBeTruthy()
    expect(screen.getByText(/Carla Rossi: has no address of their own/)).toBeTruthy()
    expect(buttons()).toEqual(['Remind Now (Bruno Kovář)', 'Go On Without Bruno Kovář', 'Go On Without Carla Rossi'])
    fireEvent.click(screen.getByRole('button', { name: 'Go On Without Bruno Kovář' }))
    expect(screen.getByLabelText('Reason')).toBeTruthy()
  })

  test('of people no longer on the list count too', () => {
    const { answer } = author('Dora Ndlovu', { state: 'declined', reason: 'I drew the maps.' })
    show([author('Ayesha Malik', { state: 'confirmed' })], {
      removedAuthors: [{ fullName: 'Dora Ndlovu', ...answer! }],
    })
    expect(screen.getByText('1 of 2 disagree')).toBeTruthy()
    expect(screen.getByText(/Dora Ndlovu \(no longer on the list\): disagrees/)).toBeTruthy()
    expect(screen.getByText('I drew the maps.')).toBeTruthy()
  })

  test('of a closed case can no longer be asked for', () => {
    show([author('Bruno Kovář', { mayRemind: true, mayWaive: true })], { closedAt: '2026-06-10T08:00:00.000Z' })
    expect(buttons()).toEqual([])
  })
})
