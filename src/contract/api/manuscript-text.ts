import { z } from 'zod'
import { MANUSCRIPT_WORDS } from './manuscripts.ts'

const Paragraph = z.object({ text: z.string(), style: z.enum(['heading', 'text']) })
export const ManuscriptText = z.union([
  z.object({
    paragraphs: z.array(Paragraph),
    html: z.string().nullable().describe('The same with headings, tables and formulas; null if there is no such form.'),
    words: z.int(),
    isShortened: z.boolean().describe('True if the manuscript is longer than what is given.'),
  }),
  z.object({ unavailable: z.string().describe('Why the text cannot be shown, as a sentence.') }),
])
export type ManuscriptText = z.infer<typeof ManuscriptText>

const Compared = z.object({
  isChanged: z.boolean(),
  runs: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
})
export const Comparison = z.union([
  z.object({ paragraphs: z.array(z.union([Compared, z.object({ unchanged: z.int() })])) }),
  z.object({ unavailable: z.string() }),
])
export type Comparison = z.infer<typeof Comparison>

/** What a revision has changed besides the files, as plain text. */
export const WordsComparison = z.array(
  z.object({ word: z.enum(MANUSCRIPT_WORDS), before: z.string(), after: z.string(), comparison: Comparison }),
)
export type WordsComparison = z.infer<typeof WordsComparison>
