import { FIELDS } from '../../contract/rules/settings/fields.ts'
import { type NamedPictures, picturesOf } from '../../contract/rules/settings/exported.ts'
import type { Db } from '../../platform/database/connect.ts'
import { newestTexts } from './text-versions.ts'
import { readVersion } from './versions.ts'

/** What the journal has chosen, in one file. */
export async function exportSettings(db: Db): Promise<NamedPictures> {
  const { content } = await readVersion(db)
  const own = FIELDS.filter(({ key }) => content[key]!.isOwn)
  const texts = [...(await newestTexts(db))].filter(([, { is_own }]) => is_own === 1)
  const chosen = {
    values: Object.fromEntries(own.map(({ key }) => [key, content[key]!.value])),
    texts: Object.fromEntries(texts.map(([key, { source }]) => [key, source] as const).toSorted(byName)),
  }
  const pictures = picturesOf(chosen)
  return { ...{ format: 'journal-settings', version: 1 }, ...chosen, ...(pictures.length > 0 && { pictures }) }
}

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number => (one < other ? -1 : 1)
