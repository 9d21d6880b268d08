import { journal } from '../../../contract/journal.ts'
import { namesIn, ordersOf } from '../../../contract/rules/peer-review/conflicts.ts'
import { moveCase } from '../../../contract/rules/peer-review/case-moves.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { GrievanceKind, GrievanceOutcome } from '../../../contract/rules/peer-review/stages.ts'
import { isReleased, standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { CaseRow, DecisionRow, ReviewTables } from '../../../platform/database/review-tables.ts'
import { DomainError, notFound, refuse } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { changeCase, loadDecisions, loadVersions } from './case-rows.ts'
import { involvedIn } from './load-cases.ts'
import { markClosed } from './decide.ts'
import { notifyAdministrators, notifyAuthor, notifyOtherEditors, send } from './notify.ts'
import { noteRecusedEditors } from './recused-editors.ts'
import { promisedToOne } from '../../settings/promised.ts'
import { lockCaseForAuthor, lockCaseForEditor } from './relation.ts'

export type GrievanceRow = ReviewTables['grievances']

/** The appeals and complaints about a manuscript, in the order in which they were sent. */
export const loadGrievances = (db: Db, articleId: string): Promise<GrievanceRow[]> =>
  db.selectFrom('grievances').selectAll().where('article_id', '=', articleId).orderBy('sent_at').orderBy('id').execute()

export const NOT_DECLINED = 'You can appeal once the journal has declined your manuscript.'
export const ONE_AT_A_TIME = 'We have not answered your last appeal or complaint yet. Please wait for our answer.'
export const HANDLER_DECIDED = 'An appeal is answered by an editor who did not make the decision.'
export const HANDLER_INVOLVED =
  'This complaint is about the handling of the manuscript in which you had a part. Another editor answers it.'
export const GRIEVANCE_ANSWERED = 'This has already been answered.'
export const REOPEN_UPHELD_ONLY = 'A manuscript is reopened only if its appeal is upheld.'

/** The decision that has declined a manuscript, once its letter has been sent. */
export function declineOf(theCase: Pick<CaseRow, 'stage'>, decisions: readonly DecisionRow[]): DecisionRow | undefined {
  const last = standingDecisions(decisions).at(-1)
  return theCase.stage === 'declined' && last?.kind === 'decline' && isReleased(last, new Date()) ? last : undefined
}

interface Sent {
  articleId: string
  kind: GrievanceKind
  text: string
  /** Whom a complaint is about, as the author names them. */
  about?: string | null
}

/**
 * The author appeals against a decision, or complains. Editors who had no part in it get an email; if there are none,
 * all administrators learn that one is needed, and the society does. The same text sent again while it waits is the same
 * appeal.
 */
export async function sendGrievance(
  tx: Tx,
  author: Caller,
  { articleId, kind, text, about: named = null }: Sent,
): Promise<void> {
  const { theCase } = await lockCaseForAuthor(tx, author, articleId)
  const open = (await loadGrievances(tx, articleId)).find(({ answered_at }) => answered_at === null)
  if (open?.kind === kind && open.text === text) return
  if (open) throw new DomainError('conflict', ONE_AT_A_TIME)
  const decisions = await loadDecisions(tx, articleId)
  const decision = declineOf(theCase, decisions)
  if (kind === 'appeal' && !decision) throw new DomainError('conflict', NOT_DECLINED)
  const involved =
    kind === 'appeal' ? decliners(decisions) : await editorsInvolved(tx, theCase, decisions, `${named ?? ''} ${text}`)
  const at = now()
  const grievance: GrievanceRow = {
    id: newId(),
    kind,
    article_id: articleId,
    decision_id: kind === 'appeal' ? decision!.id : null,
    text,
    about: kind === 'complaint' ? named : null,
    involved: JSON.stringify(involved),
    sent_by: author.userId,
    sent_at: at,
    due_on: addDays(dayOf(at), (await promisedToOne(tx, articleId)).limits.complaintWeeks * 7),
    handler_id: null,
    outcome: null,
    answer: null,
    answered_at: null,
  }
  await tx.insertInto('grievances').values(grievance).execute()
  await writeAuditEntry(tx, author.userId, 'article.grievance', articleId, {
    after: { grievanceId: grievance.id, kind },
  })
  const about = { articleId, grievanceId: grievance.id }
  await notifyAuthor(tx, 'author-appeal-received', about)
  const others = kind === 'appeal' && theCase.editor_id !== null ? [...involved, theCase.editor_id] : involved
  const isTold = await notifyOtherEditors(tx, 'editor-appeal', about, new Set(others))
  if (isTold || (kind === 'appeal' && (await notifyOtherEditors(tx, 'editor-appeal', about, new Set(involved))))) return
  await notifyAdministrators(tx, 'editor-nobody-to-answer', about)
  await send(tx, 'editor-nobody-to-answer', journal().contact.email, about)
}

/** Who has declined a manuscript, also in a decision that was undone: they have made up their mind. */
const decliners = (decisions: readonly DecisionRow[]): string[] => [
  ...new Set(
    decisions
      .filter(({ kind, reverses_id }) => kind === 'decline' && reverses_id === null)
      .map((one) => one.decided_by),
  ),
]

/**
 * Whom a complaint concerns: the editor of the case and earlier ones, everyone who has decided, and those whom the author
 * names. It is worked out when it is sent: who takes the case over to answer it has had no part in it.
 */
async function editorsInvolved(
  tx: Tx,
  { article_id, editor_id }: CaseRow,
  decisions: readonly DecisionRow[],
  text: string,
): Promise<string[]> {
  const entries = await tx
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'after'])
    .where('subject', '=', article_id)
    .where('action', 'in', ['article.change-editor', 'article.invite-reviewers'])
    .execute()
  // Who invites first handles the case; later handlers are named.
  const handled = entries.map(({ action, actor_id, after }) =>
    action === 'article.invite-reviewers' ? actor_id : (JSON.parse(after ?? '{}') as { editorId?: string }).editorId,
  )
  const staff = await tx
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'orcid'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('role', '=', 'admin'),
        eb('id', 'in', selectFrom('duties').select('user_id').where('duty', '=', 'section')),
        eb('id', 'in', selectFrom('case_editors').select('user_id').where('article_id', '=', article_id)),
      ]),
    )
    .execute()
  const names = namesOfText(text)
  const named = staff.filter((user) => names(user)).map(({ id }) => id)
  const all = [editor_id, ...decisions.map(({ decided_by }) => decided_by), ...handled, ...named]
  return [...new Set(all.filter((id) => typeof id === 'string'))]
}

