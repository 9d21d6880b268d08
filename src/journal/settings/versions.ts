import type { VersionCause } from '../../contract/rules/settings/versions.ts'
import { FIELDS } from '../../contract/rules/settings/fields.ts'
import type { Value, Values } from '../../contract/rules/settings/values.ts'
import type { Db } from '../../platform/database/connect.ts'
import { DEFAULT_VALUES, digestOf } from './defaults.ts'

/** A value in a version of the journal. */
export interface StoredValue {
  value: Value
  /** True if the journal has chosen it; otherwise it is the default of its day. */
  isOwn: boolean
  /** The digest of the default that was seen then. */
  basedOn: string
}
export type Content = Readonly<Record<string, StoredValue>>

export interface JournalVersion {
  /** 0: nothing has been published yet, and the defaults hold. */
  number: number
  content: Content
  cause: VersionCause
  note: string
  undoes: number | null
  byId: string | null
  at: string
}

const withDefault = (key: string): StoredValue => ({
  value: DEFAULT_VALUES[key]!,
  isOwn: false,
  basedOn: digestOf(DEFAULT_VALUES[key]!),
})

/** What holds before anything was published. */
const DEFAULT_CONTENT: Content = Object.fromEntries(FIELDS.map(({ key }) => [key, withDefault(key)]))

export const BEFORE_ALL: JournalVersion = {
  ...{ number: 0, content: DEFAULT_CONTENT, cause: 'start', note: '', undoes: null, byId: null, at: '' },
}

/** A version as it is stored, with the defaults of what was added to the program later. */
export function contentOf(stored: string): Content {
  const content = JSON.parse(stored) as Content
  return Object.fromEntries(FIELDS.map(({ key }) => [key, content[key] ?? withDefault(key)]))
}

export const valuesIn = (content: Content): Values =>
  Object.fromEntries(Object.entries(content).map(([key, { value }]) => [key, value]))

/** The latest version of the journal, or that of a number. */
export async function readVersion(db: Db, number?: number): Promise<JournalVersion> {
  const row = await db
    .selectFrom('journal_versions')
    .selectAll()
    .$if(number !== undefined, (query) => query.where('number', '=', number!))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return BEFORE_ALL
  const { content, by_id, ...rest } = row
  return { ...rest, content: contentOf(content), byId: by_id }
}

export async function latestNumber(db: Db): Promise<number> {
  const { number } = await db
    .selectFrom('journal_versions')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirstOrThrow()
  return Number(number ?? 0)
}
