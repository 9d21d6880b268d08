import { IMAGE_MAX_BYTES } from '../files/file-rules.ts'
import { FIELDS } from './fields.ts'
import { pictureAt, picturesIn } from './picture-address.ts'
import { isSameValue, type Value } from './values.ts'

/** What a journal has chosen: neither people nor secrets are in it. */
interface Chosen {
  format: 'journal-settings'
  /** Of this format. */
  version: 1
  /** The journal's own values by their keys, in the order of the screens. */
  values: Record<string, Value>
  /** The journal's own texts by kind and name. */
  texts: Record<string, string>
}

/** As a journal answers it: its pictures by their addresses. */
export interface NamedPictures extends Chosen {
  pictures?: string[]
}

/** As one file: the content of each picture is in it, in base64. */
export interface ExportedSettings extends Chosen {
  pictures?: Record<string, string>
}

/** More than a journal has: a file with more was not made by one. */
export const EXPORTED_PICTURES_MAX = 1_000

/** The pictures that values and texts name, in one order. */
export const picturesOf = ({ values, texts }: Pick<Chosen, 'values' | 'texts'>): string[] =>
  picturesIn([values['look.logo'], ...Object.values(texts)].join('\n')).toSorted()

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads an exported file; null if it is none. What its values are worth is found out when they are published. */
export function readExported(content: string): ExportedSettings | null {
  try {
    const read: unknown = JSON.parse(content)
    if (!isRecord(read) || read.format !== 'journal-settings' || read.version !== 1) return null
    if (!isRecord(read.values) || !isRecord(read.texts)) return null
    if (!Object.values(read.texts).every((source) => typeof source === 'string')) return null
    // An answer of the API names them alone: they are in the journal that gave it.
    const { pictures, ...chosen } = read
    if (pictures === undefined || Array.isArray(pictures)) return chosen as unknown as ExportedSettings
    return arePictures(pictures) ? (read as unknown as ExportedSettings) : null
  } catch {
    return null
  }
}

function arePictures(pictures: unknown): boolean {
  if (!isRecord(pictures)) return false
  const all = Object.entries(pictures)
  return (
    all.length <= EXPORTED_PICTURES_MAX &&
    all.every(
      ([path, content]) =>
        pictureAt(path) !== null && typeof content === 'string' && content.length <= (IMAGE_MAX_BYTES * 4) / 3 + 4,
    )
  )
}

/** What has to change so that a journal has chosen the same: null where it goes back to what comes with the program. */
export function changesTo(
  { values, texts }: Pick<Chosen, 'values' | 'texts'>,
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