/** Whether a text names someone: by the full name in either order, the address or the ORCID iD. */
function namesOfText(text: string): (user: { full_name: string; email: string; orcid: string | null }) => boolean {
  const isNamed = namesIn(text)
  const said = text.toLowerCase()
  return ({ full_name, email, orcid }) =>
    ordersOf(full_name).some(isNamed) || said.includes(email.toLowerCase()) || (orcid !== null && text.includes(orcid))
}

export interface GrievanceAnswer {
  articleId: string
  grievanceId: string
  outcome: GrievanceOutcome
  answer: string
  /** Of an appeal that is upheld: the manuscript returns to review. */
  reopen: boolean
}

/**
 * An editor answers an appeal or a complaint in which they are not involved; the author gets an email. The same answer
 * sent again changes nothing.
 */
export async function answerGrievance(
  tx: Tx,
  handler: Caller,
  { articleId, grievanceId, outcome, answer, reopen }: GrievanceAnswer,
): Promise<void> {
  const { theCase } = await lockCaseForEditor(tx, handler, articleId)
  const grievance = await tx
    .selectFrom('grievances')
    .selectAll()
    .where('id', '=', grievanceId)
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  if (!grievance) throw notFound('Appeal')
  const isSame = grievance.outcome === outcome && grievance.answer === answer
  if (isSame && grievance.handler_id === handler.userId) return
  if (grievance.answered_at !== null) throw new DomainError('conflict', GRIEVANCE_ANSWERED)
  if (involvedIn(grievance, theCase, await loadDecisions(tx, articleId)).includes(handler.userId)) {
    throw new DomainError('forbidden', grievance.kind === 'appeal' ? HANDLER_DECIDED : HANDLER_INVOLVED)
  }
  if (reopen && (outcome !== 'upheld' || grievance.kind !== 'appeal')) {
    throw new DomainError('conflict', REOPEN_UPHELD_ONLY)
  }
  const at = now()
  await tx
    .updateTable('grievances')
    .set({ handler_id: handler.userId, outcome, answer, answered_at: at })
    .where('id', '=', grievanceId)
    .execute()
  if (reopen) await reopenCase(tx, handler, theCase, { answer, at })
  await writeAuditEntry(tx, handler.userId, 'article.answer-grievance', articleId, { after: { grievanceId, outcome } })
  await notifyAuthor(tx, 'author-appeal-answered', { articleId, grievanceId })
}

/** Returns a declined manuscript to review; the editor invites reviewers as for a new round. */
async function reopenCase(
  tx: Tx,
  handler: Caller,
  theCase: CaseRow,
  { answer, at }: { answer: string; at: string },
): Promise<void> {
  const articleId = theCase.article_id
  const next = moveCase(theCase.stage, 'reopen', 'handler')
  if ('kind' in next) return refuse(next)
  await tx
    .insertInto('decisions')
    .values({
      id: newId(),
      article_id: articleId,
      round_id: null,
      version_id: (await loadVersions(tx, articleId)).at(-1)!.id,
      kind: 'reopen',
      from_stage: theCase.stage,
      letter: answer,
      revision_due_on: null,
      exception_reason: null,
      decided_by: handler.userId,
      decided_at: at,
      reverses_id: null,
    })
    .execute()
  await changeCase(tx, articleId, { stage: next.stage, closed_at: null })
  await markClosed(tx, articleId, null)
  // Its editor may have lost the role while it was closed.
  await noteRecusedEditors(tx, articleId)
}
