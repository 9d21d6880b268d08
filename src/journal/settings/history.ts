import { sql } from 'kysely'
import { type HistoryEntry, VERSIONS_PER_PAGE } from '../../contract/api/settings.ts'
import { FIELDS, fieldOf, shownValue } from '../../contract/rules/settings/fields.ts'
import { isSameValue, type Value } from '../../contract/rules/settings/values.ts'
import { type TextKind, textTitle } from '../../contract/rules/settings/texts.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { DomainError, notFound } from '../../platform/errors.ts'
import { publish, type PublishParts } from './publish.ts'
import type { TextChange } from './text-change.ts'
import { textKey } from './texts.ts'
import { BEFORE_ALL, type Content, contentOf, readVersion } from './versions.ts'

export const CHANGED_SINCE = (labels: readonly string[]): string =>
  `This was changed again since: ${labels.join(', ')}. Please change it by hand.`
export const FIRST_STAYS = 'The first version of a journal cannot be taken back.'

/** What differs between two versions, in the order of the screens. */
const changedKeys = (before: Content, after: Content): string[] =>
  FIELDS.map(({ key }) => key).filter(
    (key) => !isSameValue(before[key]!.value, after[key]!.value) || before[key]!.isOwn !== after[key]!.isOwn,
  )

/** Who changed what, newest first. `before`: versions with smaller numbers alone. */
export async function readHistory(db: Db, before?: number): Promise<{ entries: HistoryEntry[]; more: boolean }> {
  const rows = await db
    .selectFrom('journal_versions as version')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'version.by_id').on('users.deleted_at', 'is', null))
    .selectAll('version')
    .select('users.full_name as by')
    .$if(before !== undefined, (query) => query.where('version.number', '<', before!))
    .orderBy('version.number', 'desc')
    .limit(VERSIONS_PER_PAGE + 1)
    .execute()
  if (!rows.length) return { entries: [], more: false }
  const texts = await changedTexts(db, rows.at(-1)!.number, rows[0]!.number)
  const latest = await readVersion(db)
  const shown = rows.slice(0, VERSIONS_PER_PAGE)
  const entries = shown.map((row, at): HistoryEntry => {
    const after = contentOf(row.content)
    const previous = rows[at + 1]
    const from = previous ? contentOf(previous.content) : BEFORE_ALL.content
    const keys = row.cause === 'start' ? ownKeys(after) : changedKeys(from, after)
    const ofTexts = texts.filter(({ version }) => version === row.number)
    const isCurrent =
      keys.every((key) => isSameValue(latest.content[key]!.value, after[key]!.value)) &&
      !ofTexts.some(({ isOverwritten }) => isOverwritten)
    return {
      ...{ number: row.number, cause: row.cause, note: row.note, undoes: row.undoes, by: row.by, at: row.at },
      changes: [
        ...keys.map((key) => ({
          key,
          label: fieldOf(key)!.label,
          before: shown_(key, from[key]!.value),
          after: shown_(key, after[key]!.value),
        })),
        ...ofTexts
          .filter(({ isOwn }) => row.cause !== 'start' || isOwn)
          .map(({ kind, slug, title }) => ({
            ...{ key: textKey(kind, slug), label: textTitle(kind, slug, title), before: '', after: '' },
          })),
      ],
      mayUndo: row.cause !== 'start' && row.cause !== 'upgrade' && isCurrent,
    }
  })
  return { entries, more: rows.length > shown.length }
}

interface ChangedText {
  version: number
  kind: TextKind
  slug: string
  title: string
  isOwn: boolean
  /** Someone has written it with this version, and something else since. A page whose words follow from a value is none. */
  isOverwritten: boolean
}

