import { dayOf } from '../../contract/rules/peer-review/days.ts'
import type { TextKind } from '../../contract/rules/settings/texts.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { TextVersionRow } from '../../platform/database/journal-tables.ts'
import { type TextKey, textKey, type TextSources } from './texts.ts'

/** The texts that are in force on a day, as of a version of the journal. */
export interface TextsInForce {
  sources: TextSources
  /** The next day on which a text comes into force that has been published already; null if there is none. */
  nextDay: string | null
}

type Known = Pick<TextVersionRow, 'kind' | 'slug' | 'number' | 'in_force_from'>
const keyOf = ({ kind, slug }: Pick<TextVersionRow, 'kind' | 'slug'>): TextKey => textKey(kind, slug)

/** The last number of each text, of those versions that had been published with a version of the journal, by a day. */
const lastNumbers = (db: Db, { version, day }: { version?: number; day?: string }) =>
  db
    .selectFrom('text_versions')
    .select(({ fn }) => ['kind', 'slug', fn.max('number').as('number')])
    .$if(version !== undefined, (query) => query.where('journal_version', '<=', version!))
    .$if(day !== undefined, (query) => query.where('in_force_from', '<=', day!))
    .groupBy(['kind', 'slug'])
    .as('last')

const lastVersions = (db: Db, of: { version?: number; day?: string }) =>
  db
    .selectFrom('text_versions as text')
    .innerJoin(lastNumbers(db, of), (join) =>
      join
        .onRef('last.kind', '=', 'text.kind')
        .onRef('last.slug', '=', 'text.slug')
        .onRef('last.number', '=', 'text.number'),
    )

/**
 * Pages are as they were published, so that an upgrade changes no promise; emails and letters that the journal has not
 * written itself follow the program. What was published last counts, once its day has come: it replaces also what was
 * published before it for a later day.
 */
export async function textsInForce(db: Db, version: number, day = dayOf(new Date())): Promise<TextsInForce> {
  const rows = await lastVersions(db, { version, day })
    .select(['text.kind', 'text.slug', 'text.number', 'text.source', 'text.is_own', 'text.in_force_from'])
    .execute()
  const later = await db
    .selectFrom('text_versions')
    .select(['kind', 'slug', 'number', 'in_force_from'])
    .where('journal_version', '<=', version)
    .where('in_force_from', '>', day)
    .execute()
  const shown = rows.filter(({ kind, is_own }) => kind === 'page' || is_own === 1)
  const days = awaited(later, rows).map(({ in_force_from }) => in_force_from)
  return {
    sources: new Map(shown.map((row) => [keyOf(row), row.source])),
    nextDay: days.toSorted()[0] ?? null,
  }
}

/** Of versions for later days those that will come into force: nothing was published after them for the same day or before. */
function awaited<Row extends Known>(later: readonly Row[], inForce: readonly Known[]): Row[] {
  const all = Map.groupBy([...later, ...inForce], keyOf)
  const isReplaced = (row: Row) =>
    all.get(keyOf(row))!.some(({ number, in_force_from }) => number > row.number && in_force_from <= row.in_force_from)
  return later.filter((row) => !isReplaced(row)).toSorted((one, other) => one.number - other.number)
}

/** The version of every text that is in force on a day, and those that wait for theirs, in the order of their numbers. */
export async function textsOn(
  db: Db,
  day: string,
): Promise<{ inForce: ReadonlyMap<TextKey, TextVersionRow>; awaited: readonly TextVersionRow[] }> {
  const rows = await lastVersions(db, { day }).selectAll('text').execute()
  const later = await db.selectFrom('text_versions').selectAll().where('in_force_from', '>', day).execute()
  return { inForce: new Map(rows.map((row) => [keyOf(row), row])), awaited: awaited(later, rows) }
}

/** All versions of a text, newest first. */
export const versionsOfText = (db: Db, kind: TextKind, slug: string): Promise<TextVersionRow[]> =>
  db
    .selectFrom('text_versions')
    .selectAll()
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .orderBy('number', 'desc')
    .execute()

/** The newest version of every text that has one. */
export async function newestTexts(db: Db): Promise<ReadonlyMap<TextKey, TextVersionRow>> {
  const rows = await lastVersions(db, {}).selectAll('text').execute()
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** The number of the version of each page that was in force on a day, as of a version of the journal. */
export async function pageNumbersOn(db: Db, version: number, day: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom(lastNumbers(db, { version, day }))
    .select(['last.slug', 'last.number'])
    .where('last.kind', '=', 'page')
    .orderBy('last.slug')
    .execute()
  return Object.fromEntries(rows.map(({ slug, number }) => [slug, number]))
}
