import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { CaseLine } from '../../../../../contract/api/case-list.ts'
import { CaseTable } from './case-table.tsx'

const LINE: CaseLine = {
  ...{
    articleId: 'k7m2p9qrstvw',
    number: '2026-041',
    title: 'Roots of <i>Zea mays</i>',
    author: 'Baloch',
    editor: null,
  },
  ...{ group: 'authors', action: null, system: 'Letter goes out in 9 min', reason: 'Accepted', alert: false },
  ...{ waitingDays: 0, promise: null, marks: [], reports: null },
  undo: { decisionId: 'd7m2p9qrstvw', until: new Date(Date.now() + 540_000).toISOString() },
}

const show = (line: CaseLine) => {
  const element = <CaseTable lines={[line]} today="2026-06-16" />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}
const UNDO = { name: 'Undo the decision: Roots of Zea mays' }

test('a decision can be undone from its row while its letter waits', () => {
  show(LINE)
  expect(screen.getByText('Letter goes out in 9 min')).toBeTruthy()
  expect(screen.getByRole('button', UNDO)).toBeTruthy()
})

test('also while the case needs its editor for something else', () => {
  show({ ...LINE, group: 'act', action: 'answer-author', system: null, reason: 'The author wrote June 15' })
  expect(screen.getByRole('link', { name: /^Answer Author ?: Roots of Zea mays$/ })).toBeTruthy()
  expect(screen.getByRole('button', UNDO)).toBeTruthy()
})

test('and not afterwards', () => {
  show({ ...LINE, undo: null })
  expect(screen.queryByRole('button', UNDO)).toBeNull()
})
