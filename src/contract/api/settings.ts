import { z } from 'zod'
import { MENU_GROUPS, MENU_MAX, MENU_PLACES } from '../rules/settings/menu.ts'
import { PICTURE_USES, SVG_MAX } from '../rules/settings/pictures.ts'
import { TEXT_KINDS } from '../rules/settings/texts.ts'
import { TITLES_MAX } from '../rules/settings/value-faults.ts'
import { VERSION_CAUSES } from '../rules/settings/versions.ts'
import { endpoint } from './endpoint.ts'
import { INTEGER_MAX, seenRevision, text } from './field-schemas.ts'

/** The longest text, in characters. */
export const TEXT_MAX = 100_000
const KEY_MAX = 100
const VALUES_MAX = 100
const TEXTS_MAX = 20
const LIST_MAX = 30
const NOTE_MAX = 500
const ADDRESS_MAX = 500

const Key = z.string().min(1).max(KEY_MAX)
const Line = text(1_000)
const Title = z.strictObject({ name: Line, abbreviation: Line, issn: Line, issnPrint: Line, until: Line })
const Question = z.strictObject({ id: text(KEY_MAX), ask: Line, short: Line })
const Entry = z.strictObject({
  group: z.enum(MENU_GROUPS.map(({ id }) => id)),
  to: Line,
  label: Line,
  place: z.enum(MENU_PLACES.map(({ value }) => value)),
})
/** What a value may be at all; what it may be at its place is a rule of the settings. */
const Value = z.union([
  Line,
  z.number().min(-INTEGER_MAX).max(INTEGER_MAX),
  z.boolean(),
  z.array(Line).max(LIST_MAX),
  z.array(z.number().min(-INTEGER_MAX).max(INTEGER_MAX)).max(LIST_MAX),
  z.array(Question).max(LIST_MAX),
  z.array(Title).max(TITLES_MAX),
  z.array(Entry).max(MENU_MAX),
])

const TextChange = z.strictObject({
  kind: z.enum(TEXT_KINDS),
  slug: Key,
  /** Null: again the text that comes with the program. */
  source: text(TEXT_MAX).nullable(),
  /** The day from which a page is in force: today if it is left out. */
  inForceFrom: z.iso.date().optional(),
})

const SettingsChanges = {
  /** The version that the person has seen: what was changed by others since is not overwritten. */
  base: seenRevision(),
  /** By key; null: again what comes with the program. */
  values: z
    .record(Key, Value.nullable())
    .refine((values) => Object.keys(values).length <= VALUES_MAX)
    .default({}),
  texts: z.array(TextChange).max(TEXTS_MAX).default([]),
  note: text(NOTE_MAX).default(''),
}

const StoredValue = z.object({
  value: Value,
  /** True if the journal has chosen it. */
  isOwn: z.boolean(),
  /** What comes with the program. */
  original: Value,
  /** True if what comes with the program has changed since the journal chose, or was promised, this one. */
  isNewer: z.boolean(),
})

const VersionFacts = {
  number: z.int(),
  cause: z.enum(VERSION_CAUSES),
  note: z.string(),
  undoes: z.int().nullable(),
  /** Who published it; null: nobody, at a start of the program, or someone whose account was deleted. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
}

export const JournalSettings = z.object({
  /** The number of the version that is published; 0 before there is one. */
  version: z.int(),
  values: z.record(z.string(), StoredValue),
  /** How many manuscripts are under way, which keep what they were promised. */
  underWay: z.int(),
  /** How many DOIs were given, which stay. */
  dois: z.int(),
  /** How many articles the journal has published, which a new title leaves as they are. */
  published: z.int(),
  /** The latest version, while it can be undone at once. */
  latest: z.object(VersionFacts).nullable(),
})
export type JournalSettings = z.infer<typeof JournalSettings>

