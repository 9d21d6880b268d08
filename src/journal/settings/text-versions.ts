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

/**
 * Pages are as they were published, so that an upgrade changes no promise; emails and letters that the journal has not
 * written itself follow the program.
 */
export async function textsInForce(db: Db, version: number, day = dayOf(new Date())): Promise<TextsInForce> {
  const rows = await db
    .selectFrom('text_versions')
    .select(['kind', 'slug', 'source', 'is_own', 'in_force_from'])
    .where('journal_version', '<=', version)
    .orderBy('in_force_from')
    .orderBy('number')
    .execute()
  const sources = new Map<TextKey, string>()
  for (const { kind, slug, source, is_own, in_force_from } of rows) {
    if (in_force_from > day) return { sources, nextDay: in_force_from }
    if (kind !== 'page' && !is_own) sources.delete(textKey(kind, slug))
    else sources.set(textKey(kind, slug), source)
  }
  return { sources, nextDay: null }
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
  const rows = await db.selectFrom('text_versions').selectAll().orderBy('number').execute()
  return new Map(rows.map((row) => [textKey(row.kind, row.slug), row]))
}
