import { dayOf } from '../../contract/rules/peer-review/days.ts'
import { picturesIn } from '../../contract/rules/settings/picture-address.ts'
import { textTitle } from '../../contract/rules/settings/texts.ts'
import { isSameValue, type Value } from '../../contract/rules/settings/values.ts'
import type { VersionCause } from '../../contract/rules/settings/versions.ts'
import { textOfHtml } from '../../contract/rules/text/html-text.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database/connect.ts'
import type { TextVersionRow } from '../../platform/database/journal-tables.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import { DomainError } from '../../platform/errors.ts'
import { now } from '../../platform/ids.ts'
import type { RenderedPage } from '../publication/pages/content-pages.ts'
import { Edition } from './current-journal.ts'
import { digestOf } from './defaults.ts'
import { publishPictures } from './pictures/pictures.ts'
import { knownAddresses, moveOwnPages, NO_ADDRESSES } from './own-pages.ts'
import { enqueueRetitled } from './retitled.ts'
import type { TextChange } from './text-change.ts'
import { newestTexts, textsOn } from './text-versions.ts'
import { isOwnKey, partsOfKey, type TextBuilder, type TextKey, textKey } from './texts.ts'
import { textFault } from './text-faults.ts'
import { changedContent, changedMeanwhile, type Content, type JournalVersion, readVersion } from './versions.ts'

export interface Changes {
  /** The version that the person has seen. */
  base: number
  /** By key; null: again what comes with the program. */
  values: Readonly<Record<string, Value | null>>
  texts: readonly TextChange[]
  note: string
}

export interface Publication extends Changes {
  actorId: string | null
  cause: VersionCause
  undoes?: number
  /** Values that go back to what they were, also if what comes with the program is something else by now. */
  former?: Content
}

export interface PublishParts {
  textBuilder: TextBuilder
}

export const NOTHING_CHANGED = 'Nothing differs from what is published.'
export const NO_SUCH_TEXT = 'The journal has no such text.'

/**
 * Publishes changes as the next version of the journal, in one transaction: its values, its texts, the new versions of
 * pages whose words follow from a value, and the audit entry. Refuses what someone else has changed since `base`, and what
 * could not be shown or sent. Returns the number of the version.
 */
export async function publish(tx: Tx, { textBuilder }: PublishParts, publication: Publication): Promise<number> {
  // One publication at a time: the row of the site's version is locked until the end.
  await touchPublicSite(tx)
  const latest = await readVersion(tx)
  const seen = publication.base === latest.number ? latest : await readVersion(tx, publication.base)
  const content = { ...changedContent(latest, seen, publication.values), ...publication.former }
  const texts = await changedTexts(tx, textBuilder, publication)
  const number = latest.number + 1
  const at = now()
  const version: JournalVersion = {
    ...{ number, content, at, cause: publication.cause, note: publication.note },
    ...{ undoes: publication.undoes ?? null, byId: publication.actorId },
  }
  const rows = await textRows(tx, textBuilder, version, texts)
  await moveOwnPages(tx, texts)
  await publishPictures(tx, picturesIn([content['look.logo']!.value, ...texts.map(({ source }) => source)].join('\n')))
  const keys = Object.keys(content).filter((key) => !isSameStored(content[key], latest.content[key]))
  if (!keys.length && !texts.length) throw new DomainError('conflict', NOTHING_CHANGED)
  const { byId: by_id, content: stored, ...rest } = version
  await tx
    .insertInto('journal_versions')
    .values({ ...rest, content: JSON.stringify(stored), by_id })
    .execute()
  if (rows.length) await tx.insertInto('text_versions').values(rows).execute()
  if (latest.number) await enqueueRetitled(tx, number, latest.content, content)
  const changed = { version: number, values: keys, texts: texts.map(({ kind, slug }) => textKey(kind, slug)) }
  const action = publication.cause === 'undo' ? 'journal.undo' : 'journal.publish'
  await writeAuditEntry(tx, publication.actorId, action, String(number), { after: changed })
  return number
}

