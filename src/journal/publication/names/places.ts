import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { STATEMENT_COLUMNS } from '../../../platform/database/statement-columns.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { eraseInAuditLog } from '../../../platform/audit.ts'
import { whileErasing } from '../../../platform/database/erasing.ts'
import type { Renaming } from './renaming.ts'

type Kind = 'text' | 'markup' | 'json'

interface Place {
  table: string
  /** What tells its rows apart. */
  key: readonly string[]
  /** The column with the id of the article, or with that of the row `via` which it belongs to an article. */
  of: string
  via?: { table: string; id: string }
  columns: Readonly<Record<string, Kind>>
}

const texts = (...columns: string[]): Record<string, Kind> =>
  Object.fromEntries(columns.map((column) => [column, 'text']))

/** Where the tables hold words about an article that may name its authors, by the id of the article. */
const OF_ARTICLE: readonly Place[] = [
  {
    ...{ table: 'articles', key: ['id'], of: 'id' },
    columns: {
      ...{ title: 'markup', abstract: 'markup', peer_review: 'json' },
      ...texts('keywords', 'excerpt', 'copyright', 'comments', 'image_alt', ...Object.values(STATEMENT_COLUMNS)),
    },
  },
  {
    ...{ table: 'article_corrections', key: ['id'], of: 'article_id' },
    columns: { reason: 'text', replaced: 'json' },
  },
  { table: 'article_links', key: ['article_id', 'position'], of: 'article_id', columns: texts('repository') },
  { table: 'awards', key: ['article_id', 'position'], of: 'article_id', columns: texts('funder', 'number') },
  {
    ...{ table: 'author_confirmations', key: ['article_id', 'list_digest', 'contributor_id'], of: 'article_id' },
    columns: { person: 'json', reason: 'text', waive_reason: 'text' },
  },
  { table: 'author_proposals', key: ['id'], of: 'article_id', columns: { people: 'json' } },
  {
    ...{ table: 'full_texts', key: ['article_id'], of: 'article_id' },
    columns: { outline: 'json', passages: 'json' },
  },
  {
    ...{ table: 'full_text_parts', key: ['article_id', 'part'], of: 'article_id' },
    columns: { html: 'markup' },
  },
  { table: 'held_texts', key: ['article_id'], of: 'article_id', columns: { body: 'markup', back: 'markup' } },
  {
    ...{ table: 'article_references', key: ['article_id', 'position'], of: 'article_id' },
    columns: { authors: 'json', ...texts('text', 'title', 'source') },
  },
  {
    ...{ table: 'requests', key: ['id'], of: 'article_id' },
    columns: { passages: 'json', ...texts('name', 'text', 'answer') },
  },
  { table: 'outbox', key: ['id'], of: 'article_id', columns: { data: 'json' } },
  { table: 'vouchers', key: ['article_id', 'position'], of: 'article_id', columns: texts('collector', 'locality') },
  { table: 'permits', key: ['article_id', 'position'], of: 'article_id', columns: texts('authority') },
  { table: 'supplements', key: ['article_id', 'position'], of: 'article_id', columns: texts('title') },
  {
    ...{ table: 'files', key: ['id'], of: 'id', via: { table: 'supplements', id: 'file_id' } },
    columns: texts('name'),
  },
  {
    ...{ table: 'contributors', key: ['id'], of: 'id', via: { table: 'article_contributors', id: 'contributor_id' } },
    columns: texts('competing_interests'),
  },
  // Letters, reports and replies are published with an article where all agree.
  { table: 'decisions', key: ['id'], of: 'article_id', columns: texts('letter') },
  { table: 'manuscript_versions', key: ['id'], of: 'article_id', columns: texts('reply') },
  {
    ...{ table: 'report_releases', key: ['decision_id', 'report_id'], of: 'decision_id' },
    ...{ via: { table: 'decisions', id: 'id' }, columns: texts('text', 'change_reason') },
  },
  {
    ...{ table: 'proof_queries', key: ['proof_id', 'position'], of: 'proof_id', via: { table: 'proofs', id: 'id' } },
    columns: texts('anchor', 'question', 'answer'),
  },
]

/** Of notices about an article, by the id of the notice. */
const OF_NOTICE: readonly Place[] = [
  {
    ...{ table: 'notices', key: ['id'], of: 'id' },
    columns: {
      correction: 'json',
      ...texts('what', 'details', 'why', 'found_by', 'effect', 'action', 'agreement'),
      ...texts('unasked_reason', 'urgent_reason', 'dropped_reason'),
    },
  },
  { table: 'notice_answers', key: ['notice_id', 'contributor_id'], of: 'notice_id', columns: texts('name', 'remark') },
]

