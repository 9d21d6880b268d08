import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { PublishedReviews } from '../../../../contract/api/published-reviews.ts'
import { ReviewsPage } from './reviews-page.tsx'

const report = { kind: 'report' as const, decision: null, answers: [{ question: 'Methods sound', answer: 'Partly' }] }
const REVIEWS: PublishedReviews = {
  ...{
    articleId: 'a',
    title: 'Sap flow in <i>Prosopis</i>',
    standing: 'current',
    notices: [],
    citedAs: 'Solangi 2026',
  },
  ...{ doi: '10.5555/a', receivedOn: '2025-10-03', acceptedOn: '2026-01-19', latinNames: ['Prosopis'] },
  rounds: [
    {
      ...{ number: 1, decidedOn: '2025-11-12' },
      texts: [
        {
          ...{ ...report, id: 'r1', doi: '10.5555/a.r1', label: 'D', title: 'Report of reviewer D' },
          ...{ text: 'Is Prosopis < Acacia?\n\n<b>Bold</b>', signedBy: null },
        },
        {
          ...{ ...report, id: 'r2', doi: '10.5555/a.r2', label: 'K', title: 'Report of reviewer K', text: 'Good.' },
          signedBy: { name: 'Marta Lindqvist', affiliation: 'University of Lund' },
        },
        {
          ...{
            kind: 'decision',
            id: 'd1',
            doi: null,
            label: null,
            decision: 'minor',
            answers: [],
            text: 'Dear authors',
          },
          ...{ title: 'Decision: minor revision', signedBy: null },
        },
      ],
    },
  ],
}

function shown(reviews: PublishedReviews) {
  const router = createMemoryRouter([{ path: '*', element: <ReviewsPage reviews={reviews} /> }])
  return render(<RouterProvider router={router} />).container
}

test('reviews are read round by round, with their signatures; nothing in a text is markup', () => {
  const page = shown(REVIEWS)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sap flow in Prosopis')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Round 1 decided November 12, 2025')
  const texts = screen.getAllByRole('article')
  expect(texts.map(({ id }) => id)).toEqual(['r1', 'r2', 'd1'])
  expect(texts[0]!.textContent).toContain('Is Prosopis < Acacia?')
  expect(texts[0]!.textContent).toContain('<b>Bold</b>')
  expect(texts[0]!.querySelector('i')!.textContent).toBe('Prosopis')
  const signatures = [...page.querySelectorAll('.sign li')].map((one) => [one.className, one.textContent])
  expect(signatures).toEqual([
    ['unsigned', 'Reviewer Dnot signed'],
    ['yes', 'Marta LindqvistUniversity of Lund'],
    ['yes', 'The editoreditor'],
  ])
  expect(screen.getByText('2 reports, 1 signed')).toBeTruthy()
  const data = JSON.parse(page.querySelector('script[type="application/ld+json"]')!.textContent!)
  expect(data['@graph'].map(({ author }: { author?: object }) => author)).toEqual([
    undefined,
    { '@type': 'Person', name: 'Marta Lindqvist' },
  ])
})

test('of a removed article nothing but its title is left', () => {
  const page = shown({ ...REVIEWS, standing: 'removed', rounds: [] })
  expect(screen.getByText('The reviews are hidden with the article.')).toBeTruthy()
  expect(page.querySelector('script[type="application/ld+json"]')).toBeNull()
})
