import type { cases } from '../../../contract/api/cases.ts'
import { casePolicy, STRANGER } from '../../../contract/rules/peer-review/case-policy.ts'
import { stageSentence } from '../../../contract/rules/peer-review/case-moves.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { isLive } from '../../../contract/rules/peer-review/stages.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { z } from 'zod'
import type { ProofForm } from '../../../contract/api/case-forms.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import { type Database, retrying, type Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { DomainError, notFound, refuse } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { remindAuthor, waiveAuthor } from '../authorship/missing-answers.ts'
import { requireAuthors } from '../authorship/require-authors.ts'
import { loadAssignments } from '../cases/assignments.ts'
import { changeCase, findCase } from '../cases/case-rows.ts'
import { answerGrievance, type GrievanceAnswer } from '../cases/grievances.ts'
import { cancelAssignment, inviteAssigned } from '../cases/invite.ts'
import { CASE_NUMBER_INDEX, openCase } from '../cases/open-case.ts'
import { sendProof } from '../cases/proofs.ts'
import { settleQuery } from '../cases/proof-queries.ts'
import { lockCaseForEditor, requireEditor } from '../cases/relation.ts'
import { giveFiles, releaseFile, replaceFile, retryFile } from '../cases/report-files.ts'
import { moveRevisionDate } from '../cases/revision-date.ts'
import { submitReport } from '../cases/report.ts'
import { withdrawManuscript } from '../cases/withdraw.ts'
import { REVIEWER_INDEXES } from '../reviewers/commands.ts'
import {
  clarify,
  extend,
  lockAssignmentForEditor,
  type OfAssignment,
  readdress,
  remindReviewer,
  resendLink,
  writeToReviewer,
} from './assignments.ts'
import { answerCoReviewer, waiveConflict } from './conflicts.ts'
import { forwardLateReport, sendMessage, withdrawAuthors } from './correspondence.ts'
import { inviteGuestEditor, liftRecusal, recuse, removeGuestEditor, setEditor } from './editors.ts'
import { compareManuscripts, compareWords, manuscriptText } from './manuscript-text.ts'
import { addNote, deleteNote } from './notes.ts'
import { readCase } from './read-case.ts'
import type { CaseResources } from '../resources.ts'

const HAS_CASE = 'This manuscript is already in peer review'
const NOT_UNPUBLISHED = 'Only manuscripts that have not been published or archived can be peer reviewed'

/** Opens the peer review of an article that was submitted or imported without one. */
async function loadOpenCase(tx: Tx, caller: Caller, articleId: string): Promise<void> {
  refuse(casePolicy.refusal(caller, 'open', STRANGER))
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
  await writeAuditEntry(tx, caller.userId, 'article.open-case', articleId, { after: { number } })
}

interface Screening {
  id: string
  similarityPercent: number | null
  aiPercent: number | null
}

/** Records what the checks have found. An editor who screens a manuscript that nobody handles takes it. */
async function screen(tx: Tx, caller: Caller, { id, similarityPercent, aiPercent }: Screening): Promise<void> {
  const { theCase } = await lockCaseForEditor(tx, caller, id)
  if (theCase.closed_at !== null) throw new DomainError('conflict', stageSentence(theCase.stage))
  await requireAuthors(tx, id, 'screen')
  await changeCase(tx, id, {
    similarity_percent: similarityPercent,
    ai_percent: aiPercent,
    screened_at: theCase.screened_at ?? now(),
    editor_id: theCase.editor_id ?? caller.userId,
  })
  await writeAuditEntry(tx, caller.userId, 'article.screen', id, { after: { similarityPercent, aiPercent } })
}

const ASKED_ALREADY = 'This reviewer already takes part in this round. Please reload the page.'

/** A call that makes one change in a transaction, and answers with a message. */
const change =
  <Input>(work: (tx: Tx, caller: Caller, input: Input) => Promise<unknown>, message: string) =>
  async ({ database, caller }: { database: Database; caller: Caller }, input: Input): Promise<{ message: string }> => {
    await database.transaction((tx) => work(tx, caller, input))
    return { message }
  }

