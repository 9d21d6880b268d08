import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Article } from '../../../../../contract/api/articles.ts'
import { listingQuery } from '../listing-query.ts'
import { Tick } from './ticks.tsx'
import { useChosen } from './use-chosen.ts'

const shown = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: `Article ${id}` }) as Article)
const query = listingQuery(new URLSearchParams())

function Listed() {
  const chosen = useChosen(query, shown, shown.length)
  return shown.map((article) => <Tick key={article.id} article={article} chosen={chosen} />)
}

test('a click with Shift ticks all from the last one to this one', () => {
  render(<Listed />)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  const ticked = () => boxes.map(({ checked }) => checked)
  fireEvent.click(boxes[0]!)
  fireEvent.click(boxes[2]!, { shiftKey: true })
  expect(ticked()).toEqual([true, true, true, false])
  fireEvent.click(boxes[1]!)
  expect(ticked()).toEqual([true, false, true, false])
  fireEvent.click(boxes[3]!, { shiftKey: true })
  expect(ticked()).toEqual([true, true, true, true])
})
