import { Id } from '../../contract/api/field-schemas.ts'
import type { PublicArticle } from '../../contract/api/articles.ts'
import { citationRecord } from '../../contract/rules/articles/citation/record.ts'
import { presentPublicArticle } from '../../journal/publication/articles/present.ts'
import { findPublicArticle } from '../../journal/publication/articles/queries.ts'
import { articleGone } from '../../journal/publication/articles/tombstones.ts'
import { DOWNLOAD_TYPES } from '../../journal/discovery/download-types.ts'
import { downloadLinkHeader } from '../../journal/discovery/signposting.ts'
import { articleFileName, contentDisposition } from '../../journal/publication/files/names.ts'
import type { PublicAnswer } from '../../platform/http/kept-answer.ts'
import { jats } from '../../journal/documents/jats/write/article.ts'
import type { Platform } from '../../platform/platform.ts'
import type { JatsTexts } from './jats-texts.ts'

/** `/blog/{id}.xml`: a public article as JATS XML, with its text where the journal has its file. */
export async function articleXml(resources: Platform, texts: JatsTexts, id: string): Promise<PublicAnswer> {
  const { database, publicUrl } = resources
  const found = Id.safeParse(id).success ? await findPublicArticle(database.db, id) : null
  if (!found) throw await articleGone(database.db, id)
  const article = presentPublicArticle(found)
  const text = await texts.of(id)
  return {
    status: 200,
    headers: {
      'content-type': DOWNLOAD_TYPES.xml,
      'content-disposition': contentDisposition('attachment', articleFileName(article.slug, 'xml')),
      link: downloadLinkHeader(id, 'xml', publicUrl),
    },
    body: jatsOf(article, publicUrl, text),
    // A file that could not be read now may be readable later.
    keep: text !== null,
  }
}

export const jatsOf = (
  article: PublicArticle,
  publicUrl: string,
  text: Parameters<typeof jats>[2] | undefined,
): string => jats(citationRecord(article, publicUrl), article, text ?? null)
