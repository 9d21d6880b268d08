import { describe, expect, test } from 'vitest'
import { placeOf, type Columns } from './side-note-place.ts'

const COLUMNS: Columns = {
  text: { left: 300, right: 900 },
  margin: { left: 950, width: 270 },
  firstLine: 24,
  widest: 480,
}
const LINK = { left: 500, top: 390, right: 520, bottom: 410 }
const at = (top: number, bottom: number, left = 950) => ({ left, top, right: left + 270, bottom })

describe('a side note', () => {
  test('is beside its line, with a leader from the text', () => {
    expect(placeOf(LINK, 200, COLUMNS, [])).toEqual({ left: 950, top: 376, width: 270, leader: 42 })
  })

  test.each([
    ['above it', at(100, 370)],
    ['below it', at(580, 700)],
    ['in the text', { left: 300, top: 380, right: 900, bottom: 500 }],
  ])('is not moved by what is %s', (_name, taken) => {
    expect(placeOf(LINK, 200, COLUMNS, [taken]).left).toBe(950)
  })

  test.each([
    ['a caption begins in its place', at(560, 700)],
    ['a caption ends there', at(300, 380)],
    ['a table lies across', { left: 300, top: 450, right: 1220, bottom: 900 }],
  ])('goes below its line if %s', (_name, taken) => {
    expect(placeOf(LINK, 200, COLUMNS, [at(0, 50), taken])).toEqual({ left: 420, top: 420, width: 480, leader: 0 })
  })

  test('stays in the column where there is no margin', () => {
    const narrow = { ...COLUMNS, margin: null }
    expect(placeOf({ ...LINK, left: 310, right: 330 }, 200, narrow, []).left).toBe(300)
    expect(placeOf({ ...LINK, left: 880, right: 899 }, 200, narrow, [])).toMatchObject({ left: 420, width: 480 })
    expect(placeOf(LINK, 200, { ...narrow, text: { left: 20, right: 320 } }, [])).toMatchObject({
      left: 20,
      width: 300,
    })
  })
})
