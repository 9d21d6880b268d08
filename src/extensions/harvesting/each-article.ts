import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PublicArticle } from '../../contract/api/articles.ts'
import { presentPublicArticle } from '../../journal/publication/articles/present.ts'
import { findPublicArticles } from '../../journal/publication/articles/queries.ts'
import type { Db } from '../../platform/database/connect.ts'

/** An abstract may hold a megabyte of pictures. */
const AT_ONCE = 5

/** Those of these articles that are public, whole and in this order, with a turn for everyone else after each. */
export async function* eachArticle(db: Db, ids: readonly string[]): AsyncGenerator<PublicArticle> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const found = new Map((await findPublicArticles(db, some)).map((loaded) => [loaded.row.id, loaded]))
    for (const id of some) {
      const loaded = found.get(id)
      if (loaded) yield presentPublicArticle(loaded)
      await nextTurn()
    }
  }
}
