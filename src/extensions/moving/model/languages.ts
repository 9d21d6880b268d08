import { codedIn } from './rows.ts'

const LOCALE = /^([a-z]{2,3})(?:[_-]([A-Za-z]{4}))?(?:[_-]([A-Za-z]{2}|\d{3}))?(?:@([a-z]{2,20}))?$/
const SCRIPTS: Record<string, string> = { latin: 'Latn', cyrillic: 'Cyrl', arabic: 'Arab' }
/** Chinese is read in two scripts, which older versions told by the country. */
const BY_COUNTRY: Record<string, string> = { 'zh-CN': 'Hans', 'zh-SG': 'Hans', 'zh-TW': 'Hant', 'zh-HK': 'Hant' }

/** What stands for a language that is not known. */
export const UNKNOWN_LANGUAGE = 'und'

/**
 * The languages (BCP 47) of the old journal's locales: 'en' for en_US, 'sr-Latn' for sr_RS@latin. The country is kept
 * only where two locales differ in nothing else: 'pt-BR' beside 'pt-PT'.
 */
export function languageNames(locales: Iterable<string>): (locale: string) => string {
  const countries = new Map<string, Set<string>>()
  for (const locale of locales) {
    const { name, country } = partsOf(locale)
    countries.set(name, (countries.get(name) ?? new Set()).add(country))
  }
  return (locale) => {
    const { name, country } = partsOf(locale)
    return country && (countries.get(name)?.size ?? 0) > 1 ? `${name}-${country}` : name
  }
}

function partsOf(locale: string): { name: string; country: string } {
  const [, language, script, country = '', variant] = LOCALE.exec(locale) ?? []
  if (language === undefined) return { name: UNKNOWN_LANGUAGE, country: '' }
  const byCountry = codedIn(BY_COUNTRY, `${language}-${country.toUpperCase()}`)
  const written = script ?? codedIn(SCRIPTS, variant ?? null) ?? byCountry
  const inScript = written ? `-${written[0]!.toUpperCase()}${written.slice(1).toLowerCase()}` : ''
  // A country that only told the script has been read.
  return { name: `${language}${inScript}`, country: byCountry ? '' : country.toUpperCase() }
}
