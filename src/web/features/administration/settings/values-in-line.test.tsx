import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ValuesInLine } from './values-in-line.tsx'

const values = [
  { name: 'title', label: 'title', says: null, isRequired: false },
  { name: 'journal.name', label: 'Name of the journal', says: 'Chenab Journal', isRequired: false },
]
const shown = (line: string) => render(<ValuesInLine line={line} values={values} />).container

test('a line that names values is shown with what they are and say', () => {
  const line = shown('{{journal.name}}: would you review {{title}}? {{titel}} {{')
  expect(line.textContent).toBe('Name of the journal Chenab Journal: would you review title? titel no such value {{')
  expect([...line.querySelectorAll('.unknown')].map((one) => one.textContent)).toEqual(['titel no such value'])
})

test('a line without values is not shown again', () => {
  expect(shown('Would you review {{ this }}?').textContent).toBe('')
})
