import { expect, test } from 'vitest'
import { afterWaiver, lowerSide, sidesOf } from './sides.ts'

test.each([
  [['Pakistan', ' pakistan'], ['local']],
  [['Nepal', 'Kenya'], ['international']],
  [
    ['Nepal', 'Pakistan'],
    ['local', 'international'],
  ],
  [[], []],
])('authors in %j are of the sides %j', (countries, sides) => {
  expect(sidesOf(countries, 'Pakistan')).toEqual(sides)
})

test.each([
  ['PKR 15,000', 'USD 100', 'local'],
  ['USD 100', 'USD 50', 'international'],
  ['USD 50', 'USD 100', 'local'],
  ['free', 'USD 100', 'local'],
  ['PKR 15,000', 'free of charge', 'international'],
  ['on request', 'USD 100', 'international'],
  ['PKR 15,000', 'on request', 'local'],
] as const)('of %s at home and %s abroad, %s is the lower', (local, international, side) => {
  expect(lowerSide(local, international)).toBe(side)
})

test('a reduced fee is what remains, unless the fee of this side is lower anyway', () => {
  const fee = { currency: 'USD', minor: 10_000 }
  expect(afterWaiver(fee, null)).toBe(fee)
  expect(afterWaiver(fee, { currency: 'USD', minor: 2000 }).minor).toBe(2000)
  expect(afterWaiver(fee, { currency: 'USD', minor: 20_000 })).toBe(fee)
  expect(afterWaiver(fee, { currency: 'PKR', minor: 20_000 })).toEqual({ currency: 'PKR', minor: 20_000 })
})
