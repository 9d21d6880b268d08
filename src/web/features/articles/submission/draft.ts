import { plainTitle } from '../../../../contract/domain/inline-markup.ts'
import { slugOf } from '../../../../contract/api/slug.ts'
import { profileUrlOf } from '../../../../contract/api/submission.ts'
import { typedAuthor, type AuthorSource, type TypedAuthor } from '../people/typed-author.ts'
import type { UploadedFile } from '../files/use-uploads.ts'

/** An author of the draft; the key stays while names and order change. */
export type DraftContributor = TypedAuthor & { key: string }

/** Everything an author has typed or uploaded for a submission that is not sent yet. */
export interface Draft {
  step: number
  title: string
  categoryId: string
  excerpt: string
  keywords: string
  abstract: string
  files: UploadedFile[]
  image: UploadedFile | null
  imageAlt: string
  contributors: DraftContributor[]
  /** The author in the open form. */
  author: { mode: 'add' | 'edit'; person: DraftContributor } | null
  comments: string
}

export const EMPTY_DRAFT: Draft = {
  step: 0,
  title: '',
  categoryId: '',
  excerpt: '',
  keywords: '',
  abstract: '',
  files: [],
  image: null,
  imageAlt: '',
  contributors: [],
  author: null,
  comments: '',
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
    return kept ? { ...EMPTY_DRAFT, ...kept, contributors: (kept.contributors ?? []).map(keptAuthor) } : EMPTY_DRAFT
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
export const toSubmission = (draft: Draft) => ({
  title: draft.title,
  slug: slugOf(plainTitle(draft.title)).slice(0, SLUG_LENGTH),
  isArchive: false,
  categoryId: draft.categoryId,
  excerpt: draft.excerpt,
  keywords: draft.keywords,
  abstract: draft.abstract,
  files: draft.files.map((file) => file.url),
  imageUrl: draft.image?.url ?? null,
  imageAlt: draft.image ? draft.imageAlt : null,
  contributors: draft.contributors.map(({ key: _key, ...person }) => ({
    ...person,
    profileUrl: profileUrlOf(person.orcidId || null),
  })),
  comments: draft.comments,
})
