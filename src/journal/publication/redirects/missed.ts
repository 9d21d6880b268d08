import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { Database, Db } from '../../../platform/database/connect.ts'
import type { BackgroundWork } from '../../../platform/jobs/background.ts'

/** So many paths are remembered until they are stored: who asks for thousands counts no more of them. */
const REMEMBERED_MAX = 300
/** So many paths are stored, those that were asked for most. */
const STORED_MAX = 500
const DAYS = 30
const EVERY_MS = 60_000
/** Neither an address of a person nor a secret of a link: words, as pages have them. */
const PATH = /^(\/[a-z0-9_.-]{1,60}){1,6}$/
const PATH_MAX = 120
/** What programs try that look for faults; the addresses of other journals' programs hold `index.php/`. */
const TRIED = /\/\.|\/wp-|\.(php|asp|aspx|jsp|cgi|env|sql|zip|gz|bak)$/
/** A long word with digits may be a secret. */
const SECRET = /\/(?=[^/]*\d)(?=[^/]*[a-z])[^/.-]{20,}/

/** Addresses of manuscripts that are not published yet. */
const ARTICLES = paths.article('')

const isCounted = (path: string): boolean =>
  !path.startsWith(ARTICLES) && path.length <= PATH_MAX && PATH.test(path) && !TRIED.test(path) && !SECRET.test(path)

/** Counts the paths that readers asked for and did not find, in memory until they are stored. */
export class MissedAddresses {
  #asked = new Map<string, number>()

  note(path: string): void {
    const asked = this.#asked.get(path)
    if (asked !== undefined) this.#asked.set(path, asked + 1)
    else if (this.#asked.size < REMEMBERED_MAX && isCounted(path)) this.#asked.set(path, 1)
  }

  take(): [path: string, asked: number][] {
    const taken = [...this.#asked]
    this.#asked = new Map()
    return taken
  }
}

/** Stores what was counted; of all paths those stay that were asked for most in 30 days. */
export async function saveMissed(database: Database, missed: MissedAddresses, day = dayOf(new Date())): Promise<void> {
  const taken = missed.take()
  if (!taken.length) return
  await database.transaction(async (tx) => {
    await tx.deleteFrom('missed_addresses').where('day', '<=', addDays(day, -DAYS)).execute()
    await tx
      .insertInto('missed_addresses')
      // In one order, so that no two processes wait for each other.
      .values(taken.toSorted(byPath).map(([path, asked]) => ({ path, day, asked })))
      .onConflict((conflict) =>
        conflict.columns(['path', 'day']).doUpdateSet(({ eb, ref }) => ({
          asked: eb(ref('missed_addresses.asked'), '+', ref('excluded.asked')),
        })),
      )
      .execute()
    const beyond = await mostAsked(tx)
      .offset(STORED_MAX)
      .limit(10 * REMEMBERED_MAX)
      .execute()
    if (beyond.length)
      await tx
        .deleteFrom('missed_addresses')
        .where(
          'path',
          'in',
          beyond.map(({ path }) => path),
        )
        .execute()
  })
}

const byPath = ([one]: readonly [string, number], [other]: readonly [string, number]): number => (one < other ? -1 : 1)

/** The paths by how often they were asked for. */
export const mostAsked = (db: Db) =>
  db
    .selectFrom('missed_addresses')
    .select(({ fn }) => ['path', fn.sum<number | string>('asked').as('asked')])
    .groupBy('path')
    .orderBy('asked', 'desc')
    .orderBy('path')

export const missedWork = ({
  database,
  missedAddresses,
}: {
  database: Database
  missedAddresses: MissedAddresses
}): BackgroundWork => {
  const keep = () => saveMissed(database, missedAddresses)
  return { kind: 'missed', everyMs: EVERY_MS, run: keep, atEnd: keep }
}