export const TextInList = z.object({
  kind: z.enum(TEXT_KINDS),
  slug: z.string(),
  title: z.string(),
  isOwn: z.boolean(),
  isNewer: z.boolean(),
  /** Why the default is used in place of the journal's own; null: it is not. */
  broken: z.string().nullable(),
  /** True of a page that names pictures of other sites, which are not shown: it was published when they were. */
  lacksPictures: z.boolean(),
  changedAt: z.iso.datetime().nullable(),
  /** Of a page: where it is, and what became of one that the journal has added; null of other texts. */
  page: z
    .object({
      path: z.string(),
      isAdded: z.boolean(),
      leadsTo: z.string().nullable(),
      version: z.int().nullable(),
      since: z.iso.date().nullable(),
    })
    .nullable(),
})
export type TextInList = z.infer<typeof TextInList>

export const JournalText = TextInList.extend({
  version: z.int(),
  source: z.string(),
  original: z.string(),
  /** What a text of this kind may name in double braces, with what each says today. */
  placeholders: z.array(z.object({ name: z.string(), says: z.string().nullable(), isRequired: z.boolean() })),
  versions: z.array(z.object({ ...VersionFacts, inForceFrom: z.iso.date(), isOwn: z.boolean() })),
  /** If it was written again since the version that the caller has seen: what it was then, and who has written it. */
  since: z.object({ source: z.string(), by: z.string().nullable(), at: z.iso.datetime() }).nullable(),
})
export type JournalText = z.infer<typeof JournalText>

const WhichText = { kind: z.enum(TEXT_KINDS), slug: Key }

/** A text as it is shown or sent: HTML for pages and emails, and the plain text of emails and letters. */
export const ShownText = z.object({
  subject: z.string().nullable(),
  html: z.string().nullable(),
  text: z.string().nullable(),
})
export type ShownText = z.infer<typeof ShownText>

export const VERSIONS_PER_PAGE = 20

const Change = z.object({
  key: z.string(),
  /** The name of the value, or of the text. */
  label: z.string(),
  before: z.string(),
  after: z.string(),
})

