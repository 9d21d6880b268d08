import { expect, test } from 'vitest'
import { isDay } from './days.ts'

test.each(['2024-05-01', '2024-02-29', '1899-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true)
})

test.each([
  '',
  '2024-02-30',
  '2023-02-29',
  '2024-13-01',
  '2024-5-1',
  ' 2024-05-01',
  '2024-05-01T00:00',
  '12024-05-01',
  'today',
])('%j is none', (text) => {
  expect(isDay(text)).toBe(false)
})
