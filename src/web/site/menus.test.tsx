import { render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { MenuGroups } from './menus.tsx'

test('the entries of the menu are in groups that have names, the policies too', () => {
  const router = createMemoryRouter([{ path: '/', element: <MenuGroups /> }])
  render(<RouterProvider router={router} />)
  for (const name of ['Read', 'About the Journal', 'For Authors', 'Policies']) {
    const list = screen.getByRole('list', { name, hidden: true })
    expect(screen.getByText(name)).toHaveProperty('hidden', false)
    expect(within(list).getAllByRole('link', { hidden: true }).length).toBeGreaterThan(1)
  }
})