/** The texts of the versions from one number to another. */
async function changedTexts(db: Db, from: number, to: number): Promise<ChangedText[]> {
  const { rows } = await sql<Omit<ChangedText, 'isOwn' | 'isOverwritten'> & Record<'own' | 'overwritten', number>>`
    select text.journal_version as version, text.kind, text.slug, max(coalesce(text.title, '')) as title,
      max(text.is_own) as own,
      max(case
        when newest.source = text.source and newest.is_own = text.is_own then 0
        when former.source = text.source and former.is_own = text.is_own then 0
        when former.number is null and text.is_own = 0 then 0
        else 1 end) as overwritten
    from text_versions as text
    join text_versions as newest on newest.kind = text.kind and newest.slug = text.slug and newest.number = (
      select max(number) from text_versions where kind = text.kind and slug = text.slug)
    left join text_versions as former on former.kind = text.kind and former.slug = text.slug and former.number = (
      select max(number) from text_versions where kind = text.kind and slug = text.slug
        and journal_version < text.journal_version and in_force_from <= text.in_force_from)
    where text.journal_version between ${from} and ${to}
    group by text.journal_version, text.kind, text.slug
    order by text.kind, text.slug`.execute(db)
  return rows.map(({ own, overwritten, ...text }) => ({
    ...text,
    version: Number(text.version),
    isOwn: Number(own) === 1,
    isOverwritten: Number(overwritten) === 1,
  }))
}

const ownKeys = (content: Content): string[] => FIELDS.map(({ key }) => key).filter((key) => content[key]!.isOwn)
const shown_ = (key: string, value: Value): string => shownValue(fieldOf(key)!, value)

/**
 * Takes back what a version changed, as a new one: values and texts go back to what they were before it. Refuses what was
 * changed again since, because that would be lost.
 */
export async function undo(tx: Tx, parts: PublishParts, number: number, actorId: string | null): Promise<number> {
  const version = await readVersion(tx, number)
  if (version.number !== number || number === 0) throw notFound('Version')
  if (version.cause === 'start') throw new DomainError('conflict', FIRST_STAYS)
  const before = await readVersion(tx, number - 1)
  const latest = await readVersion(tx)
  const keys = changedKeys(before.content, version.content)
  const texts = await textsBefore(tx, number)
  const changed = [
    ...keys
      .filter((key) => !isSameValue(latest.content[key]!.value, version.content[key]!.value))
      .map((key) => fieldOf(key)!.label),
    ...(await changedTexts(tx, number, number)).flatMap(({ kind, slug, title, isOverwritten }) =>
      isOverwritten ? [textTitle(kind, slug, title)] : [],
    ),
  ]
  if (changed.length) throw new DomainError('conflict', CHANGED_SINCE([...new Set(changed)]))
  return publish(tx, parts, {
    ...{ actorId, cause: 'undo', undoes: number, base: latest.number, note: '' },
    values: Object.fromEntries(keys.map((key) => [key, before.content[key]!.value])),
    former: Object.fromEntries(keys.map((key) => [key, before.content[key]!])),
    texts: texts.flatMap(({ isEdited, ...change }) => (isEdited ? [change] : [])),
  })
}

interface TextBefore extends TextChange {
  /** False: a page whose words followed from a value, and will follow it back. */
  isEdited: boolean
}

/** The texts of a version, and what each was before it. */
async function textsBefore(tx: Tx, number: number): Promise<TextBefore[]> {
  const published = await tx.selectFrom('text_versions').selectAll().where('journal_version', '=', number).execute()
  const found: TextBefore[] = []
  for (const { kind, slug, source, is_own, in_force_from } of published) {
    // What would have been in force from that day on: a version that waits for a later day is not shown before it.
    const former = await tx
      .selectFrom('text_versions')
      .select(['source', 'is_own', 'based_on'])
      .where('kind', '=', kind)
      .where('slug', '=', slug)
      .where('journal_version', '<', number)
      .where('in_force_from', '<=', in_force_from)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const isEdited = former ? former.source !== source || former.is_own !== is_own : is_own === 1
    // Emails and letters that the journal has not written follow the program.
    const isKept = former !== undefined && (kind === 'page' || former.is_own === 1)
    found.push({
      ...{ kind, slug, isEdited, source: isKept ? former.source : null },
      ...(isKept && { former: { is_own: former.is_own, based_on: former.based_on } }),
    })
  }
  return found
}
