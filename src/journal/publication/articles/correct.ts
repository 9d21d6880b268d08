import type { CorrectedValues } from '../../../contract/api/audit-payloads.ts'
import { CHANGED_MEANWHILE } from '../../../contract/api/approval.ts'
import { articlePolicy } from '../../../contract/rules/articles/article-policy.ts'
import type { CorrectionOfArticle } from '../../../contract/api/submission.ts'
import { isStatement, type Statements } from '../../../contract/rules/articles/statements.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import { isForeignKeyViolation, type Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { queueVariants } from '../files/image-variants.ts'
import { tellFollowers } from '../following/tell.ts'
import { enqueueDeposit } from '../dois/enqueue-deposit.ts'
import { newId, now } from '../../../platform/ids.ts'
import { saveHeads } from '../../../platform/search-engine/article-heads.ts'
import { invalid, refuse, DomainError } from '../../../platform/errors.ts'
import { attachFullText, removeFullText, type TextToAttach } from './full-text/draft.ts'
import { correctionChanges, isMaterial } from './correction-changes.ts'
import { notifyOfCorrection, type Telling } from './notifications.ts'
import { actingOn } from '../../peer-review/recusal.ts'
import { lockOfDeclared, refuseOtherPdf, refuseWithoutNotice } from './names-lock.ts'
import { isInProduction, recordOf } from './policy.ts'
import { articleGone } from './tombstones.ts'
import { hasBeenPublic, isPublic } from './transitions.ts'
import { saveAnswers } from './statement-answers.ts'
import { saveMaterial } from './declared-material.ts'
import { type LoadedSupplement, saveWorks } from './declared-works.ts'
import { fileIdOf } from '../../../contract/rules/files/file-rules.ts'
import { mintSupplementDois, saveSupplements } from './supplements.ts'
import { saveReplaced } from './uploads.ts'
import { takeSnapshot, type VersionReason, writeVersion } from '../versions/write-version.ts'

export const WITH_A_NOTICE =
  'Nothing has been changed: this is published with a notice. Please begin one with the same changes (POST /notices).'

/**
 * Corrects an article in any state; its address and DOI stay the same. The article is locked first: of two
 * corrections of the same version the second is refused, and archiving or deleting runs before or after.
 */
export async function correctArticle(
  tx: Tx,
  caller: Caller,
  { weight, ...correction }: CorrectionOfArticle,
  text?: TextToAttach,
  tell?: Telling,
  verb: 'correct' | 'correctFiles' = 'correct',
): Promise<void> {
  const { id, version } = correction
  const article = await lockForUpdate(tx, 'articles', id)
  if (!article) throw await articleGone(tx, id)
  const record = recordOf(article, null, await isInProduction(tx, caller, id))
  refuse(articlePolicy.refusal(await actingOn(tx, caller, id), verb, record))
  if (article.version !== version) throw new DomainError('conflict', CHANGED_MEANWHILE)
  if (weight === 'notice' && hasBeenPublic(article)) throw new DomainError('conflict', WITH_A_NOTICE)
  await writeCorrection(tx, caller, article, correction, text, { tell })
}

/**
 * Writes a correction of an article that is locked; whether the caller may make it has been checked. What readers saw becomes
 * a former version. `isTold`: a notice tells the authors of it, and brings the deposit.
 */
export async function writeCorrection(
  tx: Tx,
  caller: Caller,
  article: ArticleRow,
  correction: CorrectionOfArticle,
  text?: TextToAttach,
  { isTold = false, tell = {}, ...of }: { isTold?: boolean; tell?: Telling | undefined } & Partial<VersionReason> = {},
): Promise<void> {
  const { id, version, reason } = correction
  const at = now()
  const lock = await lockOfDeclared(tx, article, correction)
  refuseOtherPdf({ ...article, ...lock }, correction.pdfUrl)
  const seenBefore = await takeSnapshot(tx, article)
  const changes = await correctionChanges(tx, caller, article, correction, at)
  // Saving without a change is not a correction.
  if (!changes.length) return

  const next = version + 1
  const seen = changes.filter(({ isHidden }) => !isHidden)
  if (seen.length && !isTold) refuseWithoutNotice(article)
  await tx
    .updateTable('articles')
    .set(Object.assign({}, ...changes.map(({ columns }) => columns)) as Partial<ArticleRow>)
    .set(lock)
    .set({ version: next, updated_at: at, ...(seen.length && hasBeenPublic(article) ? { corrected_at: at } : {}) })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      // The category was deleted concurrently.
      throw isForeignKeyViolation(error) ? invalid('categoryId', 'Category is required') : error
    })
  if (seenBefore && seen.length && hasBeenPublic(article)) {
    await writeVersion(tx, article, seenBefore, { reason, ...of, edit: next, at, by: caller.userId })
  }
  await saveHeads(tx, [id])
  for (const { field, columns, before, after, next: supplements } of changes) {
    if (field === 'supplements') await writeSupplements(tx, article, before, supplements!, at)
    if (field === 'awards') await saveWorks(tx, id, { awards: after })
    if (field === 'links') await saveWorks(tx, id, { links: after })
    if (isMaterial(field)) await saveMaterial(tx, id, { [field]: after })
    if (field === 'imageUrl') await saveReplaced(tx, id, article.image_file_id, at)
    if (columns.image_file_id) await queueVariants(tx, columns.image_file_id)
    if (field === 'fullTextUrl' && text) await attachFullText(tx, caller, id, text, at)
    if (field === 'fullTextUrl' && !text) await removeFullText(tx, id, at)
    if (field === 'pdfUrl') await saveReplaced(tx, id, article.pdf_file_id, at)
  }
  const stated = changes.filter(({ field }) => isStatement(field)).map(({ field, after }) => [field, after])
  await saveAnswers(tx, { articleId: id, by: caller.userId, at }, Object.fromEntries(stated) as Partial<Statements>)
  const by = (value: 'before' | 'after' | 'replaced') =>
    Object.fromEntries(changes.map((change) => [change.field, change[value]]))
  await tx
    .insertInto('article_corrections')
    .values({
      id: newId(),
      article_id: id,
      version: next,
      at,
      corrected_by: caller.userId,
      reason,
      replaced: JSON.stringify(by('replaced')),
    })
    .execute()
  await writeAuditEntry(tx, caller.userId, 'article.correct', id, {
    before: by('before') as Partial<CorrectedValues>,
    after: { ...(by('after') as Partial<CorrectedValues>), reason },
  })
  if (isTold || !isPublic(article) || !seen.length) return
  if (!tell.isSilent) {
    const said = { reason, fields: seen.map(({ field }) => field) }
    await notifyOfCorrection(tx, caller, { ...article, title: correction.title ?? article.title }, said, tell)
    await tellFollowers(tx, id, { version: Math.max(1, article.public_version) + 1 }, new Set(), tell)
  }
  await enqueueDeposit(tx, { ...article, version: next }, 'correction')
  await touchPublicSite(tx)
}

/** Those that are gone are kept for a while; what was public is kept by its version for good. */
async function writeSupplements(
  tx: Tx,
  article: ArticleRow,
  before: CorrectedValues['supplements'],
  supplements: readonly LoadedSupplement[],
  at: string,
): Promise<void> {
  await saveSupplements(tx, article.id, supplements)
  if (hasBeenPublic(article)) await mintSupplementDois(tx, article)
  const kept = new Set(supplements.map(({ id }) => id))
  for (const { url } of before) {
    const id = fileIdOf(url)!
    if (!kept.has(id)) await saveReplaced(tx, article.id, id, at)
  }
}
