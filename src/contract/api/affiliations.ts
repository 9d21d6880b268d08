import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { line } from './field-schemas.ts'
import { Affiliation } from './contributors.ts'

/** The most suggestions shown under a field. */
export const AFFILIATIONS_SUGGESTED = 8

/** The longest text to search for. */
export const AFFILIATION_QUERY_MAX = 200

export const affiliations = {
  suggest: endpoint({
    method: 'GET',
    path: '/affiliations',
    access: 'signed in',
    summary: `Up to ${AFFILIATIONS_SUGGESTED} affiliations of published articles and of the caller's own that hold every word of the search`,
    input: z.strictObject({ q: line(AFFILIATION_QUERY_MAX).optional() }),
    output: z.array(Affiliation),
  }),
}
