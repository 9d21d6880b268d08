import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../../tests/support/databases.ts'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { loadHistory, recordOfVersion } from '../../journal/publication/versions/read-versions.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T09:00:00.000Z`

/** The last release whose corrections overwrote what was published. */
const BEFORE = '0051-index-names'

interface Corrected {
  /** The article's internal version that the correction has made. */
  version: number
  on: number
  reason: string
  replaced: object
}

async function anArticle(
  { db }: Database,
  {
    id,
    title,
    pdf,
    published,
    corrections = [],
  }: {
    id: string
    title: string
    pdf: string | null
    published: boolean
    corrections?: Corrected[]
  },
): Promise<void> {
  const at = published ? day(2) : null
  await sql`insert into articles (id, slug, title, keywords, excerpt, abstract, category_id, origin, pdf_file_id, version,
      created_at, updated_at, published_at, approved_at)
    values (${id}, ${id}, ${title}, 'roots', 'E', '<p>A</p>', 'c', 'submitted', ${pdf}, ${corrections.length + 2},
      ${day(1)}, ${day(1)}, ${at}, ${at})`.execute(db)
  for (const { version, on, reason, replaced } of corrections)
    await sql`insert into article_corrections (id, article_id, version, at, corrected_by, reason, replaced)
      values (${`${id}-${version}`}, ${id}, ${version}, ${day(on)}, null, ${reason}, ${JSON.stringify(replaced)})`.execute(
      db,
    )
}

/** A journal of that release: one article corrected three times, once before it was published, and two others. */
async function journalOfBefore(database: Database): Promise<void> {
  await migrate(database, BEFORE)
  const { db } = database
  await sql`insert into categories (id, name, slug, created_at, updated_at)
    values ('c', 'C', 'c', ${day(1)}, ${day(1)})`.execute(db)
  for (const id of ['first', 'second', 'third'])
    await sql`insert into files (id, name, media_type, bytes, sha256, created_at)
      values (${id}, 'final.pdf', 'application/pdf', 1, ${id}, ${day(1)})`.execute(db)
  await anArticle(database, {
    ...{ id: 'corrected', title: 'Roots in dry soil', pdf: 'third', published: true },
    corrections: [
      { version: 2, on: 1, reason: 'Before publication.', replaced: { title: 'Rotos' } },
      { version: 3, on: 3, reason: 'A digit was lost.', replaced: { pdfUrl: '/files/first/final.pdf' } },
      {
        ...{ version: 4, on: 4, reason: 'A word was missing.' },
        replaced: { title: 'Roots in soil', pdfUrl: '/files/second/final.pdf' },
      },
      {
        ...{ version: 5, on: 5, reason: 'The key message was long.' },
        // This file was deleted after its 30 days.
        replaced: { excerpt: 'A longer E', pdfUrl: '/files/gone/final.pdf' },
      },
    ],
  })
  await anArticle(database, { id: 'never', title: 'Never corrected', pdf: null, published: true })
  await anArticle(database, { id: 'waiting', title: 'Not published', pdf: null, published: false })
}

describe('what was published before versions were kept', () => {
  eachDatabase((_open, engine) => {
    let database: Database
    beforeAll(async () => {
      const fresh = await freshDatabase(engine)
      database = connect(fresh.where)
      await journalOfBefore(database)
      await migrate(database)
      return async () => {
        await database.close()
        await fresh.remove()
      }
    })

    test('is version 1, and each correction since then one more; what was never public is none', async () => {
      const versions = await database.db
        .selectFrom('article_versions')
        .select(['article_id', 'number', 'weight', 'reason', 'at'])
        .orderBy('article_id')
        .orderBy('number')
        .execute()
      expect(versions.map((one) => Object.values(one))).toEqual([
        ['corrected', 1, 'first', '', day(2)],
        ['corrected', 2, 'small', 'A digit was lost.', day(3)],
        ['corrected', 3, 'small', 'A word was missing.', day(4)],
        ['corrected', 4, 'small', 'The key message was long.', day(5)],
        ['never', 1, 'first', '', day(2)],
      ])
      const numbers = await database.db.selectFrom('articles').select(['id', 'public_version']).orderBy('id').execute()
      expect(numbers.map(({ id, public_version }) => [id, public_version])).toEqual([
        ['corrected', 4],
        ['never', 1],
        ['waiting', 0],
      ])
    })

    test('has the files that were replaced and are still kept, each in the version in which readers had it', async () => {
      const files = await database.db
        .selectFrom('article_version_files')
        .select(['number', 'kind', 'file_id'])
        .where('article_id', '=', 'corrected')
        .orderBy('number')
        .execute()
      expect(files).toEqual([
        { number: 1, kind: 'pdf', file_id: 'first' },
        { number: 2, kind: 'pdf', file_id: 'second' },
      ])
    })

    test('is read as it was then, followed back from today', async () => {
      const history = await loadHistory(database.db, 'corrected')
      const said = await Promise.all(
        [1, 2, 3, 4].map(async (number) => {
          const { title, excerpt } = await recordOfVersion(database.db, history, number)
          return [title, excerpt]
        }),
      )
      expect(said).toEqual([
        ['Roots in soil', 'A longer E'],
        ['Roots in soil', 'A longer E'],
        ['Roots in dry soil', 'A longer E'],
        ['Roots in dry soil', 'E'],
      ])
    })
  })
})
