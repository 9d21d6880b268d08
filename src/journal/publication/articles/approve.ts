import type { z } from 'zod'
import {
  ASK_AN_EDITOR,
  CHANGED_MEANWHILE,
  VOLUME_GONE,
  type ApprovalOfArticle,
} from '../../../contract/api/approval.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import { acceptedOn, printedReview, publishCase } from '../../peer-review/cases/publish.ts'
import { publishReviews } from '../../peer-review/published/publish.ts'
import { notifyCoAuthors } from '../../peer-review/cases/notify.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { CaseRow } from '../../../platform/database/review-tables.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { announceNextMorning } from '../following/digest.ts'
import { enqueueDeposit } from '../dois/enqueue-deposit.ts'
import { doiFor } from '../dois/mint-doi.ts'
import { now } from '../../../platform/ids.ts'
import { invalid, DomainError } from '../../../platform/errors.ts'
import { attachFullText, type TextToAttach } from './full-text/draft.ts'
import { notifySubmitter } from './notifications.ts'
import { lockForNames, type ReadPdf } from './names-lock.ts'
import { lockArticle } from './policy.ts'
import { approve } from './transitions.ts'
import { mintSupplementDois } from './supplements.ts'
import { factsOf, finalPdf, saveReplaced } from './uploads.ts'
import { writeFirstVersion } from '../versions/write-version.ts'

/** Violated if someone else takes the new DOI at the same time: another attempt finds the next one. */
export const APPROVAL_INDEXES = ['articles_doi']

/**
 * Approves and publishes an article with its final PDF, full text, volume, issue, pages and DOI. The article is locked first,
 * so that concurrent approvals or deletions run one after the other and see each other's result. `read`: the PDF of an article
 * with new names. `held`: it is held for its issue, or published from there, perhaps with the PDF that another editor has held with it.
 */
export async function approveArticle(
  tx: Tx,
  caller: Caller,
  { id, pdfUrl, volumeId, issue, pageNum, version, reviews }: z.output<typeof ApprovalOfArticle>,
  text?: TextToAttach,
  read?: ReadPdf,
  { at = now(), held }: { at?: string; held?: { pdf: string | null } } = {},
): Promise<void> {
  const { article, theCase } = await lockArticle(tx, caller, held ? 'hold' : 'approve', id)
  // Published, it waits for no issue.
  await tx.deleteFrom('scheduled_articles').where('article_id', '=', id).execute()
  // Its volume and pages would overwrite a correction that the approver has not seen.
  if (version !== undefined && version !== article.version) throw new DomainError('conflict', CHANGED_MEANWHILE)
  const pdf = await finalPdf(tx, caller.userId, pdfUrl, { articleId: id, heldPdf: held?.pdf ?? null })
  // Locked as well, because the volume may be deleted concurrently.
  if (volumeId !== null && !(await lockForUpdate(tx, 'volumes', volumeId))) throw invalid('volumeId', VOLUME_GONE)

  const changes = {
    ...(await printedWhenPublished(tx, article, theCase, { volumeId, issue, pageNum }, at)),
    pdf_file_id: pdf.id,
    ...(await lockForNames(tx, id, { day: at.slice(0, 10), read })),
    updated_at: at,
    version: article.version + 1,
  }
  await tx.updateTable('articles').set(changes).where('id', '=', id).execute()
  await mintSupplementDois(tx, { id, doi: changes.doi })
  await writeFirstVersion(tx, { id, at, by: caller.userId })
  if (theCase) await asEditor(caller, () => publishCase(tx, theCase, at))
  if (text) await attachFullText(tx, caller, id, text, at)
  await saveReplaced(tx, id, article.pdf_file_id, at)
  await writeAuditEntry(tx, caller.userId, 'article.approve', id, {
    before: approvalSnapshot(article),
    after: {
      ...approvalSnapshot({ ...article, ...changes }),
      ...(text ? { fullText: factsOf(text.text.upload) } : {}),
    },
  })
  await notifySubmitter(tx, 'article-published', article)
  if (theCase) await notifyCoAuthors(tx, 'co-author-published', { articleId: id })
  await announceNextMorning(tx, at)
  await enqueueDeposit(tx, { ...article, ...changes }, 'approval')
  if (theCase && reviews) {
    const published = { ...article, ...changes }
    await asEditor(caller, () => publishReviews(tx, caller, published, { digest: reviews, at }))
  }
  await touchPublicSite(tx)
}

/** Why its review, its authors' answers or its fee are in the way is for managing editors alone. */
async function asEditor<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isAdministrator(caller) || !(error instanceof DomainError)) throw error
    throw new DomainError('conflict', ASK_AN_EDITOR)
  }
}

/** What publication adds to the record of an article: where it appears, its DOI, and its dates. */
export async function printedWhenPublished(
  db: Db,
  article: ArticleRow,
  theCase: CaseRow | null,
  { volumeId, issue, pageNum }: Pick<z.output<typeof ApprovalOfArticle>, 'volumeId' | 'issue' | 'pageNum'>,
  at: string,
) {
  const printed = theCase && (await printedReview(db, theCase))
  return {
    ...approve(at),
    volume_id: volumeId,
    issue,
    page_num: pageNum,
    doi: await doiFor(db, article, { volumeId, issue, at }),
    accepted_on: article.accepted_on ?? (theCase && (await acceptedOn(db, article.id))) ?? at.slice(0, 10),
    ...(printed ? { revised_on: printed.revisedOn, peer_review: JSON.stringify(printed.review) } : {}),
  }
}

/** The details of an approval for the audit log. */
const approvalSnapshot = (article: ArticleRow) => ({
  publishedAt: article.published_at,
  approvedAt: article.approved_at,
  pdfFileId: article.pdf_file_id,
  volumeId: article.volume_id,
  issue: article.issue,
  pageNum: article.page_num,
  doi: article.doi,
  acceptedAt: article.accepted_on,
})
