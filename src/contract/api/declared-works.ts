import { z } from 'zod'
import {
  AWARDS_MAX,
  identifierOf,
  LINK_KIND_NAMES,
  LINK_KINDS,
  type LinkRelation,
  LINK_RELATIONS,
  LINKS_MAX,
  placeOfWork,
} from '../rules/articles/declared-works.ts'
import { ROR_INVALID, rorIn } from '../rules/people/identifiers.ts'
import { doiIn } from '../rules/articles/doi.ts'
import { line } from './field-schemas.ts'
import { SUPPLEMENT_LICENCE_URLS, SUPPLEMENTS_MAX } from '../rules/articles/supplements.ts'

const RELATION_NAMES = Object.keys(LINK_RELATIONS) as [LinkRelation, ...LinkRelation[]]

/** A funder, and the grant, in an answer. */
export const Award = z.object({
  funder: z.string(),
  ror: z.string().nullable().describe('Of the funder, as ROR writes its ids.'),
  number: z.string().nullable().describe('Of the grant.'),
  doi: z.string().nullable().describe('Of the grant.'),
})

/** A work that belongs to an article, in an answer. */
export const ArticleLink = z.object({
  kind: z.enum(LINK_KIND_NAMES),
  relation: z.enum(RELATION_NAMES).nullable().describe('Of data: made for the article, or used by it.'),
  doi: z.string().nullable(),
  accession: z.string().nullable(),
  url: z.string().nullable(),
  repository: z.string().nullable(),
})

const optional = (max: number) =>
  line(max)
    .nullish()
    .transform((value) => value || null)

export const FUNDER_REQUIRED = 'Please name the funder'
export const AWARD_DOI_INVALID = 'Please enter a DOI, such as 10.35802/218300'

const AwardForm = z.strictObject({
  funder: line(300, { required: FUNDER_REQUIRED }),
  ror: optional(100)
    .transform((ror) => (ror === null ? null : (rorIn(ror) ?? '')))
    .refine((ror) => ror !== '', ROR_INVALID),
  number: optional(100),
  doi: optional(200)
    .transform((doi) => (doi === null ? null : (doiIn(doi) ?? '')))
    .refine((doi) => doi !== '', AWARD_DOI_INVALID),
})

export const ADDRESS_INCOMPLETE = 'This web address is not complete'
export const WHERE_REQUIRED = 'Please say where it is: a DOI, an accession number or a web address'

const PLACE_MAX = 500

/** By what someone typed, or as an answer has it: what has been checked once can be sent. */
const LinkForm = z
  .strictObject({
    kind: z.enum(LINK_KIND_NAMES, 'Please choose what it is'),
    relation: z.enum(RELATION_NAMES).nullish(),
    identifier: optional(PLACE_MAX).describe('A DOI, an accession number, or the address of a page.'),
    doi: optional(PLACE_MAX),
    accession: optional(PLACE_MAX),
    url: optional(PLACE_MAX),
    repository: optional(200),
  })
  .transform(({ kind, relation, identifier, repository, ...known }, context) => {
    const place = placeOfWork(identifier ?? identifierOf(known))
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['identifier'], message })
    if (!identifierOf(place)) refuse(WHERE_REQUIRED)
    if (place.url && !URL.canParse(place.url)) refuse(ADDRESS_INCOMPLETE)
    return { kind, relation: LINK_KINDS[kind].isData ? (relation ?? null) : null, ...place, repository }
  })

export const Awards = z.array(AwardForm).max(AWARDS_MAX, `Please name at most ${AWARDS_MAX} grants`)
export const Links = z.array(LinkForm).max(LINKS_MAX, `Please name at most ${LINKS_MAX} works`)

/** A file that belongs to an article, in an answer. */
export const Supplement = z.object({
  title: z.string(),
  licenceUrl: z.string().nullable().describe('Null: that of the article.'),
  doi: z.string().nullable(),
  mediaType: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  url: z.string().describe('Of these bytes, for good.'),
})

export const SUPPLEMENT_TITLE_REQUIRED = 'Please say what this file is'

const SupplementForm = z.strictObject({
  url: z.string().max(1000).describe('Returned by `files/upload`, or as an answer has it.'),
  title: line(300, { required: SUPPLEMENT_TITLE_REQUIRED }),
  licenceUrl: z
    .enum(SUPPLEMENT_LICENCE_URLS, 'Please choose a licence')
    .nullish()
    .transform((url) => url ?? null),
  doi: optional(200)
    .transform((doi) => (doi === null ? null : (doiIn(doi) ?? '')))
    .refine((doi) => doi !== '', AWARD_DOI_INVALID),
})

export const Supplements = z
  .array(SupplementForm)
  .max(SUPPLEMENTS_MAX, `Please send at most ${SUPPLEMENTS_MAX} supplements`)
export type SupplementForm = z.output<typeof SupplementForm>
