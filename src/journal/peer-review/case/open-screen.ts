import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import { changeCase, findCase } from '../cases/case-rows.ts'
import { openCase } from '../cases/open-case.ts'
import { lockCaseForEditor, requireEditor } from '../cases/relation.ts'
import { stageSentence } from '../../../contract/rules/peer-review/case-moves.ts'
import { CASE_EDITORS_ONLY } from '../../../contract/rules/peer-review/case-access.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { isAdministrator } from '../../../contract/rules/accounts/policy.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'

export const HAS_CASE = 'The peer review of this article has been opened already'
export const NOT_UNPUBLISHED = 'Only articles that have not been published or archived can be peer reviewed'

/** Opens the peer review of an article that was submitted or imported without one. */
export async function openCaseOf(tx: Tx, caller: Caller, articleId: string): Promise<void> {
  if (!isAdministrator(caller)) throw new DomainError('forbidden', CASE_EDITORS_ONLY)
  const article = await lockForUpdate(tx, 'articles', articleId)
  if (!article) throw notFound('Manuscript')
  if (await findCase(tx, articleId)) {
    await requireEditor(tx, caller, articleId)
    throw new DomainError('conflict', HAS_CASE)
  }
  if (article.published_at !== null || article.archived_at !== null) throw new DomainError('conflict', NOT_UNPUBLISHED)
  const at = now()
  await openCase(tx, {
    articleId,
    submitterId: article.submitter_id,
    receivedOn: article.received_on ?? dayOf(article.created_at),
    at,
  })
  // Authors are recused from their own articles, which are in peer review only now: nothing is kept then.
  await requireEditor(tx, caller, articleId)
  const { number } = (await findCase(tx, articleId))!
  await writeAuditEntry(tx, {
    actorId: caller.userId,
    action: 'article.open-case',
    subject: articleId,
    after: { number },
  })
}

interface Screening {
  id: string
  similarityPercent: number | null
  aiPercent: number | null
}

/** Records what the checks have found. An editor who screens a manuscript that nobody handles takes it. */
export async function screen(tx: Tx, caller: Caller, { id, similarityPercent, aiPercent }: Screening): Promise<void> {
  const { theCase } = await lockCaseForEditor(tx, caller, id)
  if (theCase.closed_at !== null) throw new DomainError('conflict', stageSentence(theCase.stage))
  await changeCase(tx, id, {
    similarity_percent: similarityPercent,
    ai_percent: aiPercent,
    screened_at: theCase.screened_at ?? now(),
    editor_id: theCase.editor_id ?? caller.userId,
  })
  await writeAuditEntry(tx, {
    actorId: caller.userId,
    action: 'article.screen',
    subject: id,
    after: { similarityPercent, aiPercent },
  })
}
