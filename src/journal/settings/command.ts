import { changesTo, readExported } from '../../contract/rules/settings/exported.ts'
import { type FieldKind, fieldOf, FIELDS } from '../../contract/rules/settings/fields.ts'
import type { TextKind } from '../../contract/rules/settings/texts.ts'
import type { Value } from '../../contract/rules/settings/values.ts'
import type { Database, Db } from '../../platform/database/connect.ts'
import { exportSettings } from './export.ts'
import { undo } from './history.ts'
import { publish } from './publish.ts'
import type { TextBuilder } from './texts.ts'
import { readVersion } from './versions.ts'

export const NO_EXPORT = 'This file holds no exported settings.'
const BY_OPERATOR = 'by the operator'

/** All values by their keys, a line each; those that the journal has chosen are marked. */
export async function listValues(db: Db): Promise<string> {
  const { content } = await readVersion(db)
  return FIELDS.map(
    ({ key }) => `${content[key]!.isOwn ? '*' : ' '} ${key} = ${JSON.stringify(content[key]!.value)}`,
  ).join('\n')
}

const published = (number: number): string => `Published as version ${number}.`

const TYPED_AS_WORDS = new Set<FieldKind>(['line', 'paragraph', 'email', 'issn', 'url', 'choice'])

/** What was typed, as JSON or as plain words: the prefix 10.5555 is no number. */
function valueIn(key: string, typed: string): Value {
  const kind = fieldOf(key)?.kind
  if (kind && TYPED_AS_WORDS.has(kind) && !typed.startsWith('"')) return typed
  try {
    return JSON.parse(typed) as Value
  } catch {
    return typed
  }
}

/** Publishes one value; null: what comes with the program. */
export async function setValue(
  database: Database,
  textBuilder: TextBuilder,
  key: string,
  typed: string | null,
): Promise<string> {
  const values = { [key]: typed === null ? null : valueIn(key, typed) }
  return published(await publishNow(database, textBuilder, { values, texts: [] }))
}

/** Takes back what was published last. */
export async function undoLast(database: Database, textBuilder: TextBuilder): Promise<string> {
  const number = await database.transaction(async (tx) =>
    undo(tx, { textBuilder }, (await readVersion(tx)).number, null),
  )
  return published(number)
}

/** Publishes what an exported file holds: afterwards this journal has chosen the same. */
export async function importSettings(
  database: Database,
  textBuilder: TextBuilder,
  content: string,
  keepPictures: (pictures: Readonly<Record<string, string>>) => Promise<void> = async () => {},
): Promise<string> {
  const exported = readExported(content)
  if (!exported) throw new Error(NO_EXPORT)
  await keepPictures(exported.pictures ?? {})
  const { content: values } = await readVersion(database.db)
  const now = await exportSettings(database.db)
  const changes = changesTo(exported, { values, ownTexts: now.texts })
  const texts = Object.entries(changes.texts).map(([key, source]) => {
    const [kind, slug] = key.split('/') as [TextKind, string]
    return { kind, slug, source }
  })
  return published(await publishNow(database, textBuilder, { values: changes.values, texts }, 'import'))
}

const publishNow = (
  database: Database,
  textBuilder: TextBuilder,
  changes: Pick<Parameters<typeof publish>[2], 'values' | 'texts'>,
  cause: 'edit' | 'import' = 'edit',
): Promise<number> =>
  database.transaction(async (tx) =>
    publish(
      tx,
      { textBuilder },
      {
        ...{ ...changes, cause, actorId: null, note: BY_OPERATOR },
        base: (await readVersion(tx)).number,
      },
    ),
  )
