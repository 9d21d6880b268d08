import { expect, test } from 'vitest'
import { meantCategory, offeredCategories } from './offered-categories.ts'

const open = { id: 'open', name: 'Botany', closed: false, formerIds: ['old', 'older'] }
const closed = { id: 'closed', name: 'Herbarium Notes', closed: true, formerIds: [] }

test('closed categories are offered to nobody who has not chosen one before', () => {
  expect(offeredCategories([open, closed], '')).toEqual([{ id: 'open', name: 'Botany' }])
  expect(offeredCategories([open, closed], 'closed')).toEqual([
    { id: 'open', name: 'Botany' },
    { id: 'closed', name: 'Herbarium Notes (closed to new manuscripts)' },
  ])
})

test.each([
  ['older', 'open'],
  ['open', 'open'],
  ['closed', 'closed'],
  ['unknown', 'unknown'],
  ['', ''],
])('a draft for %j means %j', (chosen, meant) => {
  expect(meantCategory([open, closed], chosen)).toBe(meant)
})
