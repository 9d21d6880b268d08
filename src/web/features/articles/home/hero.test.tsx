import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useDefaultJournal } from '../../../../../tests/support/default-journal.ts'
import { journal, setJournal } from '../../../../contract/journal.ts'
import { Hero } from './hero.tsx'

afterEach(useDefaultJournal)

test('the fees, the weeks and the licence on the home page are those that are published', () => {
  const published = {
    ...journal(),
    fees: { ...journal().fees, submission: 'a charge of PKR 2,000 to submit' },
    review: { ...journal().review, weeks: '7–9' },
    licence: { ...journal().licence, shortName: 'CC BY-SA 4.0' },
  }
  setJournal(() => published)
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Hero /> }])} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Peer review takes 7–9 weeks',
    'Free to read, CC BY-SA 4.0',
    'A charge of PKR 2,000 to submit',
  ])
})
