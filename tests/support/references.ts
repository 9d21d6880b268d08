import type { Reference } from '../../src/contract/rules/articles/reference.ts'

/** An entry of a reference list. */
export const aReference = (parts: Partial<Reference> = {}): Reference => ({
  ...{ kind: 'journal', doi: null, pmid: null, title: null, authors: [], year: null, source: null, volume: null },
  ...{ issue: null, firstPage: null, lastPage: null, publisher: null, text: 'Smith J. Flora, 1901.' },
  ...parts,
})
