import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { line } from './field-schemas.ts'
import { Affiliation } from './contributors.ts'

/** The most suggestions shown under a field. */
export const AFFILIATIONS_SUGGESTED = 8

export const affiliations = {
  suggest: endpoint({
    method: 'GET',
    path: '/affiliations',
    access: 'signed in',
    summary: `Up to ${AFFILIATIONS_SUGGESTED} affiliations of published articles and of the caller's own that hold every word of the search`,
    input: z.strictObject({ q: line(200).optional() }),
    output: z.array(Affiliation),
  }),
}