/** The handlers of a case's editors. */
export const caseHandlers: Handlers<{ cases: typeof cases }, CaseResources>['cases'] = {
  get: ({ database, caller, addressHashes }, { id }) => readCase(database.db, caller, addressHashes, id),

  open: async ({ database, caller }, { id }) => {
    await retrying([CASE_NUMBER_INDEX], () => database.transaction((tx) => loadOpenCase(tx, caller, id)))
    return { message: 'Peer review started' }
  },

  screen: change(screen, 'Checks saved'),
  setEditor: change(setEditor, 'Editor changed'),
  inviteGuestEditor: change(inviteGuestEditor, 'Guest editor invited'),
  removeGuestEditor: change(removeGuestEditor, 'Guest editor removed'),
  recuse: change(recuse, 'Another editor will handle this manuscript'),
  liftRecusal: change(liftRecusal, 'They can edit this manuscript again'),
  moveRevisionDate: change(moveRevisionDate, 'Date changed. The author is told.'),
  withdrawAuthors: change(withdrawAuthors, 'Change of the authors withdrawn'),
  remindAuthor: change(remindAuthor, 'Reminder sent'),
  waiveAuthor: change(waiveAuthor, 'The case goes on without this answer'),
  sendMessage: change(sendMessage, 'Message sent'),
  addNote: change(addNote, 'Note added'),
  deleteNote: change(deleteNote, 'Note deleted'),
  waiveConflict: change(waiveConflict, 'Conflict of interest waived'),
  allowCoReviewer: async ({ database, caller, addressHashes }, input) => {
    await database.transaction((tx) => answerCoReviewer(tx, caller, addressHashes, { ...input, allowed: true }))
    return { message: 'Co-reviewer invited' }
  },
  refuseCoReviewer: async ({ database, caller, addressHashes }, input) => {
    const refusal = { ...input, reason: null, allowed: false }
    await database.transaction((tx) => answerCoReviewer(tx, caller, addressHashes, refusal))
    return { message: 'Co-reviewer refused' }
  },
  forwardLateReport: change(forwardLateReport, 'Report sent to the author'),
  releaseFile: change(releaseFile, 'File released'),
  replaceFile: change(replaceFile, 'File replaced; names are being removed from it'),
  retryFile: change(retryFile, 'It is being tried again'),
  giveFiles: change(giveFiles, 'Sent to the author'),
  resendLink: change(resendLink, 'A new link is on its way'),
  extend: change(extend, 'Date changed'),
  writeToReviewer: change(writeToReviewer, 'Message sent'),
  remind: change(remindReviewer, 'Reminder sent'),
  clarify: change(clarify, 'Question sent to the reviewer'),

  withdraw: change(async (tx, caller, { id, reason }: { id: string; reason: string }) => {
    const { theCase } = await lockCaseForEditor(tx, caller, id)
    await withdrawManuscript(tx, caller, 'editor', theCase, reason)
  }, 'Manuscript withdrawn'),

  sendProof: change(
    (tx, caller, { id, ...proof }: { id: string } & z.output<typeof ProofForm>) =>
      sendProof(tx, caller, { articleId: id, ...proof }),
    'Proof sent to the author',
  ),

  settleQuery: change(
    (tx, caller, { id, ...query }: { id: string; proofId: string; position: number }) =>
      settleQuery(tx, caller, { articleId: id, ...query }),
    'Question settled',
  ),

  answerGrievance: change(
    (tx, caller, { id, ...answer }: { id: string } & Omit<GrievanceAnswer, 'articleId'>) =>
      answerGrievance(tx, caller, { articleId: id, ...answer }),
    'Answer sent to the author',
  ),

  cancelReview: change(async (tx, caller, of: OfAssignment) => {
    await cancelAssignment(tx, caller, await lockAssignmentForEditor(tx, caller, of))
  }, 'Review cancelled'),

  inviteNow: change(async (tx, caller, of: OfAssignment) => {
    const locked = await lockAssignmentForEditor(tx, caller, of)
    const { assignment, round } = locked
    const others = (await loadAssignments(tx, round.id)).filter(({ id }) => id !== assignment.id)
    if (others.some((other) => other.reviewer_id === assignment.reviewer_id && isLive(other.state))) {
      throw new DomainError('conflict', ASKED_ALREADY)
    }
    await inviteAssigned(tx, caller, locked)
  }, 'Reviewer invited'),

  readdress: async ({ database, caller, addressHashes }, input) => {
    await retrying(REVIEWER_INDEXES, () => database.transaction((tx) => readdress(tx, caller, addressHashes, input)))
    return { message: 'Sent to the new address' }
  },

  enterReport: async ({ database, caller }, { id, assignmentId, ...report }) => {
    await database.transaction(async (tx) => {
      const locked = await lockAssignmentForEditor(tx, caller, { id, assignmentId })
      await submitReport(tx, locked, report, caller)
    })
    return { message: 'Report entered' }
  },

  text: (resources, input) => manuscriptText(resources, resources.caller, input),
  compare: (resources, input) => compareManuscripts(resources, resources.caller, input),
  compareWords: (resources, input) => compareWords(resources, resources.caller, input),
}
