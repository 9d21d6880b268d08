import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { asPrinted, frontOf, makeAgain, type TypesetResources } from '../articles/typeset/make-pdf.ts'
import type { Held } from './held.ts'

/** The PDF of a held article as it is made for its publication. */
export interface MadeAgain {
  pdfUrl: string
  /** In place of which. */
  heldPdf: string
  /** What is printed before its text: volume, pages, DOI and dates. It has to be so when the article is published. */
  front: string
  publicUrl: string
}

type Place = Pick<Held, 'article_id' | 'volume_id' | 'issue' | 'page_num'>

export async function frontWhenPublished(db: Db, publicUrl: string, held: Place, at: string): Promise<string> {
  const { article_id: id, volume_id: volumeId, issue, page_num: pageNum } = held
  const article = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst()
  if (!article) throw notFound('Post')
  return frontOf(await asPrinted(db, article, { volumeId, issue, pageNum }, at), publicUrl)
}

/** Makes those PDFs once more that the journal has made when their articles were held: they have another day by now. */
export async function allMadeAgain(
  resources: TypesetResources,
  caller: Caller,
  waiting: readonly Held[],
): Promise<Map<string, MadeAgain>> {
  const made = new Map<string, MadeAgain>()
  const { database, publicUrl } = resources
  for (const held of waiting) {
    const { article_id: articleId, source_file_id: sourceId, pdf_file_id: heldPdf, title } = held
    if (sourceId === null) continue
    const front = await frontWhenPublished(database.db, publicUrl, held, now())
    try {
      const file = await makeAgain(resources, caller, { articleId, sourceId, front })
      made.set(articleId, { pdfUrl: fileUrl(file), heldPdf, front, publicUrl })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      throw new DomainError(error.kind, `Nothing was published. “${plainTitle(title)}”: ${error.message}`)
    }
  }
  return made
}
