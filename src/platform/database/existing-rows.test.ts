import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../../tests/support/databases.ts'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { keptAndRecomputed } from '../../../tests/support/kept-values.ts'
import { renewHeads } from '../search-engine/article-heads.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'

const AT = '2026-01-01T00:00:00.000Z'
const LATER = '2026-02-01T00:00:00.000Z'

/** A database as the first release left it, with articles in it. */
async function anOlderDatabase(database: Database): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(database.db)
  await migrate(database, '0004-audit-append-only')
  await run(`insert into users (id, full_name, email, username, password_hash, role, created_at)
    values ('author', 'A', 'a@b.test', 'a', '', 'author', '${AT}')`)
  await run(`insert into files (id, name, media_type, bytes, sha256, owner_id, created_at)
    values ('image', 'i.png', 'image/png', 1, 'x', 'author', '${AT}')`)
  await run(`insert into categories values ('c', 'C', 'c', '${AT}', '${AT}')`)
  await run(`insert into volumes values ('v', 'V', '${AT}', '${AT}')`)
  const pages: Record<string, string | null> = {
    ranged: '12-27',
    single: '9',
    several: '101-105,107-110',
    none: null,
    enormous: '99999999999999999999999999999999999999999999999999',
  }
  for (const [id, range] of Object.entries(pages)) {
    await run(`insert into articles (id, slug, title, keywords, excerpt, abstract, category_id, volume_id, page_num,
        submitter_id, origin, created_at, updated_at, published_at, approved_at)
      values ('${id}', '${id}', 'T', '', '', '', 'c', 'v', ${range === null ? 'null' : `'${range}'`},
        ${id === 'none' ? 'null' : `'author'`}, 'submitted', '${AT}', '${AT}', '${AT}', '${AT}')`)
  }
  const reviewers: [article: string, at: string][] = [
    ['ranged', AT],
    ['ranged', LATER],
    ['single', AT],
    ['none', AT],
  ]
  await run(`update articles set image_file_id = 'image' where id in ('ranged', 'single')`)
  for (const [position, [article, at]] of reviewers.entries()) {
    const id = `${article}-${at === AT ? 'at-once' : 'later'}`
    await run(`insert into contributors (id, full_name, email, affiliation, created_at)
      values ('${id}', 'R', 'r@b.test', '', '${at}')`)
    await run(`insert into article_contributors (article_id, contributor_id, role, position, created_at)
      values ('${article}', '${id}', 'Reviewer', ${position}, '${at}')`)
  }
  await run(`insert into audit_entries (id, at, action, subject)
    values ('1', '${LATER}', 'article.change-contributor', 'single')`)
}

describe('an older database, brought up to date', () => {
  eachDatabase((_open, engine) => {
    let database: Database
    beforeAll(async () => {
      const fresh = await freshDatabase(engine)
      database = connect(fresh.where)
      await anOlderDatabase(database)
      await migrate(database)
      return async () => {
        await database.close()
        await fresh.remove()
      }
    })

    test('has the copies of each image to make', async () => {
      const rows = await database.db
        .selectFrom('jobs')
        .select(['kind', 'subject', 'attempts'])
        .where('kind', '=', 'pictures')
        .execute()
      expect(rows).toEqual([{ kind: 'pictures', subject: 'image', attempts: 0 }])
    })

    test('has its articles in the order of their pages', async () => {
      const rows = await database.db
        .selectFrom('public_articles')
        .select(['id', 'issue', 'page_order'])
        .orderBy('page_order')
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        { id: 'single', issue: null, page_order: 9 },
        { id: 'ranged', issue: null, page_order: 12 },
        { id: 'several', issue: null, page_order: 101 },
        { id: 'enormous', issue: null, page_order: 2_147_483_647 },
        { id: 'none', issue: null, page_order: 2_147_483_647 },
      ])
    })

    test('has heads and counts of its articles, and their words and sort keys once it is opened', async () => {
      expect(await renewHeads(database)).toBe(5)
      const { kept, recomputed } = await keptAndRecomputed(database)
      expect(kept.heads).toHaveLength(5)
      expect(kept).toEqual(recomputed)
    })

    test('has its articles in their first version, and says of none that it was corrected', async () => {
      const rows = await database.db.selectFrom('public_articles').select(['version', 'corrected_at']).execute()
      expect(rows).toHaveLength(5)
      for (const row of rows) expect(row).toEqual({ version: 1, corrected_at: null })
    })

    test('knows only those reviewers as named by the submitter that came with the submission', async () => {
      const rows = await database.db
        .selectFrom('article_suggested_reviewers')
        .select(['contributor_id', 'named_by'])
        .orderBy('contributor_id')
        .execute()
      expect(rows).toEqual([
        { contributor_id: 'none-at-once', named_by: null },
        { contributor_id: 'ranged-at-once', named_by: 'author' },
        { contributor_id: 'ranged-later', named_by: null },
        { contributor_id: 'single-at-once', named_by: null },
      ])
    })
  })
})