const isSameStored = (one: Content[string] | undefined, other: Content[string] | undefined): boolean =>
  isSameValue(one?.value, other?.value) && one?.isOwn === other?.isOwn && one?.basedOn === other?.basedOn

/** The texts to publish. Refuses those that cannot be shown or sent, or were changed by someone else meanwhile. */
async function changedTexts(
  tx: Tx,
  builder: TextBuilder,
  { base, texts, cause }: Publication,
): Promise<readonly TextChange[]> {
  const newest = texts.length ? await newestTexts(tx) : new Map<TextKey, TextVersionRow>()
  const errors: Record<string, string> = {}
  const known = texts.length ? await knownAddresses(tx, newest, texts) : NO_ADDRESSES
  for (const { kind, slug, source, inForceFrom, former } of texts) {
    const key = textKey(kind, slug)
    if (!builder.defaults.has(key) && !isOwnKey(key))
      throw new DomainError('invalid', NO_SUCH_TEXT, { errors: { [key]: NO_SUCH_TEXT } })
    // What another journal has exported, it has published.
    const wasPublished = former !== undefined || cause === 'import'
    const fault = source === null ? null : textFault(builder, key, source, known, { wasPublished })
    if (fault) errors[key] = fault
    if (inForceFrom !== undefined && kind === 'page' && inForceFrom < dayOf(new Date()))
      errors[key] = 'A page can come into force today or later.'
    const last = newest.get(key)
    // A page that another one's value has changed has the same source: nothing of theirs would be lost.
    if (
      last &&
      last.journal_version > base &&
      last.source !== source &&
      (await sourceSeen(tx, last, base)) !== last.source
    )
      throw new DomainError('conflict', changedMeanwhile([textTitle(kind, slug, last.title ?? '')]))
  }
  const [first] = Object.values(errors)
  if (first) throw new DomainError('invalid', first, { errors })
  return texts.filter(({ kind, slug, source, former }) => {
    if (former) return true
    const last = newest.get(textKey(kind, slug))
    return last ? last.source !== source || (source === null) !== !last.is_own : source !== null
  })
}

/** The source of a text as someone has seen it who saw a version of the journal; undefined: it had none of its own. */
const sourceSeen = async (tx: Tx, { kind, slug }: TextVersionRow, version: number): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('text_versions')
      .select('source')
      .where('kind', '=', kind)
      .where('slug', '=', slug)
      .where('journal_version', '<=', version)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.source

/**
 * The rows of the texts of a version: those that were changed, and pages whose words follow from a changed value. Refuses
 * a value without which a text could not be shown.
 */
