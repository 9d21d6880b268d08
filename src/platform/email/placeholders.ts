/** The name of the placeholder that a text consists of; null if it holds anything else. */
export const aloneIn = (source: string): string | null => /^\{\{([\w.]+)\}\}$/.exec(source)?.[1] ?? null

/** The name of the placeholder that a text begins with. */
export const firstIn = (source: string): string | null => /^\{\{([\w.]+)\}\}/.exec(source)?.[1] ?? null

/** The names of all placeholders of a text. */
export const placeholdersIn = (source: string): string[] =>
  Array.from(source.matchAll(/\{\{([\w.]+)\}\}/g), ([, name]) => name!)
