import { affiliationText } from '../../contract/rules/people/affiliations.ts'
import { joinNames } from '../../contract/rules/people/author-names.ts'
import type { Reference } from '../../contract/rules/articles/reference.ts'
import { writeArticle } from '../../journal/publication/articles/write-article.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import type { FileRow } from '../../platform/database/tables.ts'
import { insertFigures } from '../../journal/publication/files/figures.ts'
import { sanitiseRichText } from '../../platform/html/sanitise.ts'
import { keepFullText, queueFullText } from '../../journal/publication/full-text/keep.ts'
import { now } from '../../platform/ids.ts'
import { categoryNamed, volumeTitled, type Origin } from './found-or-created.ts'
import type { RenderedText } from '../../journal/documents/jats/html/render.ts'
import type { JatsArticle } from '../../journal/documents/jats/read.ts'
import { replaceReferences } from '../../journal/documents/references/replace.ts'
import { insertFile } from '../../journal/publication/files/stored-files.ts'

export interface NewArticle {
  article: JatsArticle
  origin: Origin
  xml: FileRow
  pdf: FileRow | undefined
  figures: FileRow[]
  text: RenderedText | null
  references: readonly Reference[]
}

/** Inserts an imported article, published, with everything that belongs to it. */
export async function insertArticle(
  tx: Tx,
  { article, origin, xml, pdf, figures, text, references }: NewArticle,
): Promise<void> {
  const at = now()
  const publishedAt = startOf(article.publishedOn)
  await insertFile(tx, xml)
  if (pdf) await insertFile(tx, pdf)
  for (const figure of figures) await insertFile(tx, figure)
  const categoryId = await categoryNamed(tx, article.category, origin)
  const volumeId = article.volume === null ? null : await volumeTitled(tx, article.volume, publishedAt, origin)
  const { id, slug } = await writeArticle(tx, {
    content: {
      ...{ title: article.title, excerpt: article.keyMessage, keywords: article.keywords.join(', ') },
      ...{ abstract: sanitiseRichText(article.abstract), categoryId, volumeId, issue: article.issue },
      ...{ pageNum: article.pages, elocationId: article.elocationId, doi: article.doi },
      ...{ receivedAt: article.receivedOn, revisedAt: article.revisedOn, acceptedAt: article.acceptedOn },
      ...{ licenceUrl: article.licenceUrl, copyright: article.copyright },
      ...article.statements,
    },
    contributors: article.contributors.map(({ orcid, corresponding, ...contributor }) => ({
      ...contributor,
      affiliation: affiliationText(contributor.affiliations),
      orcidId: orcid,
      role: corresponding ? 'Corresponding Author' : 'Author',
    })),
    submitterId: null,
    origin,
    source: article.source,
    pdfFileId: pdf?.id ?? null,
    files: { kind: 'source', ids: [xml.id] },
    createdAt: startOf(article.receivedOn ?? article.publishedOn),
    ...{ publishedAt, at },
  })
  await insertFigures(tx, id, figures)
  await keepFullText(tx, id, text)
  // What was rendered shows no pictures yet.
  if (figures.length) await queueFullText(tx, id)
  await replaceReferences(tx, id, references)
  await writeAuditEntry(tx, {
    actorId: null,
    action: 'article.import',
    subject: id,
    after: {
      doi: article.doi,
      slug,
      origin,
      file: xml.name,
      authors: joinNames(article.contributors.map((one) => one.fullName)),
    },
  })
  await touchPublicSite(tx)
}

const startOf = (day: string): string => `${day}T00:00:00.000Z`
