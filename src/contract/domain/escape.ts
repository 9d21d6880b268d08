const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const entity = (character: string): string => ENTITIES[character]!

/** Text as it stands between the tags of HTML and XML. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, entity)

/** The same, and safe within the quotes of an attribute. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"']/g, entity)
