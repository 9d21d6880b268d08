import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SoughtByIndexes } from './sought-by-indexes.tsx'

const rowOf = (words: RegExp) => {
  const list = screen.getByRole('region', { name: 'What indexes look for here' })
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent!)
    .find((text) => words.test(text))
}

test('lists what was found and what was not in words, with who looks for it, and reads again as the page changes', () => {
  const { rerender } = render(<SoughtByIndexes page="publication-fee" html="<p>The fee is USD 100.</p>" />)
  expect(rowOf(/amount/)).toBe('Met: DOAJ: Fees are stated with their amounts.')
  expect(rowOf(/waivers/)).toBe('Missing: DOAJ: No section about waivers was found.')
  expect(screen.getByRole('status').textContent).toMatch(/^1 of 5 found/)

  rerender(<SoughtByIndexes page="publication-fee" html="<p>The fee is USD 100.</p><h2>Waivers</h2>" />)
  expect(rowOf(/waivers/)).toBe('Met: DOAJ: It has a section about waivers.')
  expect(screen.getByRole('status').textContent).toMatch(/^2 of 5 found/)
})

test('has nothing for a page of which indexes ask nothing', () => {
  const { container } = render(<SoughtByIndexes page="own-12345678" html="<p>Any text.</p>" />)
  expect(container.innerHTML).toBe('')
})
