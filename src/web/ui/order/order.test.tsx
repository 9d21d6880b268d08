import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { moved } from '../../../contract/rules/site/places.ts'
import { PlaceControls } from './place-controls.tsx'
import { useOrder } from './use-order.ts'

function List({ list }: { list?: string }) {
  const [items, setItems] = useState(['Ferns', 'Mosses', 'Palms'].map((name) => ({ id: name, name })))
  const [said, say] = useState('')
  const onMove = (id: string, to: number) =>
    setItems(
      moved(
        items,
        items.findIndex((item) => item.id === id),
        to,
      ),
    )
  const order = useOrder({ items, ...(list === undefined ? {} : { list }), onMove, say })
  return (
    <>
      <p role="status">{said}</p>
      <ol ref={order.ref}>
        {items.map((item) => (
          <li key={item.id} {...order.row(item.id)}>
            <PlaceControls {...order.controls(item)} />
            <b>{item.name}</b>
          </li>
        ))}
      </ol>
    </>
  )
}

const names = () => screen.getAllByRole('listitem').map((item) => item.querySelector('b')!.textContent)
const handle = (name: string) => screen.getByRole('button', { name: `Move ${name}` })
const heard = (words: string) => expect(screen.getByRole('status').textContent).toBe(words)

test('Alt with an arrow moves by one, Home and End to the ends, and each new place is said', () => {
  render(<List list="Groups" />)
  fireEvent.keyDown(handle('Palms'), { key: 'ArrowUp', altKey: true })
  expect(names()).toEqual(['Ferns', 'Palms', 'Mosses'])
  heard('Palms, now second of 3 in Groups.')
  fireEvent.keyDown(handle('Palms'), { key: 'Home' })
  expect(names()).toEqual(['Palms', 'Ferns', 'Mosses'])
  fireEvent.keyDown(handle('Palms'), { key: 'ArrowUp', altKey: true })
  heard('Palms, now first of 3 in Groups.')
  fireEvent.keyDown(handle('Palms'), { key: 'End', altKey: true })
  expect(names()).toEqual(['Ferns', 'Mosses', 'Palms'])
})

test('arrows alone, and keys of the browser, move nothing; Home in the number stays there', () => {
  render(<List />)
  for (const [key, more] of [
    ['ArrowDown', {}],
    ['ArrowDown', { altKey: true, ctrlKey: true }],
    ['Home', { metaKey: true }],
  ] as const)
    fireEvent.keyDown(handle('Mosses'), { key, ...more })
  fireEvent.keyDown(screen.getByLabelText('Place of Mosses'), { key: 'Home' })
  expect(names()).toEqual(['Ferns', 'Mosses', 'Palms'])
  heard('')
})

test.each([
  ['3', ['Mosses', 'Palms', 'Ferns'], 'Ferns, now third of 3.'],
  ['99', ['Mosses', 'Palms', 'Ferns'], 'Ferns, now third of 3.'],
  ['1', ['Ferns', 'Mosses', 'Palms'], ''],
  ['0', ['Ferns', 'Mosses', 'Palms'], ''],
  ['', ['Ferns', 'Mosses', 'Palms'], ''],
  ['-2', ['Mosses', 'Ferns', 'Palms'], 'Ferns, now second of 3.'],
])('the place %j', (typed, order, words) => {
  render(<List />)
  const place = screen.getByLabelText('Place of Ferns')
  fireEvent.change(place, { target: { value: typed } })
  fireEvent.keyDown(place, { key: 'Enter' })
  expect(names()).toEqual(order)
  heard(words)
})

test('what is typed as a place is taken back by Escape', () => {
  render(<List />)
  const place = screen.getByLabelText<HTMLInputElement>('Place of Ferns')
  fireEvent.change(place, { target: { value: '3' } })
  fireEvent.keyDown(place, { key: 'Escape' })
  fireEvent.blur(place)
  expect(names()).toEqual(['Ferns', 'Mosses', 'Palms'])
  expect(place.value).toBe('1')
})

test('buttons move up and down, at the ends nowhere', () => {
  render(<List />)
  fireEvent.click(screen.getByRole('button', { name: 'Move Mosses up', hidden: true }))
  expect(names()).toEqual(['Mosses', 'Ferns', 'Palms'])
  fireEvent.click(screen.getByRole('button', { name: 'Move Mosses up', hidden: true }))
  expect(names()).toEqual(['Mosses', 'Ferns', 'Palms'])
  heard('Mosses, now first of 3.')
})
