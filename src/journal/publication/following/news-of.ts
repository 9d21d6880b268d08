import { keywordList, keywordSlug } from '../../../contract/rules/articles/keywords.ts'
import { isNewsListed } from '../../../contract/rules/site/news.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FollowRow } from '../../../platform/database/following-tables.ts'
import { printedAs } from '../articles/printed-authors.ts'
import { datesOf } from '../announcements/queries.ts'

/** What someone can be written to about, with the moment from which readers have it. */
export interface Matter {
  kind: 'article' | 'volume' | 'news'
  id: string
  at: string
}

interface NewArticle extends Matter {
  kind: 'article'
  category: string
  keywords: ReadonlySet<string>
}

/**
 * What has appeared after `since`, until `until`, the oldest first. Not what was retracted or removed meanwhile, nor samples;
 * imported articles have the date of their first publication, and are not new.
 */
export class WhatIsNew {
  readonly articles: readonly NewArticle[]
  readonly #others: readonly Matter[]
  readonly #byAuthor = new Map<string, ReadonlySet<string>>()

  constructor(articles: readonly NewArticle[], others: readonly Matter[]) {
    this.articles = articles
    this.#others = others
  }

  get all(): readonly Matter[] {
    return [...this.articles, ...this.#others]
  }

  /** What of it belongs to what a row follows, since the last email to its follower. */
  async ofFollow(tx: Db, { scope, category_id, subject, told_until }: FollowRow): Promise<Matter[]> {
    const isNew = ({ at }: Matter) => told_until !== null && at > told_until
    if (scope === 'volumes') return this.#others.filter((one) => one.kind === 'volume' && isNew(one))
    if (scope === 'news') return this.#others.filter((one) => one.kind === 'news' && isNew(one))
    const own = scope === 'author' ? await this.#of(tx, subject!) : undefined
    return this.articles.filter(
      (one) =>
        isNew(one) &&
        (scope === 'articles' ||
          (scope === 'category' && one.category === category_id) ||
          (scope === 'keyword' && one.keywords.has(subject!)) ||
          own?.has(one.id)),
    )
  }

  async #of(tx: Db, author: string): Promise<ReadonlySet<string>> {
    const known = this.#byAuthor.get(author)
    if (known) return known
    const found = new Set((await printedAs(tx, author)).map(({ article_id }) => article_id))
    this.#byAuthor.set(author, found)
    return found
  }
}

export async function whatIsNew(db: Db, since: string, until: string): Promise<WhatIsNew> {
  const articles = await db
    .selectFrom('public_articles')
    .select(['id', 'category_id', 'keywords', 'published_at'])
    .where('published_at', '>', since)
    .where('published_at', '<=', until)
    .where('standing', 'not in', ['retracted', 'removed'])
    .where('origin', '<>', 'sample')
    .orderBy('published_at')
    .orderBy('id')
    .execute()
  const volumes = await db
    .selectFrom('public_articles')
    .innerJoin('volumes', 'volumes.id', 'public_articles.volume_id')
    .select('volume_id')
    .select(({ fn }) => fn.min('public_articles.published_at').as('at'))
    .where('volumes.release', '=', 'continuous')
    .where('origin', '<>', 'sample')
    .groupBy('volume_id')
    .having(({ fn }) => fn.min('public_articles.published_at'), '>', since)
    .having(({ fn }) => fn.min('public_articles.published_at'), '<=', until)
    .orderBy('at')
    .execute()
  // An issue has appeared when it was published, whatever was published ahead.
  const issues = await db
    .selectFrom('volumes')
    .select(['id as volume_id', 'published_at as at'])
    .where('release', '=', 'issue')
    .where('published_at', '>', since)
    .where('published_at', '<=', until)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('public_articles')
          .select('public_articles.id')
          .whereRef('public_articles.volume_id', '=', 'volumes.id')
          .where('origin', '<>', 'sample'),
      ),
    )
    .execute()
  const news = await db.selectFrom('announcements').selectAll().where('shown_from', '<=', dayOf(until)).execute()
  const announced = news
    .filter((row) => isNewsListed(datesOf(row), dayOf(until)))
    .map(({ id, shown_from, published_at }) => {
      const firstMoment = `${shown_from}T00:00:00.000Z`
      return { kind: 'news' as const, id, at: published_at > firstMoment ? published_at : firstMoment }
    })
    .filter(({ at }) => at > since && at <= until)
  return new WhatIsNew(
    articles.map(({ id, category_id, keywords, published_at }) => ({
      ...{ kind: 'article', id, at: published_at!, category: category_id },
      keywords: new Set(keywordList(keywords).flatMap((keyword) => keywordSlug(keyword) ?? [])),
    })),
    [
      ...[...volumes, ...issues].map(({ volume_id, at }) => ({ kind: 'volume' as const, id: volume_id!, at: at! })),
      ...announced,
    ],
  )
}
