import { FIELDS } from './fields.ts'
import { isSameValue, type Value } from './values.ts'

/** What a journal has chosen, in one file: neither people nor secrets are in it. */
export interface ExportedSettings {
  format: 'journal-settings'
  /** Of this format. */
  version: 1
  /** The journal's own values by their keys, in the order of the screens. */
  values: Record<string, Value>
  /** The journal's own texts by kind and name. */
  texts: Record<string, string>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads an exported file; null if it is none. What its values are worth is found out when they are published. */
export function readExported(content: string): ExportedSettings | null {
  try {
    const read: unknown = JSON.parse(content)
    if (!isRecord(read) || read.format !== 'journal-settings' || read.version !== 1) return null
    if (!isRecord(read.values) || !isRecord(read.texts)) return null
    if (!Object.values(read.texts).every((source) => typeof source === 'string')) return null
    return read as unknown as ExportedSettings
  } catch {
    return null
  }
}

/** What has to change so that a journal has chosen the same: null where it goes back to what comes with the program. */
export function changesTo(
  { values, texts }: ExportedSettings,
  now: {
    values: Readonly<Record<string, { value: Value; isOwn: boolean }>>
    ownTexts: Readonly<Record<string, string>>
  },
): { values: Record<string, Value | null>; texts: Record<string, string | null> } {
  const changed: Record<string, Value | null> = {}
  for (const { key } of FIELDS) {
    const { value, isOwn } = now.values[key]!
    const asked = values[key]
    if (asked === undefined ? isOwn : !isOwn || !isSameValue(asked, value)) changed[key] = asked ?? null
  }
  const changedTexts: Record<string, string | null> = {}
  for (const key of new Set([...Object.keys(texts), ...Object.keys(now.ownTexts)]))
    if (texts[key] !== now.ownTexts[key]) changedTexts[key] = texts[key] ?? null
  return { values: changed, texts: changedTexts }
}
