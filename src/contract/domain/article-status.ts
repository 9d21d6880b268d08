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

/** Approval publishes what neither is nor was published, and is not put away. */
export const isApprovable = ({ published, isArchive }: ArticleFlags): boolean => !published && !isArchive
