import { buffer } from 'node:stream/consumers'
import type { RenderedText } from '../../documents/jats/html/render.ts'
import { figureUrl } from '../../../contract/rules/articles/pictures.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { openIntact } from '../files/intact.ts'
import type { FileResources } from '../files/resources.ts'
import { textDeriver } from '../full-text/derive-texts.ts'
import { RENDERER } from '../full-text/stored-text.ts'
import { fileOfVersion, type History } from './read-versions.ts'

export type VersionText = Pick<RenderedText, 'outline' | 'parts' | 'passages'>

/**
 * The full text of a version, rendered from its file when it is first read and stored then: a walk through all versions
 * costs one rendering for each. Null if it has none, or it could not be rendered.
 */
export async function textOfVersion(
  resources: FileResources,
  history: History,
  number: number,
): Promise<VersionText | null> {
  const { db } = resources.database
  const articleId = history.row.id
  if (number === history.versions[0]!.number) return currentText(db, articleId)
  const source = fileOfVersion(history, number, 'source')
  if (!source) return null
  const known = await db
    .selectFrom('version_texts')
    .select('text')
    .where('article_id', '=', articleId)
    .where('number', '=', number)
    .where('renderer', '=', RENDERER)
    .executeTakeFirst()
  if (known) return known.text === null ? null : (JSON.parse(known.text) as VersionText)
  const images = Object.fromEntries(
    (history.files.get(number) ?? []).flatMap(({ kind, name, file }) =>
      kind === 'figure'
        ? [[name, { src: figureUrl(articleId, name, file.sha256), width: file.width, height: file.height }]]
        : [],
    ),
  )
  const content = await buffer((await openIntact(resources, source)).read())
  const answer = await textDeriver(resources.workers)(content, images)
  // A process that gave no answer may have had a bad day: it is asked again by the next reader.
  if (!answer) return null
  const text =
    'problem' in answer || !answer.text
      ? null
      : { outline: answer.text.outline, parts: answer.text.parts, passages: answer.text.passages }
  const stored = { renderer: RENDERER, text: text && JSON.stringify(text) }
  await db
    .insertInto('version_texts')
    .values({ article_id: articleId, number, ...stored })
    .onConflict((conflict) => conflict.columns(['article_id', 'number']).doUpdateSet(stored))
    .execute()
  return text
}

/** The text that is shown now; null until it has been rendered. */
async function currentText(db: Db, articleId: string): Promise<VersionText | null> {
  const row = await db
    .selectFrom('full_texts')
    .select(['outline', 'passages'])
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  if (!row?.outline || !row.passages) return null
  const parts = await db
    .selectFrom('full_text_parts')
    .select('html')
    .where('article_id', '=', articleId)
    .orderBy('part')
    .execute()
  const [outline, passages] = [row.outline, row.passages].map((json) => JSON.parse(json) as unknown)
  return { outline, passages, parts: parts.map(({ html }) => html) } as VersionText
}
