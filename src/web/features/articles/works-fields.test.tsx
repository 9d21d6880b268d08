import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { TypedWorks } from './typed-works.ts'
import { WorksFields } from './works-fields.tsx'

const DFG = { ror: 'https://ror.org/018mejw64', name: 'Deutsche Forschungsgemeinschaft', country: 'Germany' }
vi.mock('../../client/api.ts', () => ({ browserApi: { funders: { suggest: async () => [DFG] } } }))

let typed: TypedWorks
function Form({ errors = {} }: { errors?: Record<string, string> }) {
  const [works, setWorks] = useState<TypedWorks>({ awards: [], links: [] })
  typed = works
  return (
    <WorksFields {...works} errors={errors} onChange={(changed) => setWorks((before) => ({ ...before, ...changed }))} />
  )
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('funders are added, filled in and removed', () => {
  render(<Form errors={{ 'awards.0.ror': 'Wrong.' }} />)
  press('Add Funder')
  press('Add Funder')
  const second = within(screen.getByRole('group', { name: 'Funder 2' }))
  fireEvent.change(second.getByLabelText('Funder'), { target: { value: 'Moss Fund' } })
  expect(within(screen.getByRole('group', { name: 'Funder 1' })).getByText('Wrong.')).toBeTruthy()
  press('Remove funder 1')
  expect(typed.awards).toEqual([{ funder: 'Moss Fund', ror: '', number: '', doi: '' }])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Funder' }))
})

test('only data are made or used', () => {
  render(<Form />)
  press(/^Add Data/)
  expect(screen.queryByLabelText('For this article (optional)')).toBeNull()
  fireEvent.change(screen.getByLabelText('What it is'), { target: { value: 'data' } })
  fireEvent.change(screen.getByLabelText('For this article (optional)'), { target: { value: 'analysed' } })
  expect(typed.links).toEqual([{ kind: 'data', relation: 'analysed', identifier: '', repository: '' }])
})

test('a funder is chosen by what is typed, with its id, which goes when another is typed', async () => {
  render(<Form />)
  press('Add Funder')
  const field = screen.getByRole('combobox', { name: 'Funder' })
  fireEvent.change(field, { target: { value: 'dfg' } })
  fireEvent.click(await screen.findByRole('option', { name: /^Deutsche Forschungsgemeinschaft/ }))
  const dfg = { funder: 'Deutsche Forschungsgemeinschaft', ror: 'https://ror.org/018mejw64', number: '', doi: '' }
  expect(typed.awards).toEqual([dfg])
  fireEvent.change(field, { target: { value: 'Moss Fund' } })
  expect(typed.awards).toEqual([{ ...dfg, funder: 'Moss Fund', ror: '' }])
})
