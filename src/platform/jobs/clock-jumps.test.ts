import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../contract/rules/text/dates.ts'
import { watchClock } from './clock-jumps.ts'

describe('a clock that is watched', () => {
  const watched = () => {
    const time = { wall: 1_800_000_000_000, steady: 5_000 }
    const clock = watchClock({ wall: () => time.wall, steady: () => time.steady })
    const goOn = (ms: number, set = 0) => {
      time.steady += ms
      time.wall += ms + set
      return clock.jumpedWithin(5 * MINUTE_MS)
    }
    return goOn
  }

  test.each([
    ['a year forward', 365 * DAY_MS],
    ['a year back', -365 * DAY_MS],
    ['six minutes forward', 6 * MINUTE_MS],
  ])('has jumped when it was set %s, for as long as is asked', (_how, by) => {
    const goOn = watched()
    expect(goOn(5_000)).toBe(false)
    expect(goOn(5_000, by)).toBe(true)
    expect(goOn(4 * MINUTE_MS)).toBe(true)
    expect(goOn(MINUTE_MS)).toBe(false)
  })

  test('has not jumped when it is mended by and by', () => {
    const goOn = watched()
    for (let asked = 0; asked < 100; asked++) expect(goOn(5_000, 400)).toBe(false)
  })
})
