import { describe, expect, test } from 'vitest'
import { feeIn, minorIn, moneyInWords } from './money.ts'

describe('an amount in words', () => {
  test.each([
    ['PKR 15,000', 'PKR', 1_500_000],
    ['USD 100', 'USD', 10_000],
    ['100 USD', 'USD', 10_000],
    ['USD100.50', 'USD', 10_050],
    ['EUR 1.500,5', 'EUR', 150_050],
    ['EUR 1.500', 'EUR', 150_000],
    ['€ 90', 'EUR', 9000],
    ['JPY 12,000', 'JPY', 12_000],
    ['KWD 1.500', 'KWD', 1500],
    ['KWD 1,500', 'KWD', 1_500_000],
    ['CHF 1’200', 'CHF', 120_000],
    ['PKR\u00a015\u00a0000', 'PKR', 1_500_000],
  ])('%s', (words, currency, minor) => {
    expect(feeIn(words)).toEqual({ currency, minor })
  })

  test.each(['free of charge', 'No charge', 'PKR 0', 'USD 0.00'])('%s is free', (words) => {
    expect(feeIn(words)).toBe('free')
  })

  test.each(['', 'Rs 15,000', '$100', 'USD', 'USD 1,00,000', 'USD -5', 'USD 1e9', 'USD 0x10', 'ask us', 'USD 1.2.3'])(
    '%s cannot be read',
    (words) => {
      expect(feeIn(words)).toBeNull()
    },
  )

  test('is no more than a column holds, and no longer than money is written', () => {
    expect(feeIn('PKR 21,474,836.47')).toEqual({ currency: 'PKR', minor: 2_147_483_647 })
    expect(feeIn('PKR 21,474,836.48')).toBeNull()
    expect(feeIn(`PKR ${'9'.repeat(100)}`)).toBeNull()
  })

  test('is written with cents only where there are some, and read again as the same', () => {
    for (const [currency, minor, words] of [
      ['PKR', 1_500_000, 'PKR 15,000'],
      ['USD', 2050, 'USD 20.50'],
      ['USD', 5, 'USD 0.05'],
      ['JPY', 1_234_567, 'JPY 1,234,567'],
      ['KWD', 1500, 'KWD 1.500'],
      ['KWD', 1, 'KWD 0.001'],
    ] as const) {
      expect(moneyInWords({ currency, minor })).toBe(words)
      expect(feeIn(words)).toEqual({ currency, minor })
    }
    for (let minor = 1; minor < 1_000_000; minor += 7919) {
      const written = moneyInWords({ currency: 'EUR', minor }).slice(4)
      expect(minorIn(written, 'EUR')).toBe(minor)
    }
  })
})
