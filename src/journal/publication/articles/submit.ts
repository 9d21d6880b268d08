import { journal } from '../../../contract/journal.ts'
import { categoryClosed } from '../../../contract/api/categories.ts'
import { lockLiveCategory } from '../categories/queries.ts'
import { contributorOf } from '../../../contract/rules/people/people.ts'
import { DECLARATIONS, eachStatement } from '../../../contract/rules/articles/statements.ts'
import { DOCUMENT_TYPES } from '../../../contract/rules/files/file-rules.ts'
import type { Submission } from '../../../contract/api/submission.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import { isForeignKeyViolation, type Tx } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { savedRichText } from '../../../platform/html/saved-rich-text.ts'
import { now } from '../../../platform/ids.ts'
import { invalid, DomainError } from '../../../platform/errors.ts'
import { allSuggestions, writeSuggestions } from '../../peer-review/reviewers/suggestions.ts'
import { notifyOfSubmission } from './notifications.ts'
import { keepPromises } from '../../fees/promises.ts'
import { askForWaiver, askWithRepeated } from '../../fees/waivers.ts'
import { askAgain } from '../../peer-review/authorship/confirmations.ts'
import { CASE_NUMBER_INDEX, declinedBefore, openCase } from '../../peer-review/cases/open-case.ts'
import { ownUploads } from '../files/own-uploads.ts'
import { saveMaterial } from './declared-material.ts'
import { requireOpenSubmissions } from '../../settings/closed-submissions.ts'
import { endDraft } from '../submission-drafts/commands.ts'
import { saveWorks } from './declared-works.ts'
import { saveSupplements, supplementsFrom } from './supplements.ts'
import { featuredImage } from './uploads.ts'
import { saveAnswers } from './statement-answers.ts'
import { writeArticle } from './write-article.ts'

const DOCUMENTS = new Set<string>(Object.values(DOCUMENT_TYPES))

/**
 * Submits a manuscript: claims its files and writes the article, contributors, links, emails and audit entry,
 * all in the caller's transaction. Returns the article's id. Idempotent: if the same author sends the same
 * files again, the existing article's id is returned and nothing is written,
 * except a request to pay less that was added since.
 */
export async function submitArticle(tx: Tx, author: { id: string }, submission: Submission): Promise<string> {
  const uploads = await ownUploads(tx, author.id, 'files', submission.files)
  const earlier = await loadArticle(tx, uploads)
  if (earlier) {
    const { waiver } = submission
    if (waiver) await askWithRepeated(tx, { articleId: earlier, by: author.id, at: now(), ...waiver })
    return earlier
  }
  await requireOpenSubmissions(tx, uploads)

  if (uploads.some((file) => !DOCUMENTS.has(file.media_type))) {
    throw invalid('files', 'Content files must be documents, tables or slides')
  }
  const image = submission.imageUrl ? await featuredImage(tx, author.id, submission.imageUrl) : null

  const supplements = await supplementsFrom(tx, author.id, submission.supplements)

  const category = await lockLiveCategory(tx, submission.categoryId)
  if (!category) throw invalid('categoryId', 'Category is required')
  if (category.closed_at !== null) throw invalid('categoryId', categoryClosed(category.name))
  const abstract = savedRichText('abstract', submission.abstract, 'Abstract is required')

  const at = now()
  const { title, keywords, excerpt, imageAlt, comments, contributors } = submission
  const people = contributors.map((person) => contributorOf(person))
  const { id } = await writeArticle(tx, {
    content: {
      ...{ title, keywords, excerpt, abstract, categoryId: category.id },
      ...eachStatement((statement) => submission[statement]),
      imageAlt: image ? imageAlt : null,
      receivedAt: at.slice(0, 10),
    },
    contributors: people,
    submitterId: author.id,
    origin: 'submitted',
    comments,
    asked: DECLARATIONS,
    imageFileId: image?.id ?? null,
    files: { kind: 'manuscript', ids: uploads.map((file) => file.id) },
    ...{ createdAt: at, publishedAt: null, at },
  }).catch((error: unknown) => {
    // The category was deleted concurrently.
    throw isForeignKeyViolation(error) ? invalid('categoryId', 'Category is required') : error
  })
  await saveAnswers(
    tx,
    { articleId: id, by: author.id, at },
    eachStatement((statement) => submission[statement]),
  )
  await saveWorks(tx, id, submission)
  await saveMaterial(tx, id, submission)
  await saveSupplements(tx, id, supplements)
  await endDraft(
    tx,
    author.id,
    uploads.map((file) => file.id),
  )
  await keepPromises(tx, id, at)
  const promisedOn = await openCase(tx, {
    ...{ articleId: id, submitterId: author.id, receivedOn: at.slice(0, 10), at },
    previousArticleId: await declinedBefore(tx, author.id, submission.previousArticleId),
  })
  if (submission.waiver) await askForWaiver(tx, { articleId: id, by: author.id, at, ...submission.waiver })
  await askAgain(tx, id, author.id)
  const suggestions = allSuggestions(submission.reviewerSuggestions, people)
  await writeSuggestions(tx, { articleId: id, source: 'author', at }, suggestions)
  // To its publication under which licence the authors have agreed with the last step.
  await writeAuditEntry(tx, author.id, 'article.submit', id, {
    after: { title: submission.title, licence: journal().licence.url },
  })
  await notifyOfSubmission(tx, { id, title: submission.title, promisedOn }, author.id)
  return id
}

/** Unique indexes that two concurrent submissions may meet: the second is tried again with the current data. */
export const SUBMISSION_INDEXES = ['articles_slug', CASE_NUMBER_INDEX]

/** The article that already has exactly these files; throws if only some of them are in use. */
async function loadArticle(tx: Tx, uploads: FileRow[]): Promise<string | undefined> {
  const ids = uploads.map((file) => file.id)
  const claims = await tx.selectFrom('article_files').select('article_id').where('file_id', 'in', ids).execute()
  if (!claims.length) return undefined
  const articles = new Set(claims.map((claim) => claim.article_id))
  if (articles.size === 1 && claims.length === ids.length) return claims[0]!.article_id
  throw new DomainError('conflict', 'A file already belongs to another manuscript. Please upload it again.')
}
