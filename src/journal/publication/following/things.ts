import type { FollowedThing } from '../../../contract/api/follows.ts'
import { keywordSlug } from '../../../contract/rules/articles/keywords.ts'
import { authorKey } from '../../../contract/rules/people/author-names.ts'
import { isOrcid } from '../../../contract/rules/people/identifiers.ts'
import { type Followed, SCOPE_WORDS } from '../../../contract/rules/site/follow-scopes.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { escapeAttribute } from '../../../contract/rules/text/plain-text.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { FollowRow } from '../../../platform/database/following-tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { printedAs } from '../articles/printed-authors.ts'
import { articleGone } from '../articles/tombstones.ts'
import { followedOf } from './rows.ts'

/** What can be followed, in the one spelling that is kept; throws unless readers can see it. */
export async function followable(tx: Tx, { scope, id }: Followed): Promise<Followed> {
  if (scope === 'article') {
    const found = await tx.selectFrom('public_articles').select('id').where('id', '=', id).executeTakeFirst()
    if (!found) throw await articleGone(tx, id!)
  }
  if (scope === 'category') {
    const found = await tx.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst()
    if (!found) throw notFound('Category')
  }
  if (scope === 'author') {
    const [newest] = await printedAs(tx, id!)
    if (!newest) throw notFound('Author')
    return { scope, id: isOrcid(id!.toUpperCase()) ? id!.toUpperCase() : (newest.orcid ?? id) }
  }
  if (scope === 'keyword') {
    const slug = keywordSlug(id!)
    if (slug === undefined || !(await keywordName(tx, slug))) throw notFound('Keyword')
    return { scope, id: slug }
  }
  return { scope, id }
}

/** How most public articles spell a keyword. */
async function keywordName(db: Db, slug: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('article_terms')
    .innerJoin('public_articles', 'public_articles.id', 'article_terms.article_id')
    .select('article_terms.label')
    .where('article_terms.kind', '=', 'keyword')
    .where('article_terms.key', '=', slug)
    .groupBy('article_terms.label')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('article_terms.label')
    .executeTakeFirst()
  return found?.label
}

/** Names what a row is about, and where it is. Titles of articles have markup; all other names are words. */
export async function thingOf(db: Db, row: FollowRow): Promise<FollowedThing> {
  const { scope, id } = followedOf(row)
  const named = (title: string, path: string): FollowedThing => ({ scope, title, path, rhythm: row.rhythm })
  switch (scope) {
    case 'article': {
      const article = await db.selectFrom('articles').select('title').where('id', '=', id).executeTakeFirstOrThrow()
      return named(article.title, paths.article(id!))
    }
    case 'category': {
      const { name } = await db.selectFrom('categories').select('name').where('id', '=', id).executeTakeFirstOrThrow()
      return named(escapeAttribute(name), paths.category(id!))
    }
    case 'author': {
      const [newest] = await printedAs(db, id!)
      const key = newest ? authorKey({ contributorId: newest.id, orcidId: newest.orcid }) : id!
      return named(escapeAttribute(newest?.full_name ?? 'An author'), paths.author(key))
    }
    case 'keyword':
      return named(escapeAttribute((await keywordName(db, id!)) ?? id!), paths.keyword(id!))
    case 'articles':
      return named(SCOPE_WORDS.articles, paths.articles)
    case 'volumes':
      return named(SCOPE_WORDS.volumes, paths.archives)
    case 'news':
      return named(SCOPE_WORDS.news, paths.news)
  }
}
