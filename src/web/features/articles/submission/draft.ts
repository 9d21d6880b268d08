import { z } from 'zod'
import { slugOf } from '../../../../contract/api/field-schemas.ts'
import { profileUrlOf, Submission } from '../../../../contract/api/submission.ts'
import {
  NAME_ACT_NAMES,
  PERMIT_KIND_NAMES,
  TYPE_STATUSES,
} from '../../../../contract/rules/articles/declared-material.ts'
import { LINK_KIND_NAMES } from '../../../../contract/rules/articles/declared-works.ts'
import { SUGGESTION_KINDS, type SuggestionKind } from '../../../../contract/rules/peer-review/reviewer-suggestions.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import type { UploadedFile, Uploads } from '../../../ui/files/use-uploads.ts'
import {
  affiliationsInWords,
  type AuthorSource,
  typedAuthor,
  type TypedAuthor,
} from '../../../site/people/typed-author.ts'
import type { TypedWaiver } from '../../../site/waiver-fields.tsx'
import type { TypedMaterial } from '../typed-material.ts'
import { sentLinks, sentSupplements, type TypedSupplement, type TypedWorks } from '../typed-works.ts'

/** An author of the draft; the key is stable while names and order change. */
export type DraftContributor = TypedAuthor & { key: string }

/** The text fields of a submission, empty until filled in. */
type TypedTexts = Record<
  Exclude<
    keyof z.input<typeof Submission>,
    | 'files'
    | 'imageUrl'
    | 'contributors'
    | 'reviewerSuggestions'
    | 'awards'
    | 'links'
    | keyof TypedMaterial
    | 'supplements'
    | 'slug'
    | 'isArchive'
    | 'approvedByAdmin'
    // It is kept apart: editors have no part in it before the decision.
    | 'waiver'
  >,
  string
>

/** Everything typed or uploaded for a submission that has not been sent yet. */
export interface Draft extends TypedTexts, TypedWorks, TypedMaterial {
  step: number
  files: UploadedFile[]
  supplements: TypedSupplement[]
  image: UploadedFile | null
  contributors: DraftContributor[]
  /** Suggested and opposed reviewers. */
  suggestions: DraftSuggestion[]
  /** The author in the open form. */
  author: { mode: 'add' | 'edit'; person: DraftContributor } | null
}

const { shape: TEXTS } = Submission.omit({
  ...{ files: true, imageUrl: true, contributors: true, reviewerSuggestions: true },
  ...{ awards: true, links: true, supplements: true, vouchers: true, permitDetails: true, newNames: true },
  ...{ slug: true, isArchive: true, approvedByAdmin: true, waiver: true },
})

export const EMPTY_DRAFT: Draft = {
  ...(Object.fromEntries(Object.keys(TEXTS).map((field) => [field, ''])) as TypedTexts),
  step: 0,
  files: [],
  supplements: [],
  image: null,
  contributors: [],
  suggestions: [],
  awards: [],
  links: [],
  vouchers: [],
  permitDetails: [],
  newNames: [],
  author: null,
}

/** A draft may be older than the name and affiliation parts. */
const Author = z
  .custom<AuthorSource & { key: string }>((author) => typeof (author as { key?: unknown } | null)?.key === 'string')
  .transform(({ key, ...author }): DraftContributor => ({ ...typedAuthor(author), key }))

const Uploaded = z.object({ url: z.string(), name: z.string(), bytes: z.number() })

/** A draft as it is stored; of an earlier version of the site it may have other fields. */
export const StoredDraft = z.object({
  ...(Object.fromEntries(Object.keys(TEXTS).map((field) => [field, z.string()])) as Record<
    keyof TypedTexts,
    z.ZodString
  >),
  step: z.number(),
  files: z.array(Uploaded),
  supplements: z.array(Uploaded.extend({ title: z.string(), licenceUrl: z.string(), doi: z.string() })),
  image: Uploaded.nullable(),
  contributors: z.array(Author),
  suggestions: z.array(
    z.object({
      kind: z.enum(SUGGESTION_KINDS),
      ...{ key: z.string(), fullName: z.string(), email: z.string(), affiliation: z.string(), reason: z.string() },
    }),
  ),
  awards: z.array(z.object({ funder: z.string(), ror: z.string(), number: z.string(), doi: z.string() })),
  links: z.array(
    z.object({
      kind: z.enum(['', ...LINK_KIND_NAMES]),
      relation: z.enum(['', 'generated', 'analysed']),
      ...{ identifier: z.string(), repository: z.string() },
    }),
  ),
  // Drafts from before these were asked for have none.
  vouchers: z
    .array(
      z.object({
        ...{ taxon: z.string(), collector: z.string(), number: z.string(), herbarium: z.string() },
        ...{ barcode: z.string(), uri: z.string(), country: z.string(), locality: z.string() },
        typeStatus: z.enum(['', ...TYPE_STATUSES]),
        sensitive: z.boolean(),
      }),
    )
    .default([]),
  permitDetails: z
    .array(
      z.object({
        kind: z.enum(['', ...PERMIT_KIND_NAMES]),
        ...{ number: z.string(), authority: z.string(), country: z.string(), on: z.string() },
      }),
    )
    .default([]),
  newNames: z.array(z.object({ name: z.string(), act: z.enum(['', ...NAME_ACT_NAMES]), ipni: z.string() })).default([]),
  author: z.object({ mode: z.enum(['add', 'edit']), person: Author }).nullable(),
})

