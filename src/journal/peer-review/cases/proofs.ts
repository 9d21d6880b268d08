import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { stageSentence } from '../../../contract/rules/peer-review/case-moves.ts'
import type { ProofAnswer } from '../../../contract/rules/peer-review/stages.ts'
import { isAcceptedForGood } from '../../../contract/rules/peer-review/undo.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { ReviewTables } from '../../../platform/database/review-tables.ts'
import { DomainError, invalid, notFound } from '../../../platform/errors.ts'
import type { z } from 'zod'
import type { ProofForm } from '../../../contract/api/case-forms.ts'
import { putQueries, requireAnswered } from './proof-queries.ts'
import { isTaken } from '../../publication/files/claims.ts'
import { ownUploads } from '../../publication/files/own-uploads.ts'
import { newId, now } from '../../../platform/ids.ts'
import { loadDecisions } from './case-rows.ts'
import { notifyAuthor, notifyCoAuthors, notifyEditors } from './notify.ts'
import { requireAuthors } from '../authorship/require-authors.ts'
import { promisedToOne } from '../../settings/promised.ts'
import { tellProduction } from '../production/tell.ts'
import { lockCaseForAuthor, lockCaseForProofs } from './relation.ts'

export type ProofRow = ReviewTables['proofs']

export const PROOF_PDF_ONLY = 'The proof must be a PDF'
export const PROOF_TAKEN = 'This file already belongs to an article. Please upload the PDF again.'
export const PROOF_TOO_SOON = 'A proof is sent once the letter of acceptance has been sent.'
export const PROOF_ANSWERED = 'This proof has already been answered.'
export const PROOF_REPLACED = 'There is a newer proof. Please reload the page.'

/** The proof that was sent last. */
export const lastProof = (db: Db, articleId: string): Promise<ProofRow | undefined> =>
  db
    .selectFrom('proofs')
    .selectAll()
    .where('article_id', '=', articleId)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/**
 * An editor, or production, sends the proof of an accepted manuscript: their own upload. A newer proof replaces an older one; the
 * same file sent again is the same proof.
 */
export async function sendProof(
  tx: Tx,
  editor: Caller,
  {
    articleId,
    pdfUrl,
    queries = [],
  }: { articleId: string; pdfUrl: string; queries?: z.output<typeof ProofForm>['queries'] },
): Promise<ProofRow> {
  const { article, theCase } = await lockCaseForProofs(tx, editor, articleId)
  const isFinal = isAcceptedForGood(theCase.stage, await loadDecisions(tx, articleId), new Date())
  if (theCase.stage !== 'accepted' || !isFinal || article.published_at !== null) {
    throw new DomainError('conflict', theCase.stage === 'accepted' ? PROOF_TOO_SOON : stageSentence(theCase.stage))
  }
  await requireAuthors(tx, articleId, 'proof')
  const [pdf] = await ownUploads(tx, editor.userId, 'pdfUrl', [pdfUrl])
  const last = await lastProof(tx, articleId)
  if (last?.file_id === pdf!.id) return last
  if (pdf!.media_type !== 'application/pdf') throw invalid('pdfUrl', PROOF_PDF_ONLY)
  if (await isTaken(tx, pdf!)) throw invalid('pdfUrl', PROOF_TAKEN)

  const at = momentAfter(last?.sent_at)
  const proof: ProofRow = {
    id: newId(),
    article_id: articleId,
    file_id: pdf!.id,
    sent_at: at,
    sent_by: editor.userId,
    due_on: addDays(dayOf(at), (await promisedToOne(tx, articleId)).limits.proofDays),
    answer: null,
    corrections: null,
    answered_at: null,
  }
  await tx.insertInto('proofs').values(proof).execute()
  await putQueries(tx, proof.id, queries)
  await writeAuditEntry(tx, editor.userId, 'article.send-proof', articleId, { after: { proofId: proof.id } })
  await notifyAuthor(tx, 'author-proof', { articleId, proofId: proof.id })
  await notifyCoAuthors(tx, 'co-author-proof', { articleId, proofId: proof.id })
  return proof
}

/** Now, or a millisecond after a time that is no earlier: which proof is the last follows from when it was sent. */
const momentAfter = (sentAt: string | undefined): string =>
  sentAt === undefined || sentAt < now() ? now() : new Date(Date.parse(sentAt) + 1).toISOString()

/** The author approves the last proof or lists corrections. The same answer sent again changes nothing. */
export async function answerProof(
  tx: Tx,
  author: Caller,
  {
    articleId,
    proofId,
    answer,
    corrections,
  }: { articleId: string; proofId: string; answer: ProofAnswer; corrections: string | null },
): Promise<void> {
  const { article } = await lockCaseForAuthor(tx, author, articleId)
  const proof = await tx
    .selectFrom('proofs')
    .selectAll()
    .where('id', '=', proofId)
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  if (!proof) throw notFound('Proof')
  const text = answer === 'corrections' ? corrections : null
  if (proof.answer === answer && proof.corrections === text) return
  if (proof.answer !== null) throw new DomainError('conflict', PROOF_ANSWERED)
  if ((await lastProof(tx, articleId))!.id !== proofId) throw new DomainError('conflict', PROOF_REPLACED)
  if (article.published_at !== null) throw new DomainError('conflict', 'The article has been published.')
  if (answer === 'approved') await requireAnswered(tx, proofId)
  await tx
    .updateTable('proofs')
    .set({ answer, corrections: text, answered_at: now() })
    .where('id', '=', proofId)
    .execute()
  await writeAuditEntry(tx, author.userId, 'article.answer-proof', articleId, { after: { proofId, answer } })
  const told = await notifyEditors(tx, 'editor-proof-answered', { articleId, proofId })
  await tellProduction(tx, { articleId, proofId }, told)
}
