import { dayOf } from '../../contract/rules/peer-review/days.ts'
import { FIELDS } from '../../contract/rules/settings/fields.ts'
import type { Value } from '../../contract/rules/settings/values.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { versionOfRequest } from '../settings/current-journal.ts'
import { BEFORE_ALL, type JournalVersion, readVersion } from '../settings/versions.ts'
import { promisedTo } from '../settings/promised.ts'
import { pageNumbersOn } from '../settings/text-versions.ts'

/** What the journal has promised to the authors of a manuscript: as it was on the day on which they sent it. */
export interface Promises {
  /** Of the journal. */
  version: number
  values: Readonly<Record<string, Value>>
  /** The numbers of the versions of the pages. */
  pages: Readonly<Record<string, number>>
}

/** A report keeps the questions that it answered itself. */
const PROMISED = FIELDS.filter(({ isPromise, kind }) => isPromise && kind !== 'questions').map(({ key }) => key)

const promisedIn = ({ content }: JournalVersion) =>
  Object.fromEntries(PROMISED.map((key) => [key, content[key]!.value]))

/**
 * Writes down, in the transaction that takes a manuscript, what holds for it from now on: of the edition in which its request is
 * done, though another may have been published meanwhile.
 */
export async function keepPromises(tx: Tx, articleId: string, at: string): Promise<void> {
  const version = await readVersion(tx, versionOfRequest())
  await tx
    .insertInto('manuscript_promises')
    .values({
      article_id: articleId,
      journal_version: version.number,
      promised: JSON.stringify(promisedIn(version)),
      pages: JSON.stringify(await pageNumbersOn(tx, version.number, dayOf(at))),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Of manuscripts from before this was written down: the version of the journal that was in force when each was sent. A version
 * is read once.
 */
async function versionsOn(db: Db, times: readonly string[]): Promise<Map<string, JournalVersion>> {
  const versions = new Map<string, JournalVersion>()
  if (!times.length) return versions
  const numbers = await db.selectFrom('journal_versions').select(['number', 'at']).orderBy('number').execute()
  const read = new Map<number, JournalVersion>()
  for (const time of times) {
    // The first one holds what was in the files of the journal before.
    const { number } = numbers.findLast(({ at }) => at <= time) ?? numbers[0] ?? {}
    if (number !== undefined && !read.has(number)) read.set(number, await readVersion(db, number))
    versions.set(time, number === undefined ? BEFORE_ALL : read.get(number)!)
  }
  return versions
}

/** What a manuscript was promised; null if it is no manuscript. */
export async function promisesOf(db: Db, articleId: string): Promise<Promises | null> {
  const row = await db
    .selectFrom('articles')
    .leftJoin('manuscript_promises', 'manuscript_promises.article_id', 'articles.id')
    .select(['articles.created_at', 'journal_version', 'promised', 'pages'])
    .where('articles.id', '=', articleId)
    .executeTakeFirst()
  if (!row) return null
  if (row.promised !== null) {
    return {
      version: row.journal_version!,
      values: JSON.parse(row.promised) as Promises['values'],
      pages: JSON.parse(row.pages!) as Promises['pages'],
    }
  }
  const version = (await versionsOn(db, [row.created_at])).get(row.created_at)!
  const pages = await pageNumbersOn(db, version.number, dayOf(row.created_at))
  return { version: version.number, values: promisedIn(version), pages }
}

/** The fees that a manuscript was promised, in words. */
export interface PromisedFees {
  submission: string
  local: { amount: string; whom: string }
  international: { amount: string; whom: string }
  paymentFirst: boolean
}

export function feesIn({ values }: Pick<Promises, 'values'>): PromisedFees {
  const word = (key: string) => String(values[`fees.${key}`] ?? '')
  return {
    submission: word('submission'),
    local: { amount: word('local.amount'), whom: word('local.whom') },
    international: { amount: word('international.amount'), whom: word('international.whom') },
    paymentFirst: values['fees.paymentFirst'] === true,
  }
}

/** The fees that each of these manuscripts was promised. */
export async function promisedFeesOf(db: Db, articleIds: readonly string[]): Promise<Map<string, PromisedFees>> {
  return new Map([...(await promisedTo(db, articleIds))].map(([id, { fees }]) => [id, fees]))
}
