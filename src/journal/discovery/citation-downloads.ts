import { Id } from '../../contract/api/field-schemas.ts'
import type { PublicArticle } from '../../contract/api/articles.ts'
import { citationRecord, type CitationRecord } from '../../contract/rules/articles/citation/record.ts'
import { presentPublicArticle } from '../publication/articles/present.ts'
import { findPublicArticle } from '../publication/articles/queries.ts'
import { articleGone } from '../publication/articles/tombstones.ts'
import type { Db } from '../../platform/database/connect.ts'
import { articleFileName, contentDisposition } from '../publication/files/names.ts'
import type { PublicAnswer } from '../../platform/http/kept-answer.ts'
import { bibtex } from './citation/bibtex.ts'
import { csl } from './citation/csl.ts'
import { endNote } from './citation/endnote.ts'
import { ris } from './citation/ris.ts'
import { DOWNLOAD_TYPES, type CitationFormat } from './download-types.ts'
import { downloadLinkHeader, linkset } from './signposting.ts'

/** An article as XML has its whole text, and is made by `extensions/harvesting/`. */
type ReferenceFormat = Exclude<CitationFormat, 'xml'>

const WRITERS: Record<ReferenceFormat, (record: CitationRecord) => string> = {
  ...{ bib: bibtex, 'csl.json': csl, enw: endNote, ris },
}

export const CITATION_FORMATS = Object.keys(WRITERS) as ReferenceFormat[]

/** The reference to a public article, as a file for reference managers. */
export async function citationDownload(
  db: Db,
  publicUrl: string,
  id: string,
  format: ReferenceFormat,
): Promise<PublicAnswer> {
  const article = await publicArticle(db, id)
  const record = citationRecord(article, publicUrl)
  return {
    status: 200,
    headers: {
      'content-type': DOWNLOAD_TYPES[format],
      'content-disposition': contentDisposition('attachment', articleFileName(record.slug, format)),
      link: downloadLinkHeader(id, format, publicUrl),
    },
    body: WRITERS[format](record),
  }
}

/** Every link of a public article, for programs that find their way by them. */
export const linksetOf = async (db: Db, publicUrl: string, id: string): Promise<PublicAnswer> => ({
  status: 200,
  headers: { 'content-type': 'application/linkset+json' },
  body: linkset(await publicArticle(db, id), publicUrl),
})

async function publicArticle(db: Db, id: string): Promise<PublicArticle> {
  const found = Id.safeParse(id).success ? await findPublicArticle(db, id) : null
  if (!found) throw await articleGone(db, id)
  return presentPublicArticle(found)
}
