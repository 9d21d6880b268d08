import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { asPrinted, frontOf, makeAgain, printedDigest, type TypesetResources } from '../articles/typeset/make-pdf.ts'
import type { Held } from './held.ts'

/** The PDF of a held article as it is made for its publication. */
export interface MadeAgain {
  /** Null: the one that is held. */
  pdfUrl: string | null
  /** From which text. */
  sourceId: string
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

/** Whether a PDF that the journal has made is, as it is held, that of a publication now. */
export const isOfNow = ({ printed }: Pick<Held, 'printed'>, front: string): boolean => printed === printedDigest(front)

/** The articles whose PDFs the journal would have to make once more for a publication now. */
export async function withOtherDay(db: Db, publicUrl: string, waiting: readonly Held[]): Promise<Set<string>> {
  const others = new Set<string>()
  for (const held of waiting)
    if (held.source_file_id !== null && !isOfNow(held, await frontWhenPublished(db, publicUrl, held, now())))
      others.add(held.article_id)
  return others
}

/**
 * Those PDFs that the journal has made when their articles were held, for a publication now. Those that have another day, or
 * another place by now, are made once more.
 */
export async function allMadeAgain(
  resources: TypesetResources,
  caller: Caller,
  waiting: readonly Held[],
): Promise<Map<string, MadeAgain>> {
  const made = new Map<string, MadeAgain>()
  const { database, publicUrl } = resources
  for (const held of waiting) {
    const { article_id: articleId, source_file_id: sourceId, title } = held
    if (sourceId === null) continue
    const front = await frontWhenPublished(database.db, publicUrl, held, now())
    if (isOfNow(held, front)) {
      made.set(articleId, { pdfUrl: null, sourceId, front, publicUrl })
      continue
    }
    try {
      const file = await makeAgain(resources, caller, { articleId, sourceId, front })
      made.set(articleId, { pdfUrl: fileUrl(file), sourceId, front, publicUrl })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      throw new DomainError(error.kind, `Nothing was published. “${plainTitle(title)}”: ${error.message}`)
    }
  }
  return made
}