/** Writes the new name in place of the former one in all texts of an article, and of notices about it. */
export async function renameIn(
  tx: Tx,
  { articleIds, noticeIds }: { articleIds: readonly string[]; noticeIds: readonly string[] },
  renaming: Renaming,
): Promise<void> {
  for (const place of OF_ARTICLE) await renameColumns(tx, place, articleIds, renaming)
  for (const place of OF_NOTICE) await renameColumns(tx, place, noticeIds, renaming)
  await renameVersions(tx, articleIds, renaming)
}

async function renameColumns(tx: Tx, place: Place, ids: readonly string[], renaming: Renaming): Promise<void> {
  if (!ids.length) return
  const { table, key, of, via, columns } = place
  const names = [...new Set([...key, ...Object.keys(columns)])].map((name) => sql.ref(name))
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.join(names)} from ${sql.table(table)} where ${sql.ref(of)} in (${
      via
        ? sql`select ${sql.ref(via.id)} from ${sql.table(via.table)} where article_id in (${sql.join(ids)})`
        : sql.join(ids)
    })`.execute(tx)
  for (const row of rows) {
    const changed = changesOf(row, columns, renaming)
    if (!changed.length) continue
    const where = key.map((name) => sql`${sql.ref(name)} = ${row[name]}`)
    await sql`update ${sql.table(table)} set ${sql.join(changed)} where ${sql.join(where, sql` and `)}`.execute(tx)
  }
}

const changesOf = (
  row: Record<string, string | null>,
  columns: Place['columns'],
  renaming: Renaming,
): RawBuilder<unknown>[] =>
  Object.entries(columns).flatMap(([name, kind]) => {
    const value = row[name]
    if (typeof value !== 'string' || value === '') return []
    const next = renaming[kind](value)
    return next === value ? [] : [sql`${sql.ref(name)} = ${next}`]
  })

/** What was public before is never changed but by this. */
async function renameVersions(tx: Tx, articleIds: readonly string[], renaming: Renaming): Promise<void> {
  if (!articleIds.length) return
  await whileErasing(tx, async () => {
    const rows = await tx
      .selectFrom('article_versions')
      .select(['article_id', 'number', 'content', 'reason'])
      .where('article_id', 'in', articleIds)
      .execute()
    for (const { article_id, number, content, reason } of rows) {
      const next = { content: content && renaming.json(content), reason: renaming.text(reason) }
      if (next.content === content && next.reason === reason) continue
      const sha256 = next.content && createHash('sha256').update(next.content).digest('hex')
      await tx
        .updateTable('article_versions')
        .set({ ...next, sha256 })
        .where('article_id', '=', article_id)
        .where('number', '=', number)
        .execute()
    }
  })
}

/** The same in what the journal keeps of what was done and sent, whatever it is about: emails, the log, deleted articles. */
export async function renameInRecords(tx: Tx, subjects: readonly string[], renaming: Renaming): Promise<void> {
  const { fullName } = renaming.former
  const named = `%${JSON.stringify(fullName).slice(1, -1).replaceAll('%', '_')}%`
  await eraseInAuditLog(
    tx,
    ({ or, eb }) => or([eb('subject', 'in', [...subjects]), eb('before', 'like', named), eb('after', 'like', named)]),
    (_entry, field, value) =>
      renaming.isThem({ fullName: value })
        ? partOf(renaming, field)
        : field === 'familyName' && value === renaming.former.familyName
          ? renaming.next.familyName
          : field === 'givenNames' && value === renaming.former.givenNames
            ? (renaming.next.givenNames ?? '')
            : renaming.text(value),
  )
  for (const [table, column, kind] of KEPT) {
    const { rows } = await sql<{ id: string; kept: string }>`
      select id, ${sql.ref(column)} as kept from ${sql.table(table)} where ${sql.ref(column)} like ${named}`.execute(tx)
    for (const { id, kept } of rows)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${renaming[kind](kept)} where id = ${id}`.execute(
        tx,
      )
  }
}

const KEPT: readonly (readonly [table: string, column: string, kind: Kind])[] = [
  ['outbox', 'data', 'json'],
  ['deleted_articles', 'content', 'json'],
  ['article_tombstones', 'authors', 'json'],
]

const partOf = ({ next }: Renaming, field: string): string => (field === 'familyName' ? next.familyName : next.fullName)
