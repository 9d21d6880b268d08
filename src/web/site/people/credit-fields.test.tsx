import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { CREDIT, type CreditRole } from '../../../contract/rules/people/credit.ts'
import { CreditFields } from './credit-fields.tsx'

let said: readonly CreditRole[]
function Form() {
  const [credit, setCredit] = useState<readonly CreditRole[]>(['software'])
  said = credit
  return <CreditFields credit={credit} onChange={setCredit} />
}

test('each role has plain words and its term, and the order is that of the list', () => {
  render(<Form />)
  for (const { words, term } of Object.values(CREDIT)) expect(screen.getByLabelText(`${words} ${term}`)).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Had the idea Conceptualization'))
  expect(said).toEqual(['conceptualization', 'software'])
  expect(screen.getByText(/: had the idea and wrote the software$/)).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Wrote the software Software'))
  expect(said).toEqual(['conceptualization'])
})
