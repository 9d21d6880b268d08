import type { z } from 'zod'
import { plainTitle } from '../../../../contract/domain/inline-markup.ts'
import { slugOf } from '../../../../contract/api/slug.ts'
import { profileUrlOf, Submission } from '../../../../contract/api/submission.ts'
import { typedAuthor, type AuthorSource, type TypedAuthor } from '../people/typed-author.ts'
import type { UploadedFile } from '../files/use-uploads.ts'

/** An author of the draft; the key stays while names and order change. */
export type DraftContributor = TypedAuthor & { key: string }

/** What an author types: every text of a submission, empty until something is written. */
type TypedTexts = Record<
  Exclude<
    keyof z.input<typeof Submission>,
    'files' | 'imageUrl' | 'contributors' | 'slug' | 'isArchive' | 'approvedByAdmin'
  >,
  string
>

/** Everything an author has typed or uploaded for a submission that is not sent yet. */
export interface Draft extends TypedTexts {
  step: number
  files: UploadedFile[]
  image: UploadedFile | null
  contributors: DraftContributor[]
  /** The author in the open form. */
  author: { mode: 'add' | 'edit'; person: DraftContributor } | null
}

const { shape: TEXTS } = Submission.omit({
  ...{ files: true, imageUrl: true, contributors: true },
  ...{ slug: true, isArchive: true, approvedByAdmin: true },
})

export const EMPTY_DRAFT: Draft = {
  ...(Object.fromEntries(Object.keys(TEXTS).map((field) => [field, ''])) as TypedTexts),
  step: 0,
  files: [],
  image: null,
  contributors: [],
  author: null,
}

/** A draft may be older than the parts of its authors' names and affiliations. */
type KeptDraft = Partial<Omit<Draft, 'contributors'>> & { contributors?: (AuthorSource & { key: string })[] }

const keptAuthor = ({ key, ...author }: AuthorSource & { key: string }): DraftContributor => ({
  ...typedAuthor(author),
  key,
})

// Each person has a draft of their own on this device: signing out keeps it, signing in finds it.
const keyOf = (userId: string) => `journal:draft:${userId}`

export function readDraft(userId: string): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null') as KeptDraft | null
    // An earlier version of the site may have kept what is no part of a draft any more.
    const known = Object.entries(kept ?? {}).filter(([field]) => field in EMPTY_DRAFT)
    return { ...EMPTY_DRAFT, ...Object.fromEntries(known), contributors: (kept?.contributors ?? []).map(keptAuthor) }
  } catch {
    return EMPTY_DRAFT
  }
}

/** False when the device has no room left: an abstract with large images may pass what it keeps. */
export function keepDraft(userId: string, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export const forgetDraft = (userId: string): void => localStorage.removeItem(keyOf(userId))

/** True when there is nothing in a draft that would be missed. */
export const isEmptyDraft = ({ step: _where, ...content }: Draft): boolean => {
  const { step: _start, ...empty } = EMPTY_DRAFT
  return JSON.stringify(content) === JSON.stringify(empty)
}

/** One letter of a title may be several of a slug. */
const SLUG_LENGTH = 200

/** A draft as `POST /posts` takes it. Slug, archive flag and profile addresses are the server's to decide. */
export const toSubmission = ({ step: _step, author: _open, files, image, contributors, ...texts }: Draft) => ({
  ...texts,
  slug: slugOf(plainTitle(texts.title)).slice(0, SLUG_LENGTH),
  isArchive: false,
  files: files.map((file) => file.url),
  imageUrl: image?.url ?? null,
  imageAlt: image ? texts.imageAlt : null,
  contributors: contributors.map(({ key: _key, ...person }) => ({
    ...person,
    profileUrl: profileUrlOf(person.orcidId || null),
  })),
})
