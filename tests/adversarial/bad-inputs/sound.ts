import { sql } from 'kysely'
import { expect } from 'vitest'
import { apiTable } from '../../../src/contract/api/api.ts'
import type { Endpoint } from '../../../src/contract/api/endpoint.ts'
import { paths } from '../../../src/contract/rules/site/paths.ts'
import { loadAbout, renderEmail, templateOf } from '../../../src/platform/email/render.ts'
import type { Database } from '../../../src/platform/database/connect.ts'
import { PRIVATE_WORDS } from '../../support/builders.ts'
import type { TestJournal } from '../../support/databases.ts'
import { keptAndRecomputed } from '../../support/kept-values.ts'

/** What must be true of a journal whatever it was sent. */
export async function expectSound(journal: TestJournal): Promise<void> {
  expect(await brokenRows(journal.database), 'rows that are damaged or half written').toEqual([])
  expect(await unprintable(journal.database), 'stored characters that are no text').toEqual([])
  const { kept, recomputed } = await keptAndRecomputed(journal.database)
  expect(kept, 'what is kept about articles').toEqual(recomputed)
  expect(await emailFaults(journal), 'emails that cannot be sent').toEqual([])
  expect(await privateWords(journal), 'public answers that tell something private').toEqual([])
}

/** Damage that the database finds itself, and rows without those that were written with them. */
async function brokenRows(database: Database): Promise<string[]> {
  const { db, engine } = database
  const found: string[] = []
  if (engine === 'sqlite') {
    const { rows: whole } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    found.push(...whole.map((row) => row.integrity_check).filter((line) => line !== 'ok'))
    const { rows: orphans } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
    found.push(...orphans.map(({ table }) => `${table}: refers to nothing`))
  }
  const none = async (what: string, query: { execute(): Promise<{ id: string }[]> }) =>
    found.push(...(await query.execute()).map(({ id }) => `${what}: ${id}`))
  await none(
    'an article without anybody who wrote it',
    db
      .selectFrom('articles')
      .select('id')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('article_contributors').select('article_id').whereRef('article_id', '=', 'articles.id'))),
      ),
  )
  await none(
    'a case without a version of its manuscript',
    db
      .selectFrom('review_cases')
      .select('article_id as id')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('manuscript_versions')
              .select('id')
              .whereRef('manuscript_versions.article_id', '=', 'review_cases.article_id'),
          ),
        ),
      ),
  )
  await none(
    'a report that is said to be there',
    db
      .selectFrom('review_assignments')
      .select('id')
      .where('state', '=', 'submitted')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('review_reports').select('id').whereRef('assignment_id', '=', 'review_assignments.id'))),
      ),
  )
  await none('an upload that has ended and still takes room', db.selectFrom('upload_reservations').select('id'))
  return found
}

/** Beside line ends and tabs: controls, halves of characters, and what is no character at all. */
const UNPRINTABLE = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/u
/** The same, as JSON writes them. */
const ESCAPED = /(?<!\\)(?:\\\\)*\\u(?:00(?:0[0-8bcef]|1[\da-f]|7f|[89][\da-f])|d[89a-f][\da-f]{2})/i
/** Characters that turn the direction of what follows: in no name. */
const TURNED = /[\u202a-\u202e\u2066-\u2069]/
const NAMES = /^(?:full_name|family_name|given_names|username|title|name|institution|line)$/

async function unprintable({ db, engine }: Database): Promise<string[]> {
  const { rows: tables } =
    engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'
          and name not like 'search_%' and name not like 'sqlite_%'`.execute(db)
      : await sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db)
  const found: string[] = []
  for (const { name: table } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== 'string') continue
        const isWrong =
          UNPRINTABLE.test(value) ||
          (isJson(value) && ESCAPED.test(value)) ||
          (NAMES.test(column) && TURNED.test(value))
        if (isWrong) found.push(`${table}.${column}: ${JSON.stringify(value.slice(0, 200))}`)
      }
    }
  }
  return found
}

/** An object or a list: what someone typed in quotation marks is JSON as well, but nothing reads it as such. */
function isJson(value: string): boolean {
  if (!/^[[{]/.test(value)) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** Every email can be made, and none has a header of more than one line. */
async function emailFaults({ database, resources }: TestJournal): Promise<string[]> {
  const found: string[] = []
  const emails = await database.db.selectFrom('outbox').selectAll().orderBy('created_at', 'desc').limit(300).execute()
  for (const email of emails) {
    const template = templateOf(resources.emailTemplates, email.kind)
    const about = await loadAbout(database.db, template, email)
    if (about) {
      const { subject } = renderEmail(template, about, { publicUrl: 'http://journal.test', at: email.created_at })
      if (/[\r\n]/.test(subject)) found.push(`${email.kind}: the subject has two lines`)
    }
    if (!/^[^\s,;<>]+@[^\s,;<>]+$/.test(email.recipient)) found.push(`${email.kind}: to ${email.recipient}`)
  }
  return found
}

const PRIVATE = new RegExp([...PRIVATE_WORDS, '@moss\\.test', '@ferns\\.test', 'argon2'].join('|'), 'i')
const publicCalls = Object.values(apiTable)
  .flatMap((verbs): Endpoint[] => Object.values(verbs))
  .filter(({ method, access }) => method === 'GET' && (access === 'anyone' || access === 'sign-in optional'))

/** Every call that anybody may make, and every address of articles that is no call, about whatever is public. */
async function privateWords(journal: TestJournal): Promise<string[]> {
  const { db } = journal.database
  const articles = await db.selectFrom('articles').select('id').orderBy('created_at', 'desc').limit(12).execute()
  const found: string[] = []
  const look = (where: string, text: string) => {
    const at = text.search(PRIVATE)
    if (at >= 0) found.push(`${where}: ${text.slice(Math.max(0, at - 80), at + 80)}`)
  }
  for (const { path } of publicCalls.filter(({ path }) => !path.includes('{'))) {
    look(path, (await journal.get(path)).text)
  }
  for (const { id } of articles) {
    for (const { path } of publicCalls.filter(({ path }) => path.includes('{id}'))) {
      look(path, (await journal.get(path.replace('{id}', id))).text)
    }
    for (const url of [paths.articleBibtex, paths.articleRis, paths.articleCsl, paths.articleJats].map((of) =>
      of(id),
    )) {
      look(url, (await journal.app.inject({ url })).body)
    }
  }
  for (const url of [
    paths.atomFeed,
    paths.sitemap,
    '/oai?verb=ListRecords&metadataPrefix=oai_dc',
    '/doaj/articles.csv',
  ]) {
    look(url, (await journal.app.inject({ url })).body)
  }
  return found
}
