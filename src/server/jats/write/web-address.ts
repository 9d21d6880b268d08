/**
 * An address as attributes of the type `anyURI` take it; null for what is none. Whoever reads the file
 * checks them, and one that is wrong would make all of it invalid.
 */
export function webAddress(text: string | null): string | null {
  if (!text || !/^(?:https?:\/\/|mailto:|tel:)\S/i.test(text) || !URL.canParse(text)) return null
  return new URL(text.toWellFormed()).href
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^\w.~:/?#[\]@!$&'()*+,;=%-]/g, (character) => encodeURIComponent(character))
}
