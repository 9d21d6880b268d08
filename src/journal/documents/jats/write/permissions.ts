import type { CitationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { element, type Xml } from '../../../../platform/xml.ts'
import { webAddress } from './web-address.ts'

/** Who holds the rights and what readers may do, for people and, by the licence's address, for programs. */
export function permissions({ copyright, licenceUrl, licenceName }: CitationRecord): Xml {
  const { year, holder } = partsOf(copyright ?? '')
  const address = webAddress(licenceUrl)
  return element(
    'permissions',
    {},
    copyright ? element('copyright-statement', {}, copyright) : null,
    year ? element('copyright-year', {}, year) : null,
    holder ? element('copyright-holder', {}, holder) : null,
    // Every article is free to read from the first day.
    element('ali:free_to_read'),
    element(
      'license',
      { 'license-type': 'open-access', 'xlink:href': address },
      element('ali:license_ref', {}, licenceUrl),
      element(
        'license-p',
        {},
        'This article is published under the licence ',
        address ? element('ext-link', { 'ext-link-type': 'uri', 'xlink:href': address }, licenceName) : licenceName,
        '.',
      ),
    ),
  )
}

const SIGN = /^(?:copyright\s?)?(?:©|\(c\))?\s?/i
const LONGEST_HOLDER = 200

/** Year and holder of '© 2018 The Authors'; a statement in other words names neither for certain. */
function partsOf(copyright: string): { year: string | null; holder: string | null } {
  const [, year, rest] = /^(\d{4}),? (.+)$/s.exec(copyright.replace(SIGN, '')) ?? []
  if (!year || !rest) return { year: null, holder: null }
  const holder = rest.replace(/^by /i, '').replace(/\.$/, '')
  return { year, holder: holder.length <= LONGEST_HOLDER && !/[.;] \p{Lu}|\n/u.test(holder) ? holder : null }
}
