import { z } from 'zod'
import { CITATION_STYLES, type CitationStyle } from '../rules/articles/citation/text.ts'
import { endpoint } from './endpoint.ts'
import { IdInPath } from './field-schemas.ts'

const Formatted = z.object(
  Object.fromEntries(CITATION_STYLES.map(({ id, name }) => [id, z.string().describe(`In ${name} style.`)])) as Record<
    CitationStyle,
    z.ZodString
  >,
)

export const citations = {
  get: endpoint('GET /posts/{id}/citations', {
    access: 'anyone',
    gone: true,
    summary: 'How to cite a public article: its reference in each style',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({
      formatted: Formatted.nullable().describe(
        'HTML with `<i>`, `<sub>`, `<sup>` and a link; null if the references cannot be formatted just now.',
      ),
    }),
  }),
}
