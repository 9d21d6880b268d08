/**
 * A journal with something in most of its tables, as years of work leave it: articles with full texts, images and
 * figures, accounts and sessions, peer review, emails, deposits, counts of use, an index; every file has its bytes.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { makeDueVariants } from '../../src/journal/publication/files/image-variants.ts'
import { renderDueTexts } from '../../src/journal/publication/full-text/derive-texts.ts'
import { importFolder } from '../../src/extensions/importing/import-folder.ts'
import { storePicture } from '../../src/journal/settings/pictures/pictures.ts'
import { newId } from '../../src/platform/ids.ts'
import { aFile, anArticle, aSignedIn, aTombstone, aVolume, theEditorialMembers } from './builders.ts'
import type { TestJournal } from './databases.ts'
import { aPicture } from './png.ts'
import { randomFrom } from './random.ts'
import { act, aWorld, submit } from './review-year.ts'
import { searchable } from './searchable.ts'

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'jats')

export async function fillJournal(journal: TestJournal, submissions = 6): Promise<void> {
  const { database, resources } = journal
  const { store, workers } = resources
  const imported = await importFolder({ database, store, workers }, FIXTURES, { origin: 'imported' })
  if (imported.every(({ result }) => result === 'failed')) throw new Error('No article was imported.')
  await aSignedIn(journal, { role: 'admin' })
  await aSignedIn(journal)
  const random = randomFrom(7)
  const world = await aWorld(database, random, 8)
  for (let number = 0; number < submissions; number++) await submit(world)
  for (let day = 0; day < 12; day++) for (const article of world.articles) await act(world, article, day > 1)
  const volume = await aVolume(database, { title: 'Volume 4 – Ümlaute, ‘quotes’ and 植物' })
  const image = await aFile(database, { store, name: 'leaf.png', mediaType: 'image/png', content: aPicture(900, 600) })
  await anArticle(database, { image, volume, title: 'Line\nbreaks, \\backslashes\\ and "quotes" 🌱' })
  await theEditorialMembers(database)
  await aTombstone(database)
  await keepPromises(journal)
  await makeDueVariants(resources)
  await renderDueTexts(resources)
  await useAll(journal)
  await searchable(database)
}

/** Builders make rows of files whose bytes are known from their ids: here they are stored. */
async function keepPromises({ database, resources: { store } }: TestJournal): Promise<void> {
  for (const { id } of await database.db.selectFrom('files').select('id').execute()) {
    const stored = await store.open(id)
    if (stored) await stored.close()
    else await store.keep(id, Buffer.from(`%PDF-1.4\n% file ${id}\n`))
  }
}

/** Rows of tables that no builder fills. */
async function useAll({ database: { db }, resources }: TestJournal): Promise<void> {
  const { store } = resources
  const [article] = await db.selectFrom('articles').select('id').orderBy('id').limit(1).execute()
  const { id } = article!
  const at = '2026-03-04T05:06:07.008Z'
  const xml = await db.selectFrom('files').select('id').where('media_type', 'like', '%xml').executeTakeFirstOrThrow()
  await db
    .insertInto('jats_texts')
    .values({ file_id: xml.id, normaliser: 1, content: Buffer.from([0, 255, 10, 13, 34, 92, 200]) })
    .execute()
  const numbers = sql`${id}, '2026-02', 3, 1, 4, 2, 2, 1`
  await sql`insert into usage_months values (${numbers})`.execute(db)
  await sql`insert into usage_days values ('2026-02-28')`.execute(db)
  const card = newId()
  const kept = await store.keep(card, Buffer.from('a picture'))
  await db
    .insertInto('article_cards')
    .values({ article_id: id, made_from: 'x', file_id: card, ...kept })
    .execute()
  const logo = `/pictures/${'0b'.repeat(12)}-384x192-l.webp`
  await storePicture(resources, logo, { content: Buffer.from('a logo'), width: 384, height: 192 })
  const marked = newId()
  const copy = await store.keep(marked, Buffer.from('a marked file'))
  await db
    .insertInto('marked_pdfs')
    .values({ article_id: id, made_from: 'x', notice: '', file_id: marked, ...copy })
    .execute()
  await db
    .insertInto('backups')
    .values({ id: newId(), file_name: 'earlier.zip', place: 'bucket', started_at: at, bytes: 12_345_678_901 })
    .execute()
}
