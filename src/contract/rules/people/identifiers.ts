const ORCID = /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/

/** The message for a malformed iD or a wrong check character. */
export const ORCID_INVALID = 'Invalid ORCID iD. Please check each digit: it looks like 0000-0002-1825-0097'

/** True for an ORCID iD: four groups of four and a correct check character (ISO 7064 MOD 11-2). */
export function isOrcid(orcid: string): boolean {
  if (!ORCID.test(orcid)) return false
  const characters = orcid.replaceAll('-', '')
  let total = 0
  for (const digit of characters.slice(0, 15)) total = (total + Number(digit)) * 2
  const check = (12 - (total % 11)) % 11
  return characters[15] === (check === 10 ? 'X' : String(check))
}

/**
 * Extracts a valid iD from a URL or text such as 'http://orcid.org/0000-0002-1825-0097'; people leave the
 * hyphens out or type spaces instead.
 */
export function orcidIn(text: string): string | undefined {
  const groups = /(?<!\d)(\d{4})[- ]?(\d{4})[- ]?(\d{4})[- ]?(\d{3}[\dXx])(?![\dXx])/.exec(text)?.slice(1)
  const found = groups?.join('-').toUpperCase()
  return found !== undefined && isOrcid(found) ? found : undefined
}

/** True if the text is long enough for a complete iD but is not a valid one. */
export const isMistypedOrcid = (typed: string): boolean =>
  typed.replace(/[^\dXx]/g, '').length >= 16 && orcidIn(typed) === undefined

/** The URL form in which ORCID asks iDs to be displayed. */
export const orcidUrl = (orcid: string): string => `https://orcid.org/${orcid}`

/** ROR's URL, then 0, six characters of Crockford's base 32 and two check digits. */
const ROR = /^(?:https?:\/\/)?(?:www\.)?(?:ror\.org\/)?(0[0-9a-hjkmnp-tv-z]{6}\d{2})\/?$/i
const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** The message for a malformed id or wrong check digits. */
export const ROR_INVALID = 'Invalid ROR ID. Please check each character: it looks like https://ror.org/03yrm5c26'

/**
 * The id in ROR's canonical form, 'https://ror.org/03yrm5c26', from a text with or without the URL; undefined
 * for any other text or wrong check digits (ISO 7064 MOD 97-10).
 */
export function rorIn(text: string): string | undefined {
  const id = ROR.exec(text.trim())?.[1]?.toLowerCase()
  if (id === undefined) return undefined
  let number = 0
  for (const character of id.slice(1, 7)) number = number * 32 + BASE_32.indexOf(character)
  const check = 98 - ((number * 100) % 97)
  return Number(id.slice(7)) === check ? `https://ror.org/${id}` : undefined
}
