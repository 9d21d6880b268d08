import type { settings, JournalSettings, JournalText, ShownText, TextInList } from '../../contract/api/settings.ts'
import { INTEGER_MAX } from '../../contract/api/field-schemas.ts'
import { FIELDS } from '../../contract/rules/settings/fields.ts'
import type { Value } from '../../contract/rules/settings/values.ts'
import { EMPTY_OWN_PAGE, type OwnPage, ownPageIn } from '../../contract/rules/settings/own-pages.ts'
import type { TextKind } from '../../contract/rules/settings/texts.ts'
import { textTitle } from '../../contract/rules/settings/texts.ts'
import { partsOf } from '../../contract/rules/settings/text-parts.ts'
import { SITE_VIEW_COOKIE, SITE_VIEW_MS } from '../../contract/rules/settings/site-view.ts'
import { contentPath } from '../../contract/rules/site/paths.ts'
import type { LetterKind } from '../../contract/rules/peer-review/stages.ts'
import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import type { Handlers } from '../../platform/call.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { TextVersionRow } from '../../platform/database/journal-tables.ts'
import { renderEmail } from '../../platform/email/render.ts'
import type { EmailResources } from '../../platform/email/resources.ts'
import { readDraft, saveDraft } from '../../platform/drafts.ts'
import { notFound, DomainError } from '../../platform/errors.ts'
import { now } from '../../platform/ids.ts'
import type { FileResources } from '../publication/files/resources.ts'
import { namesForeignPicture } from '../publication/pages/markdown.ts'
import { journalValue } from '../../platform/text-file.ts'
import type { SessionResources } from '../accounts/sessions/resources.ts'
import { filledLetter, LETTER_EXAMPLE } from '../peer-review/decide/letters.ts'
import { Edition } from './current-journal.ts'
import { DEFAULT_VALUES, digestOf } from './defaults.ts'
import { SETTINGS_DRAFT } from './draft-item.ts'
import { exportSettings } from './export.ts'
import { readHistory, undo } from './history.ts'
import type { SettingsResources } from './open-journal.ts'
import { knownAddresses } from './own-pages.ts'
import { addPicture, seenAt, withPictures } from './pictures/add-picture.ts'
import { placeholdersOf } from './placeholders.ts'
import { publish } from './publish.ts'
import { noteStep } from './setting-up/setting-up.ts'
import { siteViewCookie } from './site-view/site-views.ts'
import { sendTest } from './send-test.ts'
import { textFault } from './text-faults.ts'
import { newestTexts, versionsOfText } from './text-versions.ts'
import { isOwnKey, partsOfKey, type TextKey, textKey } from './texts.ts'
import { changedContent, readVersion } from './versions.ts'

type Resources = FileResources &
  SettingsResources &
  Pick<EmailResources, 'mailer'> &
  Pick<SessionResources, 'accessTokens'>

export const settingsHandlers: Handlers<{ settings: typeof settings }, Resources>['settings'] = {
  read: ({ database }) => readSettings(database.db),

  publish: async ({ database, caller, ...parts }, { values, ...changes }) => ({
    version: await database.transaction((tx) =>
      publish(tx, parts, { ...changes, values, cause: 'edit', actorId: caller.userId }),
    ),
  }),

  history: ({ database }, { before }) => readHistory(database.db, before),

  undo: async ({ database, caller, ...parts }, { number }) => ({
    version: await database.transaction((tx) => undo(tx, parts, number, caller.userId)),
  }),

  texts: (context) => listTexts(context),

  text: (context, asked) => readText(context, asked),

  preview: (context, { kind, slug, source, values }) =>
    tried(context, knownKey(context, kind, slug), source, values, async () => {
      const made = shown(context, kind, slug, source)
      return kind === 'page' ? { ...made, html: await withPictures(context, made.html ?? '') } : made
    }),

  sendTest: async (context, { slug, source }) => {
    const { userId } = context.caller
    const key = knownKey(context, 'email', slug)
    const sent = await tried(context, key, source, {}, () => sendTest(context, slug as EmailKind, source, userId))
    await context.database.transaction((tx) => noteStep(tx, userId, 'email', 'done'))
    return sent
  },

  view: async ({ accessTokens, caller, publicUrl, setCookie }) => {
    const token = await accessTokens.makeSiteView(caller.sessionId, SITE_VIEW_MS / 1000)
    setCookie(SITE_VIEW_COOKIE, token, siteViewCookie(publicUrl))
    return { until: new Date(Date.now() + SITE_VIEW_MS).toISOString() }
  },

  addPicture: async (context, asked) => addPicture(context, context.caller.userId, asked),

  picture: async (context, { path }) => ({ seenAt: await seenAt(context, path) }),

  export: ({ database }) => exportSettings(database.db),

  draft: ({ database, caller }) => readDraft(database.db, caller.userId, SETTINGS_DRAFT),

  saveDraft: ({ database, caller }, { content, revision }) =>
    database.transaction((tx) => saveDraft(tx, caller.userId, { item: SETTINGS_DRAFT, content, seen: revision })),
}

