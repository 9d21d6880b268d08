const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const entity = (character: string): string => ENTITIES[character]!

/** Escapes text for the content of HTML and XML elements. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, entity)

/** Escapes text for attribute values as well. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"']/g, entity)
