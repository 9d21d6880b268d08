import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { MISSING, type Today } from '../../../../../contract/api/case-list.ts'
import { MissingNotice } from './today-head.tsx'

const show = (missing: Today['missing']) =>
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <MissingNotice missing={missing} /> }])} />)
const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test('what a journal lacks is named on Today, each with the page where it is added', () => {
  show([...MISSING])
  expect(screen.getByText(/^Authors cannot submit, because there is no category\./)).toBeTruthy()
  expect(links()).toEqual([
    ['Add a category', '/admin/categories'],
    ['Add another administrator', '/admin/users'],
    ['Add a volume', '/admin/volumes'],
    ['Add its members', '/admin/editorial-members'],
  ])
})

test('of a journal that lacks nothing, nothing is', () => {
  const { container } = show([])
  expect(container.textContent).toBe('')
})
