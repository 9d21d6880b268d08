import { parseJats } from '../jats/model/parse.ts'
import { readJats } from '../jats/read/article.ts'
import { readBody } from '../jats/read/body.ts'
import { typesetArticle } from './article-pdf.ts'
import { TypeCase } from './fonts.ts'

/** Reading the fonts takes a part of the time: a process does it once. */
const typeCase = new TypeCase()

/** Typesets a JATS file. A PDF of the abstract alone would promise more than it has. */
export default async (xml: Buffer): Promise<Uint8Array | 'no text'> => {
  const document = parseJats(xml)
  const body = readBody(document)
  return body.blocks.length ? typesetArticle(readJats(document), body, typeCase) : 'no text'
}
