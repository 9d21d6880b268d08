import type { ARTICLE_STATUSES } from './article-listing.ts'

/** The flags an article's status is read from. */
export interface ArticleFlags {
  published: boolean
  approvedByAdmin: boolean
  isArchive: boolean
}

export type ArticleStatus = (typeof ARTICLE_STATUSES)[number]

/** The displayed status. */
export function articleStatus({ published, approvedByAdmin, isArchive }: ArticleFlags): ArticleStatus {
  if (isArchive) return 'archived'
  if (published) return approvedByAdmin ? 'published' : 'rejected'
  return 'pending'
}

/** Readers see it. */
export const isPublic = (flags: ArticleFlags): boolean => articleStatus(flags) === 'published'

/** Readers see it or have seen it: an archived article was public once, and may be cited. */
export const hasBeenPublic = (flags: ArticleFlags): boolean => isPublic({ ...flags, isArchive: false })
