import { afterAll, beforeAll } from 'vitest'
import { doiSettings } from '../../src/contract/rules/articles/doi.ts'

/** Gives the journal a DOI prefix for the tests of the file or block. */
export function withDoiPrefix(prefix: string): void {
  let before = ''
  beforeAll(() => {
    before = doiSettings().prefix
    doiSettings().prefix = prefix
  })
  afterAll(() => {
    doiSettings().prefix = before
  })
}
