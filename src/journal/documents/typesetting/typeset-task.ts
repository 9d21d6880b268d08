import { deserialize } from 'node:v8'
import { parseJats } from '../jats/model/parse.ts'
import { readJats } from '../jats/read/article.ts'
import { readBody, type JatsBody } from '../jats/read/body.ts'
import { typesetArticle, type SetArticle } from './article-pdf.ts'
import { TypeCase } from './fonts.ts'
import { type Picture, pictureForPrint } from './pictures.ts'
import type { ToTypeset } from './typeset-xml.ts'

/** Reading the fonts takes a part of the time: a process does it once. */
const typeCase = new TypeCase()

/** Typesets a JATS file. A PDF of the abstract alone would promise more than it has. */
export default async (given: Buffer): Promise<SetArticle | 'no text'> => {
  const { xml, front, pictures = {}, isProof, about } = deserialize(given) as ToTypeset
  const text = xml === null ? null : parseJats(Buffer.from(xml))
  const record = front === undefined ? text : parseJats(Buffer.from(front))
  if (!record) return 'no text'
  const body = bodyOf(text && readBody(text), record === text ? null : readBody(record))
  if (!body.blocks.length) return 'no text'
  const prepared = new Map<string, Picture>()
  for (const [name, content] of Object.entries(pictures)) {
    const picture = await pictureForPrint(content)
    if (picture) prepared.set(name, picture)
  }
  return typesetArticle(readJats(record), body, { typeCase, pictures: prepared, isProof, about })
}

/**
 * The text of a file under the front matter of the article's record. A record without a text is a notice, whose words are
 * where other articles have their abstract.
 */
function bodyOf(text: JatsBody | null, record: JatsBody | null): JatsBody {
  if (!record) return text!
  if (!text) return { ...record, blocks: record.abstract, abstract: [] }
  const { abstract, keywords, notes } = record
  return { ...text, abstract, keywords, notes }
}
