import type { z } from 'zod'
import {
  HELD_CHANGED,
  ISSUE_FULL,
  ISSUE_MADE_FULL,
  NO_ISSUE,
  NOT_HELD,
  type issues,
} from '../../../contract/api/issues.ts'
import { CHANGED_MEANWHILE } from '../../../contract/api/approval.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { VOLUME_PAGE_MAX } from '../../../contract/rules/articles/volume-pages.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { approveArticle } from '../articles/approve.ts'
import type { ReadPdf } from '../articles/names-lock.ts'
import { freeUpload, type TextToAttach } from '../articles/full-text/draft.ts'
import { lockArticle } from '../articles/policy.ts'
import { finalPdf } from '../articles/uploads.ts'
import { countHeld, countMade, type Held, holdOf } from './held.ts'
import { type Keeping, keepText, loadHeldText } from './held-text.ts'
import { frontWhenPublished, isOfNow, type MadeAgain } from './make-again.ts'

type Hold = z.output<(typeof issues.hold)['input']>

interface GivenText {
  text: TextToAttach | undefined
  keeping: Keeping
}

/** Whatever an approval would refuse, holding refuses too: to be rolled back. */
export async function tryHold(
  tx: Tx,
  caller: Caller,
  hold: Hold,
  given: GivenText & { read: ReadPdf | undefined },
): Promise<void> {
  const before = await holdOf(tx, hold.id)
  const text = await textOf(tx, caller, hold.id, given)
  await leaveSchedule(tx, hold.id)
  const approval = { ...hold, ...reviewsOf(caller, hold, before) }
  await approveArticle(tx, caller, approval, text, given.read, {
    held: { pdf: before?.pdf_file_id ?? null },
  })
}

/** Holds an accepted article for an issue, in place of another one. What an approval makes is made when the issue is published. */
export async function holdArticle(tx: Tx, caller: Caller, hold: Hold, given: GivenText): Promise<void> {
  const { id, volumeId, issue, pageNum } = hold
  const { article } = await lockArticle(tx, caller, 'hold', id)
  if (hold.version !== undefined && hold.version !== article.version)
    throw new DomainError('conflict', CHANGED_MEANWHILE)
  const volume = volumeId === null ? undefined : await lockForUpdate(tx, 'volumes', volumeId)
  const before = await holdOf(tx, id)
  // One that has waited since the rest was published can be held again for the same issue.
  if (!volume || (volume.state !== 'planned' && volume.id !== before?.volume_id)) throw invalid('volumeId', NO_ISSUE)
  const { reviews = null } = reviewsOf(caller, hold, before)
  const text = await textOf(tx, caller, id, given)
  await leaveSchedule(tx, id)
  const pdf = await finalPdf(tx, caller.userId, hold.pdfUrl, {
    ...{ articleId: id, heldPdf: before?.pdf_file_id ?? null },
  })
  // Before the PDF, which may be made from it, waits again.
  if (text) await freeUpload(tx, caller, text.text.upload.id, text.heldId ?? null)
  const made = await tx.selectFrom('made_pdfs').select('file_id').where('file_id', '=', pdf.id).executeTakeFirst()
  if (made && (await countMade(tx, volume.id)) >= VOLUME_PAGE_MAX.made) throw invalid('pdfUrl', ISSUE_MADE_FULL)
  if ((await countHeld(tx, volume.id)) >= VOLUME_PAGE_MAX.held) throw new DomainError('conflict', ISSUE_FULL)
  const at = now()
  await tx
    .insertInto('scheduled_articles')
    .values({
      ...{ article_id: id, volume_id: volume.id, pdf_file_id: pdf.id, issue, page_num: pageNum, reviews },
      ...{ version: article.version, held_at: at },
    })
    .execute()
  if (text) await keepText(tx, id, text)
  await placeLast(tx, volume.id, id)
  await writeAuditEntry(tx, caller.userId, 'article.hold', id, {
    before: { volume: before?.title ?? null },
    after: { volume: volume.title },
  })
}

