import { sql } from 'kysely'
import type { PageVersion } from '../../contract/api/pages.ts'
import { dayOf } from '../../contract/rules/peer-review/days.ts'
import { MINUTE_MS } from '../../contract/rules/text/dates.ts'
import type { Db } from '../../platform/database/connect.ts'

/** A text that was taken back this soon, while nobody submitted anything, was a slip: no version is kept of it. */
export const SLIP_MINUTES = 10

/** A version of the text of a page, with the publication that it came with. */
interface Published {
  number: number
  /** 1 if an editor changed its words, 0 if only a value in them changed. */
  is_written: number
  in_force_from: string
  note: string
  journal_version: number
  undoes: number | null
  at: string
}

/**
 * The texts of a page that have been in force until `today`, the newest first. What was published for a day that has not
 * come, or was replaced before its day came, was never in force.
 */
export async function pageVersions(db: Db, slug: string, today = dayOf(new Date())): Promise<PageVersion[]> {
  const published = await db
    .selectFrom('text_versions as text')
    .innerJoin('journal_versions as version', 'version.number', 'text.journal_version')
    .select(['text.number', 'text.in_force_from', 'text.note', 'text.journal_version'])
    // Compared by the database: the sources of all versions can be long, and every reader of the page waits for this.
    .select(
      sql<number>`case when text.source = lag(text.source) over (order by text.number) then 0 else 1 end`.as(
        'is_written',
      ),
    )
    .select(['version.undoes', 'version.at'])
    .where('text.kind', '=', 'page')
    .where('text.slug', '=', slug)
    .where('text.in_force_from', '<=', today)
    .orderBy('text.number')
    .execute()
  return inForceOf(published, await slips(db, published))
}

/** The versions of the journal that took one back soon, and those that were taken back: pairs of which nothing stays. */
async function slips(db: Db, published: readonly Published[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  const at = new Map(published.map((one) => [one.journal_version, one.at]))
  for (const { journal_version, undoes, at: until } of published) {
    const from = undoes === null ? undefined : at.get(undoes)
    if (from === undefined || found.has(undoes!)) continue
    if (Date.parse(until) - Date.parse(from) > SLIP_MINUTES * MINUTE_MS) continue
    const submitted = await db
      .selectFrom('articles')
      .select('id')
      .where('created_at', '>=', from)
      .where('created_at', '<=', until)
      .limit(1)
      .executeTakeFirst()
    if (!submitted) found.add(undoes!).add(journal_version)
  }
  return found
}

function inForceOf(published: readonly Published[], slips: ReadonlySet<number>): PageVersion[] {
  const kept = published.filter(({ journal_version }) => !slips.has(journal_version))
  return kept
    .flatMap(({ number, is_written, in_force_from: from, note }, index): PageVersion[] => {
      const later = kept.slice(index + 1)
      const until = later.map((one) => one.in_force_from).toSorted()[0] ?? null
      // Of two that were published for the same day, the first held for a part of it only if it had begun.
      const isReplacedBefore = later.some((one) => one.in_force_from <= from && dayOf(one.at) < from)
      if (isReplacedBefore || (until !== null && until < from)) return []
      // Whose words followed from a changed value has the note of that change, which was written for the history.
      return [{ number, from, until, note: index > 0 && Number(is_written) ? note : '' }]
    })
    .toReversed()
}

/** The text that held on a day; undefined before the first. */
export const versionOn = (versions: readonly PageVersion[], day: string): PageVersion | undefined =>
  versions.find(({ from }) => from <= day)

/** A text of a page as readers saw it. */
export const shownVersion = (db: Db, slug: string, number: number) =>
  db
    .selectFrom('text_versions')
    .select(['title', 'html'])
    .where('kind', '=', 'page')
    .where('slug', '=', slug)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
