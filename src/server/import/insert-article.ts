import { affiliationText } from '../../contract/domain/affiliations.ts'
import { joinNames } from '../../contract/domain/author-names.ts'
import { insertContributors } from '../articles/contributor-rows.ts'
import { unusedArticleSlug } from '../articles/unique-slug.ts'
import { writeAuditEntry } from '../audit.ts'
import type { Tx } from '../database/connect.ts'
import { touchPublicSite } from '../database/site-version.ts'
import type { FileRow } from '../database/tables.ts'
import { CLEANER, sanitiseRichText } from '../html/sanitise.ts'
import { newId, now } from '../ids.ts'
import { categoryNamed, volumeTitled, type Origin } from './found-or-created.ts'
import type { JatsArticle } from '../jats/read.ts'
import { insertFile } from './stored-files.ts'

export interface NewArticle {
  article: JatsArticle
  origin: Origin
  xml: FileRow
  pdf: FileRow | undefined
}

/** Writes an imported article, published, with everything that belongs to it. */
export async function insertArticle(tx: Tx, { article, origin, xml, pdf }: NewArticle): Promise<void> {
  const id = newId()
  const at = now()
  const publishedAt = startOf(article.publishedOn)
  await insertFile(tx, xml)
  if (pdf) await insertFile(tx, pdf)
  const categoryId = await categoryNamed(tx, article.category, origin)
  const volumeId = article.volume === null ? null : await volumeTitled(tx, article.volume, publishedAt, origin)
  const slug = await unusedArticleSlug(tx, article.title)
  await tx
    .insertInto('articles')
    .values({
      id,
      slug,
      title: article.title,
      keywords: article.keywords.join(', '),
      excerpt: article.keyMessage,
      abstract: sanitiseRichText(article.abstract),
      abstract_cleaner: CLEANER,
      category_id: categoryId,
      volume_id: volumeId,
      issue: article.issue,
      page_num: article.pages,
      elocation_id: article.elocationId,
      image_file_id: null,
      pdf_file_id: pdf?.id ?? null,
      submitter_id: null,
      comments: null,
      doi: article.doi,
      received_on: article.receivedOn,
      accepted_on: article.acceptedOn,
      licence_url: article.licenceUrl,
      copyright: article.copyright,
      source_journal: article.source?.journal ?? null,
      source_publisher: article.source?.publisher ?? null,
      origin,
      created_at: startOf(article.receivedOn ?? article.publishedOn),
      updated_at: at,
      published_at: publishedAt,
      approved_at: publishedAt,
      archived_at: null,
    })
    .execute()
  await insertContributors(
    tx,
    { articleId: id, namedBy: null, at },
    article.contributors.map(({ orcid, corresponding, ...contributor }) => ({
      ...contributor,
      affiliation: affiliationText(contributor.affiliations),
      orcidId: orcid,
      role: corresponding ? 'Corresponding Author' : 'Author',
    })),
  )
  await tx
    .insertInto('article_files')
    .values({ article_id: id, file_id: xml.id, kind: 'source', position: 0 })
    .execute()
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
