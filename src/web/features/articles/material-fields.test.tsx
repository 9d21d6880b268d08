import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ArticleMaterial } from './article-material.tsx'
import { MaterialFields } from './material-fields.tsx'
import { materialInWords, NO_VOUCHER, type TypedMaterial } from './typed-material.ts'

let typed: TypedMaterial
function Form({ errors = {} }: { errors?: Record<string, string> }) {
  const [material, setMaterial] = useState<TypedMaterial>({ vouchers: [], permitDetails: [], newNames: [] })
  typed = material
  return (
    <MaterialFields
      {...material}
      errors={errors}
      onChange={(changed) => setMaterial((before) => ({ ...before, ...changed }))}
    />
  )
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a voucher is typed, and of a protected plant the country may be left out', () => {
  render(<Form errors={{ 'vouchers.0.herbarium': 'Wrong.' }} />)
  press('Add Voucher')
  expect(within(screen.getByRole('group', { name: 'Voucher 1' })).getByText('Wrong.')).toBeTruthy()
  fill('Plant', 'Populus ciliata')
  fill('Type (optional)', 'isotype')
  expect(screen.queryByLabelText('Country (optional)')).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: /^This plant is protected/ }))
  fill('Country (optional)', 'Pakistan')
  expect(typed.vouchers).toEqual([
    { ...NO_VOUCHER, taxon: 'Populus ciliata', typeStatus: 'isotype', sensitive: true, country: 'Pakistan' },
  ])
})

test('permits and new names are typed one by one', () => {
  render(<Form />)
  press('Add Permit')
  fill('Kind', 'CITES')
  fill('Date', '2024-02-08')
  press('Add New Plant Name')
  fill('What is published', 'combination')
  fill('Name, with rank and authors', 'Rosa nova Malik')
  expect(typed.permitDetails).toMatchObject([{ kind: 'CITES', on: '2024-02-08' }])
  expect(typed.newNames).toEqual([{ name: 'Rosa nova Malik', act: 'combination', ipni: '' }])
  press('Remove permit 1')
  expect(typed.permitDetails).toEqual([])
})

test('editors read what readers are not shown', () => {
  const voucher = { ...NO_VOUCHER, taxon: 'Rosa', collector: 'Malik', number: '1', herbarium: 'K', sensitive: true }
  const lines = (country: string) =>
    materialInWords({ vouchers: [{ ...voucher, country }], permitDetails: [], newNames: [] }).vouchers
  expect(lines('Nepal')).toEqual(['Rosa: Malik 1 (K), Nepal, place not shown to readers'])
  expect(lines('')).toEqual(['Rosa: Malik 1 (K), place withheld: the species is protected'])
})

test('an article shows its labels, and that a place is withheld', () => {
  const voucher = {
    ...{
      taxon: 'Rosa nova',
      collector: 'A. Malik',
      number: '7',
      herbarium: 'K',
      barcode: 'K 1',
      uri: 'https://k.test/1',
    },
    ...{ country: 'Nepal', locality: 'Mustang', typeStatus: 'holotype' as const, sensitive: false },
  }
  const hidden = { ...voucher, barcode: null, uri: null, country: null, locality: null, sensitive: true }
  render(
    <ArticleMaterial
      of={{ vouchers: [voucher, hidden], newNames: [{ name: 'Rosa nova Malik', act: 'taxon', ipni: '77-1' }] }}
      heading="h2"
    />,
  )
  const [open, closed] = within(screen.getByRole('region', { name: 'Vouchers' })).getAllByRole('listitem')
  expect(open!.textContent).toBe('KholotypeRosa novaA. Malik 7Nepal, Mustang. Barcode K 1')
  expect(within(open!).getByRole('link').getAttribute('href')).toBe('https://k.test/1')
  expect(closed!.textContent).toBe('KholotypeRosa novaA. Malik 7Place withheld: the species is protected')
  expect(screen.getByRole('region', { name: 'New names' }).textContent).toContain(
    'Rosa nova Malik: new taxon (IPNI 77-1)',
  )
  expect(screen.queryByRole('region', { name: 'Permits' })).toBeNull()
})
