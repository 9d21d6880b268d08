import { describe, expect, test } from 'vitest'
import { contrast, DYES, isEnough, pairsOf, ratiosFor, shadesFor } from './colours.ts'

test('contrast is that of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

describe('every pair is readable in both schemes', () => {
  /** The corners and edges of all colours, and colours spread evenly between them. */
  const colours = [
    ...[...DYES].map(([, colour]) => colour as string),
    ...Array.from({ length: 10_000 }, (_, index) => {
      // Multiples of an odd number pass through all 24 bits.
      const bits = (index * 0x9e3779b1) % 0x1000000
      return `#${Math.floor(bits).toString(16).padStart(6, '0')}`
    }),
    ...['00', '01', '7f', '80', 'fe', 'ff'].flatMap((red, _index, all) =>
      all.flatMap((green) => all.map((blue) => `#${red}${green}${blue}`)),
    ),
  ]

  const made = colours.map((colour) => [colour, shadesFor(colour)] as const)

  test.each(['light', 'dark'] as const)('%s', (scheme) => {
    const unreadable = made.flatMap(([colour, shades]) =>
      pairsOf(shades[scheme], scheme).flatMap(([pair, ratio]) =>
        isEnough(ratio) ? [] : [`${colour}: ${pair} ${ratio.toFixed(2)}`],
      ),
    )
    expect(new Set(colours).size).toBeGreaterThan(10_000)
    expect(unreadable.slice(0, 10)).toEqual([])
  })

  test('and a link differs under the pointer', () => {
    const same = made.filter(([, shades]) => Object.values(shades).some(({ leaf, leafDeep }) => leaf === leafDeep))
    expect(same.slice(0, 10)).toEqual([])
  })
})

test('what can be read as it is stays as it was chosen', () => {
  expect(shadesFor('#2b3a67').light.leaf).toBe('#2b3a67')
  expect(shadesFor('#e0b420').dark.leaf).toBe('#e0b420')
  expect(ratiosFor('#3b7ea1').every(([, light, dark]) => isEnough(light) && isEnough(dark))).toBe(true)
})
