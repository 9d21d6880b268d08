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
