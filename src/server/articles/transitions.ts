import { ALREADY_PUBLISHED, ARCHIVED_NOT_APPROVED, DELETE_PUBLISHED } from '../../contract/api/approval.ts'
import { articleStatus, type ArticleFlags } from '../../contract/domain/article-status.ts'
import type { Role } from '../../contract/api/users.ts'
import type { ArticleRow } from '../database/tables.ts'
import { DomainError } from '../domain-error.ts'

/** The moments that an article's state is read from. */
export type ArticleState = Pick<ArticleRow, 'published_at' | 'approved_at' | 'archived_at'>

/** The same as the flags that the contract knows. */
export const flagsOf = (state: ArticleState): ArticleFlags => ({
  published: state.published_at !== null,
  approvedByAdmin: state.approved_at !== null,
  isArchive: state.archived_at !== null,
})

export const isPublic = (state: ArticleState): boolean => articleStatus(flagsOf(state)) === 'published'

/** Readers see it or have seen it: an archived article was public once, and may be cited. */
export const hasBeenPublic = <S extends ArticleState>(state: S): state is S & { published_at: string } =>
  state.published_at !== null && state.approved_at !== null

// Moves from state to state. Each returns the next state, which is the
// same object when nothing changes, or refuses.

export function approve({ published_at, archived_at }: ArticleState, at: string): ArticleState {
  if (archived_at !== null) throw new DomainError('conflict', ARCHIVED_NOT_APPROVED)
  if (published_at !== null) throw new DomainError('conflict', ALREADY_PUBLISHED)
  return { published_at: at, approved_at: at, archived_at: null }
}

export const archive = (state: ArticleState, at: string): ArticleState =>
  state.archived_at === null ? { ...state, archived_at: at } : state

export const unarchive = (state: ArticleState): ArticleState =>
  state.archived_at === null ? state : { ...state, archived_at: null }

/** Administrators may delete any article, its submitter only an unpublished one. */
export function refuseDeletion({ published_at }: ArticleState, by: Role): void {
  if (by !== 'admin' && published_at !== null) throw new DomainError('forbidden', DELETE_PUBLISHED)
}
