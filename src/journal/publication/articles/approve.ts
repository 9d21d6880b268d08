import type { z } from 'zod'
import { CHANGED_MEANWHILE, VOLUME_GONE, type ApprovalOfArticle } from '../../../contract/api/approval.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import { acceptedOn, printedReview, publishCase } from '../../peer-review/cases/publish.ts'
import { notifyCoAuthors } from '../../peer-review/cases/notify.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { enqueueDeposit } from '../dois/enqueue-deposit.ts'
import { doiFor } from '../dois/mint-doi.ts'
import { now } from '../../../platform/ids.ts'
import { invalid, DomainError } from '../../../platform/errors.ts'
import { attachFullText, type TextToAttach } from './full-text/draft.ts'
import { notifySubmitter } from './notifications.ts'
import { lockArticle } from './policy.ts'
import { approve } from './transitions.ts'
import { factsOf, finalPdf, saveReplaced } from './uploads.ts'
import { writeFirstVersion } from '../versions/write-version.ts'

/** Violated if someone else takes the new DOI at the same time: another attempt finds the next one. */
export const APPROVAL_INDEXES = ['articles_doi']

/**
 * Approves and publishes an article with its final PDF, full text, volume, issue, pages and DOI. The article is locked first,
 * so that concurrent approvals or deletions run one after the other and see each other's result.
 */
export async function approveArticle(
  tx: Tx,
  caller: Caller,
  { id, pdfUrl, volumeId, issue, pageNum, version }: z.output<typeof ApprovalOfArticle>,
  text?: TextToAttach,
): Promise<void> {
  const { article, theCase } = await lockArticle(tx, caller, 'approve', id)
  const at = now()
  // Its volume and pages would overwrite a correction that the approver has not seen.
  if (version !== undefined && version !== article.version) throw new DomainError('conflict', CHANGED_MEANWHILE)
  const pdf = await finalPdf(tx, caller.userId, pdfUrl, id)
  // Locked as well, because the volume may be deleted concurrently.
  if (volumeId !== null && !(await lockForUpdate(tx, 'volumes', volumeId))) throw invalid('volumeId', VOLUME_GONE)

  const printed = theCase && (await printedReview(tx, theCase))
  const changes = {
    ...approve(at),
    pdf_file_id: pdf.id,
    volume_id: volumeId,
    issue,
    page_num: pageNum,
    doi: await doiFor(tx, article, { volumeId, issue, at }),
    accepted_on: article.accepted_on ?? (theCase && (await acceptedOn(tx, id))) ?? at.slice(0, 10),
    ...(printed ? { revised_on: printed.revisedOn, peer_review: JSON.stringify(printed.review) } : {}),
    updated_at: at,
    version: article.version + 1,
  }
  await tx.updateTable('articles').set(changes).where('id', '=', id).execute()
  await writeFirstVersion(tx, { id, at, by: caller.userId })
  if (theCase) await publishCase(tx, theCase, at)
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
  await enqueueDeposit(tx, { ...article, ...changes }, 'approval')
  await touchPublicSite(tx)
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
