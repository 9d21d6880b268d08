import { expect, test } from 'vitest'
import { shownWidth } from './cover-image-sizes.ts'

test('an upright image on a card is as wide as the sheet', () => {
  expect(shownWidth('card', { width: 600, height: 1200 })).toBe('(max-width: 40rem) 5.5rem, 9rem')
  expect(shownWidth('card', null)).toBe('(max-width: 40rem) 5.5rem, 9rem')
})

test('of a wide one the sheet shows a part: the whole is as much wider', () => {
  expect(shownWidth('card', { width: 1500, height: 1000 })).toBe('(max-width: 40rem) 11rem, 18rem')
})

test('where all of it is shown, its shape does not matter', () => {
  expect(shownWidth('page', { width: 1500, height: 1000 })).toBe(shownWidth('page', null))
})
