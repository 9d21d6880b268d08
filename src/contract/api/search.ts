import { z } from 'zod'
import { PublicArticle } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './field-schemas.ts'
import { PageMeta, paging } from './paging.ts'
import {
  FILTER_VALUES,
  SEARCH_MAX,
  SEARCH_PAGE_SIZE,
  SEARCH_SORTS,
  VALUES_CHARACTERS_MAX,
  VALUES_MAX,
  sentValues,
  type SearchFilter,
} from '../rules/site/search.ts'

const PIECES = 'Text in which `<mark>`, `<i>`, `<sub>` and `<sup>` are markup and `&`, `<` and `>` are HTML entities.'

const Passage = z.object({
  section: z.string().describe('The title of its section as plain text; empty if it is not in one.'),
  part: z.int().describe("The page of the article's text that it is on."),
  anchor: z.string().describe('The id of its place there; empty if it is in the PDF alone.'),
  text: z.string().describe(PIECES),
})

const SearchResult = z.object({
  article: PublicArticle,
  title: z.string().describe(PIECES),
  passages: z.array(Passage).describe('At most two passages, the best first.'),
  morePassages: z.int().describe('How many further passages of this article match.'),
})
export type SearchResult = z.infer<typeof SearchResult>

const facet = <T extends z.ZodType>(value: T) =>
  z.array(z.object({ value, name: z.string(), articles: z.int(), isChosen: z.boolean() }))

const value = z.string().max(VALUES_CHARACTERS_MAX)

/** Several values of a filter are sent in parameters of the same name. */
const chosen = (filter: SearchFilter) =>
  z
    .union([value, z.array(value).max(VALUES_CHARACTERS_MAX)])
    .default([])
    .transform((sent) => [...new Set(sentValues(filter, [sent].flat()).filter(Boolean))].slice(0, VALUES_MAX))
    .refine((values) => values.every((value) => FILTER_VALUES[filter].test(value)), `There is no such ${filter}`)

export const SearchAnswer = z.object({
  data: z.array(SearchResult),
  meta: PageMeta,
  /** True if so many articles match that only the best of them were looked at. */
  limited: z.boolean(),
  words: z.array(z.string()).describe('The words that were searched, as they were typed.'),
  corrected: z
    .object({ from: z.string(), to: z.string() })
    .nullable()
    .describe('The query and what was searched in its place, because a word seems to be mistyped.'),
  names: z
    .array(z.object({ typed: z.string(), names: z.array(z.string()) }))
    .describe('Abbreviated Latin names and what they may stand for: P. vulgaris, Phaseolus vulgaris.'),
  facets: z.object({
    standing: facet(z.string()).describe(
      'What notices have made of the articles; those of which there is none are not in it.',
    ),
    category: facet(Id),
    volume: facet(Id),
    year: facet(z.string()),
    author: facet(z.string()).describe('The most frequent authors; the value is the name.'),
  }),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const search = {
  find: endpoint('GET /search', {
    access: 'anyone',
    rate: 'searching',
    isCached: false,
    summary: 'Public articles by words of their titles, abstracts, keywords, authors and texts, the best match first',
    input: z.strictObject({
      q: z.string().max(SEARCH_MAX).default('').describe('Without a word it lists the newest articles.'),
      exact: z
        .union([z.literal('true'), z.literal('false'), z.boolean()], "exact must be 'true' or 'false'")
        .transform((exact) => exact === true || exact === 'true')
        .default(false)
        .describe('True: the words are searched as they are typed, whatever `corrected` would be.'),
      sort: z.enum(SEARCH_SORTS).default('best'),
      standing: chosen('standing'),
      category: chosen('category'),
      volume: chosen('volume'),
      year: chosen('year'),
      author: chosen('author'),
      ...paging(SEARCH_PAGE_SIZE),
    }),
    output: SearchAnswer,
  }),
}
