import { sql } from 'kysely'
import { SAMPLE_ARTICLES } from '../../../journal/publication/samples.ts'
import { isShown } from '../../../journal/publication/volumes/shown.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { beginningOf, endOf, setSpec, type OaiSet, type Selection } from './selection.ts'

/** The head of a record as the protocol has it. */
export interface RecordHead {
  id: string
  /** With milliseconds; harvesters get the second. */
  changedAt: string
  isDeleted: boolean
  sets: string[]
}

const COLUMNS = { category: 'category_id', volume: 'volume_id' } as const satisfies Record<OaiSet['kind'], string>

/** All but those of samples. */
const records = (db: Db) =>
  db.selectFrom('harvest_records as record').where('record.article_id', 'not in', SAMPLE_ARTICLES)

const selected = (db: Db, { from, until, set }: Selection) => {
  let query = records(db)
  if (from) query = query.where('record.changed_at', '>=', beginningOf(from))
  if (until) query = query.where('record.changed_at', '<=', endOf(until))
  if (set) query = query.where(`record.${COLUMNS[set.kind]}`, '=', set.id)
  return query
}

const heads = (query: ReturnType<typeof selected>) =>
  query
    // A deleted record may name a category that has been deleted or merged since.
    .leftJoin('categories', (join) =>
      join.onRef('categories.id', '=', 'record.category_id').on('categories.merged_into', 'is', null),
    )
    .leftJoin('volumes', 'volumes.id', 'record.volume_id')
    .select([
      'record.article_id as id',
      'record.changed_at',
      'record.deleted',
      'categories.id as category',
      'volumes.id as volume',
    ])

type HeadRow = Awaited<ReturnType<ReturnType<typeof heads>['execute']>>[number]

const headOf = ({ id, changed_at, deleted, category, volume }: HeadRow): RecordHead => ({
  id,
  changedAt: changed_at,
  isDeleted: deleted === 1,
  sets: [
    ...(category ? [setSpec({ kind: 'category', id: category })] : []),
    ...(volume ? [setSpec({ kind: 'volume', id: volume })] : []),
  ],
})

/** The next `most` records of a selection, those longest unchanged first. */
export async function nextHeads(db: Db, selection: Selection, most: number): Promise<RecordHead[]> {
  const { after } = selection
  let query = selected(db, selection)
  if (after) {
    query = query.where(sql<boolean>`(record.changed_at, record.article_id) > (${after.changedAt}, ${after.id})`)
  }
  const rows = await heads(query).orderBy('record.changed_at').orderBy('record.article_id').limit(most).execute()
  return rows.map(headOf)
}

export async function countHeads(db: Db, selection: Selection): Promise<number> {
  const { total } = await selected(db, selection)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function findHead(db: Db, id: string): Promise<RecordHead | null> {
  const row = await heads(records(db).where('record.article_id', '=', id)).executeTakeFirst()
  return row ? headOf(row) : null
}

/** The earliest date that a record can have; null without records. */
export async function earliestChange(db: Db): Promise<string | null> {
  const row = await records(db)
    .select('record.changed_at')
    .orderBy('record.changed_at')
    .orderBy('record.article_id')
    .limit(1)
    .executeTakeFirst()
  return row?.changed_at ?? null
}

export async function listSets(db: Db): Promise<{ spec: string; name: string }[]> {
  const categories = await db
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('merged_into', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const volumes = await db
    .selectFrom('volumes')
    .select(['id', 'title'])
    .where(isShown)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return [
    ...categories.map(({ id, name }) => ({ spec: setSpec({ kind: 'category', id }), name })),
    ...volumes.map(({ id, title }) => ({ spec: setSpec({ kind: 'volume', id }), name: title })),
  ]
}
