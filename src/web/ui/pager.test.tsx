import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { Pager } from './pager.tsx'

function show(page: number, totalPages = 3) {
  const element = <Pager path="/volume/v1" meta={{ page, totalPages }} label="Pages of Volume 7 Articles" />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  /** Where a step leads; null: it is at rest. */
  const step = (name: string) => {
    const link = screen.getByRole('link', { name })
    expect(link.getAttribute('aria-disabled') === 'true').toBe(!link.hasAttribute('href'))
    return link.getAttribute('href')
  }
  return [step('Previous page'), step('Next page')]
}

describe('the pager of a list', () => {
  test('shows Previous at rest on the first page', () => {
    expect(show(1)).toEqual([null, '/volume/v1?page=2'])
  })

  test('leads both ways between', () => {
    expect(show(2)).toEqual(['/volume/v1', '/volume/v1?page=3'])
  })

  test('shows Next at rest on the last page', () => {
    expect(show(3)).toEqual(['/volume/v1?page=2', null])
  })

  test('leads back from beyond the end', () => {
    expect(show(9)).toEqual(['/volume/v1?page=3', null])
  })
})
