import type { VersionCause } from '../../contract/rules/settings/versions.ts'
import { fieldOf, FIELDS } from '../../contract/rules/settings/fields.ts'
import { faultsTogether, valueFault } from '../../contract/rules/settings/value-faults.ts'
import { isSameValue, type Value, type Values } from '../../contract/rules/settings/values.ts'
import type { Db } from '../../platform/database/connect.ts'
import { DomainError } from '../../platform/errors.ts'
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

/** The values of the next version. Refuses those that are invalid, or were changed by someone else meanwhile. */
export function changedContent(
  latest: JournalVersion,
  seen: JournalVersion,
  values: Readonly<Record<string, Value | null>>,
): Content {
  const content: Record<string, Content[string]> = { ...latest.content }
  const errors: Record<string, string> = {}
  const meanwhile: string[] = []
  for (const [key, asked] of Object.entries(values)) {
    const field = fieldOf(key)
    if (!field) {
      errors[key] = 'The journal has no such value.'
      continue
    }
    const value = asked ?? DEFAULT_VALUES[key]!
    const fault = valueFault(field, value)
    if (fault) errors[key] = fault
    const current = latest.content[key]!.value
    if (!isSameValue(current, seen.content[key]?.value) && !isSameValue(current, value)) meanwhile.push(field.label)
    content[key] = { value, isOwn: asked !== null, basedOn: digestOf(DEFAULT_VALUES[key]!) }
  }
  if (!Object.keys(errors).length) Object.assign(errors, faultsTogether(valuesIn(content)))
  const [first] = Object.values(errors)
  if (first) throw new DomainError('invalid', first, { errors })
  if (meanwhile.length) throw new DomainError('conflict', changedMeanwhile(meanwhile))
  return content
}

export const changedMeanwhile = (labels: readonly string[]): string =>
  `Someone else has changed this since you opened it: ${labels.join(', ')}. Please choose one, or join them.`
