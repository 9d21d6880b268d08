import { FIELDS, fieldOf } from '../../contract/rules/settings/fields.ts'
import { faultsTogether, valueFault } from '../../contract/rules/settings/value-faults.ts'
import type { Database, Tx } from '../../platform/database/connect.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import { now } from '../../platform/ids.ts'
import { DEFAULT_VALUES, digestOf } from './defaults.ts'
import { textRows } from './publish.ts'
import { SHIPPED_TEXTS, SHIPPED_VALUES } from './shipped.ts'
import { newestTexts } from './text-versions.ts'
import type { TextBuilder, TextKey } from './texts.ts'
import { type Content, type JournalVersion, readVersion, type StoredValue, valuesIn } from './versions.ts'

const wasShipped = (shipped: Readonly<Record<string, string>>, key: string, digest: string): boolean =>
  (shipped[key] ?? digest).split(' ').includes(digest)

/**
 * What a start of the program does to the journal: the first one takes over what the journal has changed in its files, as
 * version 1; a later one follows defaults that an upgrade has changed, where the journal has not chosen otherwise and
 * nobody was promised the old ones. Several processes may start at once.
 */
export async function startJournal(database: Database, builder: TextBuilder): Promise<void> {
  await database.transaction(async (tx) => {
    const latest = await readVersion(tx)
    // Nearly every start: nothing is to do, and nothing is locked for it.
    if (latest.number > 0 && !(await isToRenew(tx, builder, latest))) return
    await touchPublicSite(tx)
    const current = await readVersion(tx)
    if (current.number > 0) await renew(tx, builder, current)
    else await begin(tx, builder)
  })
}

async function begin(tx: Tx, builder: TextBuilder): Promise<void> {
  const content: Record<string, StoredValue> = {}
  for (const field of FIELDS) {
    const value = DEFAULT_VALUES[field.key]!
    const fault = valueFault(field, value)
    if (fault) throw new Error(`journal.config.ts has a value that cannot be used. ${fault}`)
    const digest = digestOf(value)
    content[field.key] = { value, isOwn: !wasShipped(SHIPPED_VALUES, field.key, digest), basedOn: digest }
  }
  const [fault] = Object.values(faultsTogether(valuesIn(content)))
  if (fault) throw new Error(`journal.config.ts has values that cannot be used. ${fault}`)
  await write(tx, builder, { number: 1, content, cause: 'start' }, (key, source) =>
    wasShipped(SHIPPED_TEXTS, key, digestOf(source)) ? null : source,
  )
}

/** Whether a default has changed that the journal follows. */
async function isToRenew(tx: Tx, builder: TextBuilder, latest: JournalVersion): Promise<boolean> {
  const isPinned = await hasManuscripts(tx)
  return followed(latest.content, isPinned) !== latest.content || (await pagesToFollow(tx, builder, isPinned)).size > 0
}

async function renew(tx: Tx, builder: TextBuilder, latest: JournalVersion): Promise<void> {
  const isPinned = await hasManuscripts(tx)
  const content = followed(latest.content, isPinned)
  const pages = await pagesToFollow(tx, builder, isPinned)
  if (content === latest.content && !pages.size) return
  await write(tx, builder, { number: latest.number + 1, content, cause: 'upgrade' }, () => null, pages)
}

/** After the first submission what was promised stays as it was: a new default is offered, and not applied. */
const hasManuscripts = async (tx: Tx): Promise<boolean> =>
  (await tx
    .selectFrom('review_cases')
    .innerJoin('articles', 'articles.id', 'review_cases.article_id')
    .select('review_cases.article_id')
    .where('articles.origin', '!=', 'sample')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The values with the defaults of this program; the same object if none has changed. */
function followed(content: Content, isPinned: boolean): Content {
  const changed = Object.entries(content).flatMap(([key, stored]): [string, StoredValue][] => {
    const value = DEFAULT_VALUES[key]!
    const basedOn = digestOf(value)
    const stays = stored.isOwn || stored.basedOn === basedOn || (isPinned && fieldOf(key)?.isPromise)
    return stays ? [] : [[key, { value, isOwn: false, basedOn }]]
  })
  return changed.length ? { ...content, ...Object.fromEntries(changed) } : content
}

/** The pages that the journal has not written itself, and whose defaults have changed. */
async function pagesToFollow(tx: Tx, builder: TextBuilder, isPinned: boolean): Promise<ReadonlySet<TextKey>> {
  if (isPinned) return new Set()
  const newest = await newestTexts(tx)
  return new Set(
    [...newest].flatMap(([key, { kind, is_own, source }]) => {
      const original = builder.defaults.get(key)
      return kind === 'page' && !is_own && original !== undefined && original !== source ? [key] : []
    }),
  )
}

async function write(
  tx: Tx,
  builder: TextBuilder,
  begun: Pick<JournalVersion, 'number' | 'content' | 'cause'>,
  ownOf: (key: TextKey, source: string) => string | null,
  again: ReadonlySet<TextKey> = new Set(),
): Promise<void> {
  const version: JournalVersion = { ...begun, note: '', undoes: null, byId: null, at: now() }
  const texts = [...builder.defaults].flatMap(([key, source]) => {
    const own = ownOf(key, source)
    const [kind, slug] = key.split('/') as ['page' | 'email' | 'letter', string]
    return own !== null || again.has(key) ? [{ kind, slug, source: own }] : []
  })
  const rows = await textRows(tx, builder, version, texts)
  const { byId, content, ...rest } = version
  await tx
    .insertInto('journal_versions')
    .values({ ...rest, content: JSON.stringify(content), by_id: byId })
    .execute()
  if (rows.length) await tx.insertInto('text_versions').values(rows).execute()
}
