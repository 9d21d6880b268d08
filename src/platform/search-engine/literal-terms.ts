/**
 * Terms as the languages of the two indexes take them, whatever they hold. Analysed words have no sign that means
 * anything there; this is the second lock, for marks that are made of ids and names.
 */

/** Terms that follow one another, for FTS5. */
export const inFts = (...terms: readonly string[]): string => `"${terms.join(' ').replaceAll('"', '""')}"`

/** One term, for a tsquery. */
export const inTsquery = (term: string): string => `'${term.replaceAll(/['\\]/g, '$&$&')}'`
