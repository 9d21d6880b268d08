import {
  BULK_NAMED,
  type BulkArticles,
  type BulkChange,
  type BulkOutcome,
} from '../../../../contract/api/bulk-articles.ts'
import { undoUntil } from '../../../../contract/rules/site/undo.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import type { ArticleRow } from '../../../../platform/database/tables.ts'

export const KIND = 'articles'

/** So many articles are changed in one transaction. */
export const AT_ONCE = 25

/** The emails of these changes, which wait until the change can no longer be undone. */
export const WAITING_EMAILS = ['article-corrected', 'followed-article', 'article-archived'] as const

/** What would be otherwise if someone had changed the article since. */
export const STATE = ['version', 'category_id', 'volume_id', 'published_at', 'archived_at'] as const
export type State = Pick<ArticleRow, (typeof STATE)[number]>
export const stateOf = (article: State): State => ({
  version: article.version,
  category_id: article.category_id,
  volume_id: article.volume_id,
  published_at: article.published_at,
  archived_at: article.archived_at,
})
export const isSameState = (one: State, other: State): boolean => STATE.every((column) => one[column] === other[column])

/** The place of an article in the order of an issue. */
export interface Place {
  volume_id: string
  position: number
  heading: string
}

/** What undoing has to know. */
export interface Changed {
  kind: BulkArticles
  /** The name of the category or volume; null for none. */
  target: string | null
  articles: { id: string; from: State; to: State; place?: Place }[]
}

/** Articles that stay as they are: some are named, the others counted. */
export class LeftAlone {
  #named: BulkOutcome['left'] = []
  #more = 0

  /** A part that is rolled back has left none. */
  copy(): LeftAlone {
    const copy = new LeftAlone()
    copy.#named = [...this.#named]
    copy.#more = this.#more
    return copy
  }

  add(title: string, reason: string): void {
    if (this.#named.length < BULK_NAMED) this.#named.push({ title: plainTitle(title), reason })
    else this.#more++
  }

  get outcome(): Pick<BulkOutcome, 'left' | 'more'> {
    return { left: this.#named, more: this.#more }
  }
}

export function messageOf({ kind, target, articles }: Changed): string {
  const some = counted(articles.length, 'article')
  if (kind === 'archive') return `${some} archived.`
  if (kind === 'unarchive') return `${some} unarchived.`
  if (target !== null) return `${some} moved to ${target}.`
  return `${some} taken out of ${articles.length === 1 ? 'its volume' : 'their volumes'}.`
}

export const presentChange = (id: string, at: string, changed: Changed): BulkChange => ({
  ...{ id, message: messageOf(changed), until: undoUntil(at) },
})
