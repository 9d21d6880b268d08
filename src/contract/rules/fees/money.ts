/** An amount in the smallest unit of its currency, which is always a whole number. */
export interface Money {
  currency: string
  minor: number
}

/** Currencies whose smallest unit is not a hundredth (ISO 4217). */
const DECIMALS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
]) as Record<string, number>

const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2

/** The largest amount: a column of the database holds it. */
const MINOR_MAX = 2_147_483_647
/** No amount of money is written longer. */
export const MONEY_MAX = 40

const FREE = new Set(['free', 'free of charge', 'no charge', 'no fee', 'no publication fee', 'nothing', 'none', 'nil'])
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '₨': 'PKR', '₹': 'INR', '¥': 'JPY' }
const GROUPED = /^\d{1,3}(?:[,. '’]\d{3})+$/
const DIGITS = /^\d{1,12}$/

/** A number as people write it, in the smallest unit: '15,000', '1.500,50', '20.5'. Null if it is none. */
export function minorIn(written: string, currency: string): number | null {
  const text = written.trim().replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')
  if (text.length > MONEY_MAX) return null
  const decimals = decimalsOf(currency)
  const cut = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const behind = cut < 0 ? '' : text.slice(cut + 1)
  // Three digits behind a sign are thousands, unless the currency has thousandths and the sign is a point.
  const isFraction =
    cut > 0 && DIGITS.test(behind) && behind.length <= decimals && (behind.length < 3 || text[cut] === '.')
  const whole = isFraction ? text.slice(0, cut) : text
  if (!DIGITS.test(whole) && !GROUPED.test(whole)) return null
  const digits = whole.replace(/\D/g, '') + (isFraction ? behind : '').padEnd(decimals, '0')
  const minor = Number(digits)
  return minor <= MINOR_MAX ? minor : null
}

/** What an amount in words means: money, nothing to pay, or null if it cannot be read. */
export function feeIn(words: string): Money | 'free' | null {
  const text = words.trim().replaceAll('\u00a0', ' ')
  if (text.length > MONEY_MAX) return null
  if (FREE.has(text.toLowerCase())) return 'free'
  const [sign] = text
  const signed = sign === undefined ? undefined : SIGNS[sign]
  const [currency, number] = signed
    ? [signed, text.slice(1)]
    : /^[A-Z]{3}(?![A-Za-z])/.test(text)
      ? [text.slice(0, 3), text.slice(3)]
      : [text.slice(-3), text.slice(0, -3)]
  if (!/^[A-Z]{3}$/.test(currency)) return null
  const minor = minorIn(number, currency)
  return minor === null ? null : minor === 0 ? 'free' : { currency, minor }
}

/** '15,000' or '20.50': cents only where there are some. */
export function amountInWords({ currency, minor }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  // The first group has what is left over of thousands.
  const first = whole.length % 3 || 3
  const groups = [whole.slice(0, first)]
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3))
  const grouped = groups.join(',')
  return `${minor < 0 ? '−' : ''}${grouped}${/[1-9]/.test(fraction) ? `.${fraction}` : ''}`
}

/** 'USD 1,250.50' */
export const moneyInWords = (money: Money): string => `${money.currency} ${amountInWords(money)}`