/** Takes an article out of the issue for which it is held. */
export async function releaseArticle(tx: Tx, caller: Caller, id: string): Promise<void> {
  await lockArticle(tx, caller, 'hold', id)
  const before = await holdOf(tx, id)
  if (!before) throw new DomainError('conflict', NOT_HELD)
  await leaveSchedule(tx, id)
  await tx.deleteFrom('issue_articles').where('article_id', '=', id).execute()
  await writeAuditEntry(tx, caller.userId, 'article.hold', id, {
    before: { volume: before.title },
    after: { volume: null },
  })
}

/** What is published of the review is for editors to choose: production leaves what one of them has chosen. */
function reviewsOf(caller: Caller, { reviews }: Hold, before?: { reviews: string | null }) {
  return { reviews: isAdministrator(caller) ? reviews : (before?.reviews ?? undefined) }
}

/** Nor does production give a full text before the publication: it leaves the one that an editor has held with the article. */
const textOf = async (tx: Tx, caller: Caller, id: string, { text, keeping }: GivenText) =>
  text ?? (isAdministrator(caller) ? undefined : loadHeldText(tx, id, keeping))

const leaveSchedule = (tx: Tx, id: string) => tx.deleteFrom('scheduled_articles').where('article_id', '=', id).execute()

/** After the others, under the heading of the last; one that has a place in this volume keeps it. */
async function placeLast(tx: Tx, volumeId: string, id: string): Promise<void> {
  const own = await tx.selectFrom('issue_articles').select('volume_id').where('article_id', '=', id).executeTakeFirst()
  if (own?.volume_id === volumeId) return
  if (own) await tx.deleteFrom('issue_articles').where('article_id', '=', id).execute()
  const last = await tx
    .selectFrom('issue_articles')
    .select(['position', 'heading'])
    .where('volume_id', '=', volumeId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  await tx
    .insertInto('issue_articles')
    .values({
      ...{ article_id: id, volume_id: volumeId },
      ...{ position: (last?.position ?? -1) + 1, heading: last?.heading ?? '' },
    })
    .execute()
}

/** Publishes a held article by the very approval; it leaves the schedule. */
export async function approveHeld(
  tx: Tx,
  caller: Caller,
  held: Held,
  {
    at,
    read,
    made,
    keeping,
  }: {
    keeping: Keeping
    at: string
    read: ReadPdf | undefined
    made: MadeAgain | 'tried out' | undefined
  },
): Promise<void> {
  if (held.version !== held.version_now) throw new DomainError('conflict', HELD_CHANGED)
  const { article_id: id, volume_id: volumeId, pdf_file_id, issue, page_num: pageNum, reviews } = held
  const again = made === 'tried out' ? undefined : made
  if (made !== 'tried out' && (again?.sourceId ?? null) !== held.source_file_id)
    throw new DomainError('conflict', CHANGED_MEANWHILE)
  if (again) await refuseOtherPrint(tx, held, again, at)
  const approval = { id, volumeId, issue, pageNum, pdfUrl: again?.pdfUrl ?? pdfOf(held), fullTextUrl: null }
  const text = await loadHeldText(tx, id, keeping)
  await leaveSchedule(tx, id)
  await approveArticle(tx, caller, { ...approval, ...(reviews ? { reviews } : {}) }, text, read, {
    held: { pdf: pdf_file_id },
    at,
  })
}

/** What is printed on a PDF is what is published, or it has to be made once more. */
async function refuseOtherPrint(
  tx: Tx,
  held: Held,
  { front, publicUrl, pdfUrl }: MadeAgain,
  at: string,
): Promise<void> {
  const isSame = front === (await frontWhenPublished(tx, publicUrl, held, at))
  if (!isSame || (pdfUrl === null && !isOfNow(held, front))) throw new DomainError('conflict', CHANGED_MEANWHILE)
}

/** The address of the PDF that was held with an article. */
export const pdfOf = ({ pdf_file_id, name }: Pick<Held, 'pdf_file_id' | 'name'>): string =>
  fileUrl({ id: pdf_file_id, name })
