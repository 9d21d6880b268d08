/**
 * A URL for attributes of the type `anyURI`; null for an invalid one, which would make the whole file
 * fail validation.
 */
export function webAddress(text: string | null): string | null {
  if (!text || !/^(?:https?:\/\/|mailto:|tel:)\S/i.test(text) || !URL.canParse(text)) return null
  return new URL(text.toWellFormed()).href
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^\w.~:/?#[\]@!$&'()*+,;=%-]/g, (character) => encodeURIComponent(character))
}
