import { feeIn, type Money } from './money.ts'

/** Authors at home pay the local fee, those abroad the international one. */
export const FEE_SIDES = ['local', 'international'] as const
export type FeeSide = (typeof FEE_SIDES)[number]
export const FEE_SIDE_NAMES: Record<FeeSide, string> = { local: 'Local', international: 'International' }

/** A country without regard to its case. */
export const countryKey = (country: string): string => country.trim().toLowerCase()

/** The sides on which the authors of an article are, by the countries that are known. */
export function sidesOf(countries: readonly string[], home: string): FeeSide[] {
  const atHome = countries.map((country) => countryKey(country) === countryKey(home))
  return [
    ...(atHome.includes(true) ? ['local' as const] : []),
    ...(atHome.includes(false) ? ['international' as const] : []),
  ]
}

/** The smaller one of two fees: of two currencies the fee at home, as no rate is known; what cannot be read is never smaller. */
export function lowerSide(local: string, international: string): FeeSide {
  const [atHome, abroad] = [feeIn(local), feeIn(international)]
  if (abroad === null || atHome === 'free') return 'local'
  if (atHome === null || abroad === 'free') return 'international'
  return abroad.currency === atHome.currency && abroad.minor < atHome.minor ? 'international' : 'local'
}

/** What is to be paid of a promised fee if the request to pay less was answered with this rest. */
export const afterWaiver = (fee: Money, rest: Money | null): Money =>
  rest && (rest.currency !== fee.currency || rest.minor < fee.minor) ? rest : fee