export const HistoryEntry = z.object({
  ...VersionFacts,
  changes: z.array(Change),
  /** True if it can be taken back: nothing of it was changed since. */
  mayUndo: z.boolean(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** The longest draft, in characters of JSON. */
export const SETTINGS_DRAFT_MAX = 400_000
const isJson = (content: string): boolean => {
  try {
    JSON.parse(content)
    return true
  } catch {
    return false
  }
}
/** A value, or a text, as it can be published: null is again what comes with the program. */
export const DraftedValue = Value.nullable()
export const DraftedText = text(TEXT_MAX).nullable()
/** What is in a draft. It was kept as it was typed: each value and text is looked at by itself. */
export const DraftContent = z.object({
  values: z.record(z.string(), z.unknown()).default({}),
  texts: z.record(z.string(), z.unknown()).default({}),
})
const Draft = z.object({ content: z.string().nullable(), revision: z.int(), savedAt: z.iso.datetime().nullable() })

export const settings = {
  read: endpoint('GET /settings', {
    access: 'administrators',
    summary: 'The journal’s values, with what comes with the program',
    output: JournalSettings,
  }),
  publish: endpoint('POST /settings/versions', {
    access: 'administrators',
    created: true,
    text: 'report',
    summary: 'Publishes changes of values and texts as the next version of the journal',
    input: z.strictObject(SettingsChanges),
    output: z.object({ version: z.int() }),
  }),
  history: endpoint('GET /settings/versions', {
    access: 'administrators',
    summary: 'Who changed what, and when, newest first',
    input: z.strictObject({ before: z.coerce.number().int().min(1).max(INTEGER_MAX).optional() }),
    output: z.object({ entries: z.array(HistoryEntry), more: z.boolean() }),
  }),
  undo: endpoint('POST /settings/versions/{number}/undo', {
    access: 'administrators',
    created: true,
    summary: 'Takes back what a version changed, as a new version',
    input: z.strictObject({ number: z.coerce.number().int().min(1).max(INTEGER_MAX) }),
    output: z.object({ version: z.int() }),
  }),
  texts: endpoint('GET /settings/texts', {
    access: 'administrators',
    summary: 'The pages, emails and letters of the journal',
    output: z.array(TextInList),
  }),
  text: endpoint('GET /settings/texts/{kind}/{slug}', {
    access: 'administrators',
    summary: 'A text with its versions and what it may name, and what has become of it since a version of the journal',
    input: z.strictObject({ ...WhichText, seen: z.coerce.number().int().min(0).max(INTEGER_MAX).optional() }),
    output: JournalText,
  }),
  preview: endpoint('POST /settings/texts/{kind}/{slug}/preview', {
    access: 'administrators',
    text: 'report',
    writes: false,
    summary: 'A text as it would be shown or sent, with changed values if there are any',
    input: z.strictObject({ ...WhichText, source: text(TEXT_MAX), values: SettingsChanges.values }),
    output: ShownText,
  }),
  sendTest: endpoint('POST /settings/texts/email/{slug}/test', {
    access: 'administrators',
    text: 'report',
    hourly: 'test emails',
    summary: 'Sends an email as it would be, with made-up people and manuscripts, to the caller’s own address',
    input: z.strictObject({ slug: Key, source: text(TEXT_MAX) }),
    output: z.object({ message: z.string() }),
  }),
  export: endpoint('GET /settings/export', {
    access: 'administrators',
    summary: 'What the journal has chosen, in one file: neither people nor secrets are in it',
    output: z.object({
      format: z.literal('journal-settings'),
      version: z.literal(1),
      values: z.record(z.string(), Value),
      texts: z.record(z.string(), z.string()),
      /** The addresses of the pictures that these name; left out if there are none. */
      pictures: z.array(z.string()).optional(),
    }),
  }),
  addPicture: endpoint('POST /settings/pictures', {
    access: 'administrators',
    created: true,
    text: 'report',
    rate: 'uploading',
    summary: 'Makes a logo, or a picture for texts, of what the caller has uploaded; readers get it with what names it',
    input: z.strictObject({
      use: z.enum(PICTURE_USES),
      /** An upload of the caller. */
      fileUrl: z.string().max(ADDRESS_MAX).optional(),
      /** A drawing, in place of an upload. */
      svg: text(SVG_MAX).optional(),
      /** Of a picture from exported settings: its address there, which it keeps. */
      path: z.string().max(ADDRESS_MAX).optional(),
    }),
    output: z.object({ path: z.string(), width: z.int(), height: z.int(), seenAt: z.string() }),
  }),
  picture: endpoint('GET /settings/pictures', {
    access: 'administrators',
    summary: 'Where a picture can be seen now, also before it is published',
    input: z.strictObject({ path: z.string().max(ADDRESS_MAX) }),
    output: z.object({ seenAt: z.string() }),
  }),
  draft: endpoint('GET /settings/draft', {
    access: 'administrators',
    summary: 'What the caller has changed and not published',
    output: Draft,
  }),
  saveDraft: endpoint('POST /settings/draft', {
    access: 'administrators',
    text: 'report',
    rate: 'saving',
    summary: 'Keeps what the caller has changed and not published; null: nothing',
    input: z.strictObject({
      content: text(SETTINGS_DRAFT_MAX).refine(isJson, 'This is no draft of Settings').nullable(),
      revision: seenRevision(),
    }),
    output: z.object({ revision: z.int(), savedAt: z.iso.datetime() }),
  }),
  view: endpoint('POST /settings/view', {
    access: 'administrators',
    writes: false,
    summary:
      'Shows the public site as the caller has changed it and not published, to this browser alone and for an hour',
    output: z.object({ until: z.iso.datetime() }),
  }),
}