export async function textRows(
  tx: Tx,
  builder: TextBuilder,
  version: JournalVersion,
  texts: readonly TextChange[],
): Promise<TextVersionRow[]> {
  const today = dayOf(version.at)
  const newest = await newestTexts(tx)
  const { inForce, awaited } = await textsOn(tx, today)
  const changes = new Map(texts.map((change) => [textKey(change.kind, change.slug), change]))
  const sources = shownIn(inForce)
  for (const [key, { source }] of changes) sources.set(key, source ?? defaultOf(builder, key))
  const editionOn = (day: string) => new Edition(version, { sources, nextDay: null }, builder, day)
  const edition = editionOn(today)
  // No text waits in this edition, so that its next day is the first of a title.
  const titleDay = edition.nextDay
  const made = edition.texts
  const broken = new Set(made.broken.map(({ key }) => key))
  if (broken.size && isOfPerson(version.cause)) {
    const before = new Edition(await readVersion(tx), { sources: shownIn(inForce), nextDay: null }, builder, today)
    // What could not be shown before is no reason to refuse something else.
    const known = new Set(before.texts.broken.map(({ key }) => key))
    const refused = made.broken.find(({ key }) => changes.has(key) || !known.has(key))
    if (refused) throw new DomainError('conflict', `${refused.fault} Please change that text first.`)
  }
  const rows: TextVersionRow[] = []
  /** A page as it is on a day; null if it cannot be shown, so that what comes with the program is in its place. */
  const shownOn = (on: Edition, slug: string, written: string): Shown | null => {
    // A page that was taken back has neither.
    if (!written) return { title: '', html: '' }
    try {
      return on.run(() => builder.page(slug, written))
    } catch {
      return null
    }
  }
  const shownPage = (key: TextKey): Shown | null => {
    const [, slug] = partsOfKey(key)
    if (isOwnKey(key)) return shownOn(edition, slug, sources.get(key)!)
    return broken.has(key) ? null : made.pages.get(slug)!
  }
  for (const key of new Set([...builder.defaults.keys(), ...[...sources.keys()].filter(isOwnKey)])) {
    const [kind, slug] = partsOfKey(key)
    const source = defaultOf(builder, key)
    const page = kind === 'page' ? shownPage(key) : null
    let number = newest.get(key)?.number ?? 0
    const add = (row: Pick<TextVersionRow, 'source' | 'is_own' | 'based_on' | 'in_force_from'>, shown = page) =>
      rows.push({
        ...{ kind, slug, number: ++number, journal_version: version.number, ...row },
        ...{ title: shown?.title ?? null, html: shown?.html ?? null, note: version.note },
      })
    const change = changes.get(key)
    if (change) {
      add({
        ...{ source: change.source ?? source, is_own: Number(change.source !== null), based_on: digestOf(source) },
        ...change.former,
        in_force_from: change.inForceFrom ?? today,
      })
    }
    if (!page) continue
    const last = inForce.get(key)
    const waiting = awaited.filter((row) => textKey(row.kind, row.slug) === key)
    // The words of the page under a title that is to come.
    const addTitled = () => {
      if (titleDay === null) return
      const held = [last, ...waiting, ...rows.filter((row) => row.kind === kind && row.slug === slug)]
        .filter((row) => row !== undefined && row.in_force_from <= titleDay)
        .toSorted((one, other) => one!.number - other!.number)
        .at(-1)
      if (!held) return
      const shown = shownOn(editionOn(titleDay), slug, held.source)
      const { source: own, is_own, based_on } = held
      if (shown && hasOtherWords(shown, held)) add({ source: own, is_own, based_on, in_force_from: titleDay }, shown)
    }
    if (change) {
      addTitled()
      continue
    }
    const isNew = hasOtherWords(page, last)
    if (isNew) {
      const unwritten = { source, is_own: 0, based_on: digestOf(source) }
      add({
        ...unwritten,
        ...(last && { source: last.source, is_own: last.is_own, based_on: last.based_on }),
        in_force_from: today,
      })
    }
    // What waits for its day still comes into force then.
    for (const { source: own, is_own, based_on, in_force_from, html } of waiting) {
      const shown = shownOn(editionOn(in_force_from), slug, own)
      if (shown && (isNew || hasOtherWords(shown, { html })))
        add({ source: own, is_own, based_on, in_force_from }, shown)
    }
    addTitled()
  }
  return rows
}

type Shown = Pick<RenderedPage, 'title' | 'html'>

/** A start or an upgrade of the program is never refused: what comes with it is in the place of a text that cannot be shown. */
const isOfPerson = (cause: VersionCause): boolean => cause !== 'start' && cause !== 'upgrade'

/** What comes with the program: of a page that the journal has added, nothing. */
const defaultOf = (builder: TextBuilder, key: TextKey): string => builder.defaults.get(key) ?? ''

/** Other markup for the same words is no other version. */
const hasOtherWords = (page: { html: string }, last: Pick<TextVersionRow, 'html'> | undefined): boolean =>
  textOfHtml(page.html) !== textOfHtml(last?.html ?? '')

/** Pages are shown as they were published; other texts only if the journal has written them. */
const isShown = ({ kind, is_own }: TextVersionRow): boolean => kind === 'page' || is_own === 1
const shownIn = (inForce: ReadonlyMap<TextKey, TextVersionRow>): Map<TextKey, string> =>
  new Map([...inForce].flatMap(([key, row]) => (isShown(row) ? [[key, row.source] as const] : [])))