/** Where a browser kept the draft of each person before drafts followed the account. */
export const draftKey = (userId: string): string => `journal:draft:${userId}`

/** True if a draft contains nothing worth keeping. */
export const isEmptyDraft = ({ step: _where, ...content }: Draft): boolean => {
  const { step: _start, ...empty } = EMPTY_DRAFT
  return JSON.stringify(content) === JSON.stringify(empty)
}

export const isSameDraft = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other)

type DraftField = Exclude<keyof Draft, 'step' | 'author'>

const isBlank = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && !value.length)

/** The fields of `other` of which something would be missing if `draft` took its place. */
export const fieldsLostIn = (draft: Draft, other: Draft): DraftField[] =>
  (Object.keys(EMPTY_DRAFT) as (keyof Draft)[]).filter((field): field is DraftField => {
    if (field === 'step' || field === 'author' || isBlank(other[field])) return false
    const [own, others] = [draft[field], other[field]]
    if (typeof own === 'string' && typeof others === 'string') return !own.includes(others.trim())
    return JSON.stringify(own) !== JSON.stringify(others)
  })

/** The fields in which two drafts differ, in the order of the form. */
export const differencesOf = (one: Draft, other: Draft): DraftField[] => {
  const changed = new Set([...fieldsLostIn(one, other), ...fieldsLostIn(other, one)])
  return (Object.keys(EMPTY_DRAFT) as DraftField[]).filter((field) => changed.has(field))
}

/** One letter of a title may become several in a slug. */
const SLUG_LENGTH = 200

/** A draft as input of `POST /posts`. Slug, archive flag and profile addresses are set by the server. */
export const toSubmission = ({
  step: _step,
  author: _open,
  files,
  image,
  contributors,
  suggestions,
  links,
  supplements,
  ...texts
}: Draft) => ({
  ...texts,
  links: sentLinks(links),
  supplements: sentSupplements(supplements),
  slug: slugOf(plainTitle(texts.title)).slice(0, SLUG_LENGTH),
  isArchive: false,
  files: files.map((file) => file.url),
  imageUrl: image?.url ?? null,
  imageAlt: image ? texts.imageAlt : null,
  contributors: contributors.map(({ key: _key, ...person }) => ({
    ...person,
    affiliation: affiliationsInWords(person),
    profileUrl: profileUrlOf(person.orcidId || null),
  })),
  reviewerSuggestions: filledSuggestions(suggestions).map(({ key: _key, ...person }) => person),
})

/** The props of a step's fields. */
export interface StepProps {
  draft: Draft
  update: (change: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void
  errors: Record<string, string>
  clear: (...fields: string[]) => void
  categories: { id: string; name: string }[]
  /** Uploads of step 3, which continue while the author is on other steps. */
  uploads: { files: Uploads; supplements: Uploads; image: Uploads }
  /** That the full fee cannot be paid: no part of the draft. */
  waiver: TypedWaiver
  setWaiver: (changes: Partial<TypedWaiver>) => void
  confirmed: boolean
  setConfirmed: (confirmed: boolean) => void
  goTo: (step: number) => void
}

/** Someone suggested or opposed in a draft; the key is stable while others are added and removed. */
export interface DraftSuggestion {
  key: string
  kind: SuggestionKind
  fullName: string
  email: string
  affiliation: string
  reason: string
}

export const blankSuggestion = (kind: SuggestionKind): DraftSuggestion => ({
  ...{ key: crypto.randomUUID(), kind, fullName: '', email: '', affiliation: '', reason: '' },
})

/** Those in which something is filled in: the others are not sent. */
export const filledSuggestions = (suggestions: readonly DraftSuggestion[]): DraftSuggestion[] =>
  suggestions.filter(({ fullName, email, affiliation, reason }) =>
    [fullName, email, affiliation, reason].some((value) => value.trim() !== ''),
  )

const FIELD = 'reviewerSuggestions'
const PART = /^reviewerSuggestions(?:\.|$)/

export const isSuggestionField = (field: string): boolean => PART.test(field)

/** The name of a person's field in the contract's errors; null if the person is not sent. */
export function fieldOf(
  suggestions: readonly DraftSuggestion[],
  key: string,
  field: keyof DraftSuggestion,
): string | null {
  const at = filledSuggestions(suggestions).findIndex((one) => one.key === key)
  return at < 0 ? null : `${FIELD}.${at}.${field}`
}
