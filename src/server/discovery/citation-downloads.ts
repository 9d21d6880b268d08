import { bibtex } from './citation/bibtex.ts'
import { citationRecord } from '../../contract/domain/citation/record.ts'
import { csl } from './citation/csl.ts'
import { ris } from './citation/ris.ts'
import { Id } from '../../contract/api/field-schemas.ts'
import { presentPublicArticle } from '../articles/present.ts'
import { findPublicArticle } from '../articles/queries.ts'
import type { Db } from '../database/connect.ts'
import { articleFileName, contentDisposition } from '../files/names.ts'
import type { PublicAnswer } from '../http/kept-answer.ts'
import { articleGone } from '../articles/tombstones.ts'

const FORMATS = {
  bib: { type: 'application/x-bibtex; charset=utf-8', write: bibtex },
  'csl.json': { type: 'application/vnd.citationstyles.csl+json; charset=utf-8', write: csl },
  ris: { type: 'application/x-research-info-systems; charset=utf-8', write: ris },
} as const

export type CitationFormat = keyof typeof FORMATS
export const CITATION_FORMATS = Object.keys(FORMATS) as CitationFormat[]

/** The reference to a public article, as a file for reference managers. */
export async function citationDownload(
  db: Db,
  publicUrl: string,
  id: string,
  format: CitationFormat,
): Promise<PublicAnswer> {
  const found = Id.safeParse(id).success ? await findPublicArticle(db, id) : null
  if (!found) throw await articleGone(db, id)
  const article = presentPublicArticle(found)
  const record = citationRecord(article, publicUrl)
  const { type, write } = FORMATS[format]
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-disposition': contentDisposition('attachment', articleFileName(record.slug, format)),
    },
    body: write(record),
  }
}