async function readSettings(db: Db): Promise<JournalSettings> {
  const { number, content } = await readVersion(db)
  const { entries } = await readHistory(db)
  const [newest] = entries
  const underWay = await db
    .selectFrom('review_cases')
    .innerJoin('articles', 'articles.id', 'review_cases.article_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('review_cases.closed_at', 'is', null)
    .where('articles.origin', '<>', 'sample')
    .executeTakeFirstOrThrow()
  const dois = await db
    .selectFrom('articles')
    .select(({ fn }) => fn.count<number>('doi').as('total'))
    .executeTakeFirstOrThrow()
  const published = await db
    .selectFrom('public_articles')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('source_journal', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    version: number,
    values: Object.fromEntries(
      FIELDS.map(({ key }) => {
        const { value, isOwn, basedOn } = content[key]!
        const original = DEFAULT_VALUES[key]!
        return [key, { value, isOwn, original, isNewer: basedOn !== digestOf(original) }]
      }),
    ) as JournalSettings['values'],
    underWay: Number(underWay.total),
    dois: Number(dois.total),
    published: Number(published.total),
    latest: newest?.mayUndo ? newest : null,
  }
}

/** Does something with a text and values that are not published, as if they were. Refuses a text that could not be shown. */
async function tried<T>(
  { textBuilder, currentJournal, database }: Resources,
  key: TextKey,
  source: string,
  values: Record<string, Value | null>,
  work: () => T | Promise<T>,
): Promise<T> {
  const version = await readVersion(database.db)
  const changed = { ...version, content: changedContent(version, version, values) }
  return currentJournal.with(new Edition(changed, { sources: new Map(), nextDay: null }, textBuilder), async () => {
    const own = source ? [{ ...keyed(key), source }] : []
    const fault = textFault(
      textBuilder,
      key,
      source,
      await knownAddresses(database.db, await newestTexts(database.db), own),
    )
    if (fault) throw new DomainError('invalid', fault, { errors: { source: fault } })
    return work()
  })
}

function knownKey({ textBuilder }: SettingsResources, kind: TextKind, slug: string): TextKey {
  const key = textKey(kind, slug)
  if (!textBuilder.defaults.has(key) && !isOwnKey(key)) throw notFound('Text')
  return key
}

const keyed = (key: TextKey) => {
  const [kind, slug] = partsOfKey(key)
  return { kind, slug }
}

async function listTexts({ database, textBuilder, currentJournal }: Resources): Promise<TextInList[]> {
  const newest = await newestTexts(database.db)
  const published = await database.db.selectFrom('journal_versions').select(['number', 'at']).execute()
  const at = new Map(published.map((version) => [version.number, version.at]))
  const broken = new Map(currentJournal.edition.texts.broken.map(({ key, fault }) => [key, fault]))
  const added = [...newest].filter(([key, { source }]) => isOwnKey(key) && source)
  return [...textBuilder.defaults, ...added.map(([key]) => [key, null] as const)].map(([key, original]) => {
    const { kind, slug } = keyed(key)
    const row = newest.get(key)
    const own = original === null ? ownPageIn(row!.source) : null
    return {
      ...{ kind, slug, title: textTitle(kind, slug, own?.title), isOwn: row?.is_own === 1 },
      isNewer:
        original !== null &&
        row !== undefined &&
        (kind === 'page' || row.is_own === 1) &&
        row.based_on !== digestOf(original),
      broken: broken.get(key) ?? null,
      lacksPictures: kind === 'page' && row !== undefined && namesForeignPicture(partsOf(row.source).body),
      changedAt: row?.is_own ? (at.get(row.journal_version) ?? null) : null,
      page: kind === 'page' ? pageFacts(slug, own, row) : null,
    }
  })
}

const pageFacts = (slug: string, own: OwnPage | null, row: TextVersionRow | undefined): TextInList['page'] => ({
  ...{ path: contentPath(own?.slug ?? slug), isAdded: own !== null, leadsTo: own?.leadsTo ?? null },
  ...{ version: row?.number ?? null, since: row?.in_force_from ?? null },
})

/** A page that was not published yet. */
const begun = (kind: TextKind, slug: string): TextInList => ({
  ...{ kind, slug, title: textTitle(kind, slug), isOwn: false, isNewer: false, broken: null, changedAt: null },
  lacksPictures: false,
  page: { ...pageFacts(slug, null, undefined)!, isAdded: true },
})

async function readText(
  context: Resources,
  { kind, slug, seen }: { kind: TextKind; slug: string; seen?: number | undefined },
): Promise<JournalText> {
  const { database, textBuilder } = context
  const key = knownKey(context, kind, slug)
  const facts = (await listTexts(context)).find((text) => text.kind === kind && text.slug === slug) ?? begun(kind, slug)
  const rows = await versionsOfText(database.db, kind, slug)
  const original = textBuilder.defaults.get(key) ?? EMPTY_OWN_PAGE
  const sourceIn = (row: TextVersionRow | undefined): string =>
    (row && (kind === 'page' || row.is_own) ? row.source : original) || original
  const source = sourceIn(rows[0])
  const before = sourceIn(rows.find(({ journal_version }) => journal_version <= (seen ?? INTEGER_MAX)))
  // The last one that has written something, and did not only follow a value.
  const writing = rows.find((row, at) => sourceIn(row) !== sourceIn(rows[at + 1]))
  const ofJournal = new Map((await versionsOfJournal(database.db, rows)).map((version) => [version.number, version]))
  const pressOf = (row: TextVersionRow) => {
    const { by, at } = ofJournal.get(row.journal_version)!
    return { by, at }
  }
  return {
    ...facts,
    version: (await readVersion(database.db)).number,
    ...{ source, original },
    placeholders: placeholdersOf(textBuilder, key).map(({ name, isRequired }) => ({
      name,
      says: sayingOf(kind, name),
      isRequired,
    })),
    versions: rows.map(({ number, journal_version, note, in_force_from, is_own }) => {
      const { cause, undoes, by, at } = ofJournal.get(journal_version)!
      return { number, note, cause, undoes, by, at, inForceFrom: in_force_from, isOwn: is_own === 1 }
    }),
    since: before === source ? null : { source: before, ...pressOf(writing!) },
  }
}

/** What a value of the journal says today; null for what an email or a letter is about, of which `name` is one, too. */
function sayingOf(kind: TextKind, name: string): string | null {
  if (kind === 'page') return journalValue(name) ?? null
  return name.startsWith('journal.') ? (journalValue(name.slice('journal.'.length)) ?? null) : null
}

const versionsOfJournal = (db: Db, rows: readonly { journal_version: number }[]) =>
  db
    .selectFrom('journal_versions as version')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'version.by_id').on('users.deleted_at', 'is', null))
    .select(['version.number', 'version.cause', 'version.undoes', 'version.at', 'users.full_name as by'])
    .where('version.number', 'in', rows.length ? rows.map(({ journal_version }) => journal_version) : [0])
    .execute()

/** A text as it would be shown or sent, with made-up people and manuscripts. */
function shown({ textBuilder, publicUrl }: Resources, kind: TextKind, slug: string, source: string): ShownText {
  if (kind === 'page') return { subject: null, text: null, html: textBuilder.page(slug, source).html }
  if (kind === 'letter') {
    const letter = textBuilder.letter(slug as LetterKind, source)
    return { subject: null, html: null, text: filledLetter(letter, LETTER_EXAMPLE) }
  }
  const template = textBuilder.email(slug as EmailKind, source)
  const { subject, text, html } = renderEmail(template, template.example, { publicUrl, at: now() })
  return { subject, text, html }
}
