import type { CaseGrievance, CaseView } from '../../../contract/api/case-view.ts'
import {
  answersIn,
  refusalByAuthors,
  refusalToRemindAuthor,
  refusalToWaive,
} from '../../../contract/rules/peer-review/authorship.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { decisionsAt } from '../../../contract/rules/peer-review/case-moves.ts'
import { acceptanceConcerns } from '../../../contract/rules/peer-review/independence.ts'
import { standingDecisions, undoOf } from '../../../contract/rules/peer-review/undo.ts'
import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { countWords } from '../../../contract/rules/text/rich-text.ts'
import { loadAuthors, type LinkedAuthor } from '../../publication/articles/contributor-rows.ts'
import type { Caller } from '../../../platform/call.ts'
import { answersOf, type ConfirmationOfAuthor } from '../authorship/confirmations.ts'
import { waitedFor } from '../authorship/missing-answers.ts'
import { presentProposal } from '../authorship/proposals.ts'
import { loadVersions } from '../cases/case-rows.ts'
import { involvedIn } from '../cases/load-cases.ts'
import type { GrievanceRow } from '../cases/grievances.ts'
import { filesOfLetters } from '../cases/letter-files.ts'
import { peopleToWithhold } from '../cases/people-to-withhold.ts'
import { caseForEditor } from '../cases/relation.ts'
import { remindersOf } from '../cases/reminders.ts'
import { reportsForAcceptance } from '../cases/reports-for-acceptance.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { DecisionRow } from '../../../platform/database/review-tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { casePolicy, STRANGER } from '../../../contract/rules/peer-review/case-policy.ts'
import { mayAnswer, nextAction } from '../../../contract/rules/peer-review/next-action.ts'
import { promiseOf } from '../../../contract/rules/peer-review/promise.ts'
import { possibleDuplicates } from './duplicates.ts'
import { changedWords } from './manuscript-text.ts'
import { loadAudit, historyOf } from './history.ts'
import { loadNotes, presentNotes } from './notes.ts'
import { emailsAbout, readAssignments } from './read-assignments.ts'
import { presentProofs } from './present-proofs.ts'
import { loadManuscripts, loadSupplements, presentFile } from './read-report-files.ts'
import { loadNames, readEditors } from './read-people.ts'

/** Everything about a case for one of its editors, in some thirty queries however much has happened. */
export async function readCase(db: Db, caller: Caller, hashes: AddressHashes, articleId: string): Promise<CaseView> {
  const loaded = await caseForEditor(db, caller, articleId)
  const { theCase, facts, rounds, decisions, grievances } = loaded
  const article = await loadArticle(db, articleId)
  const authors = await loadAuthors(db, [articleId])
  const emails = await emailsAbout(db, articleId)
  const { assignments, rows, reviewerOf } = await readAssignments(db, loaded, {
    ...{ emails, hashes, callerId: caller.userId },
  })
  const audit = await loadAudit(db, articleId)
  const messages = await db
    .selectFrom('case_messages')
    .selectAll()
    .where('article_id', '=', articleId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const notes = await loadNotes(db, articleId)
  const nameOf = await loadNames(db, [
    ...audit.flatMap(({ actor_id, action, after }) => [actor_id, ...editorIn(action, after)]),
    ...decisions.map(({ decided_by }) => decided_by),
    ...[...messages, ...notes].map(({ user_id }) => user_id),
    ...grievances.map(({ handler_id }) => handler_id),
  ])
  const at = new Date()
  const { stage } = theCase
  const versions = await readVersions(db, articleId)
  const proofs = await presentProofs(db, loaded.proofs)
  const { action, reason, system, alert } = nextAction(facts, {
    userId: caller.userId,
    now: at,
  })
  const byReviewer = new Map(rows.map((row) => [row.reviewer_id, row.id]))
  return {
    id: articleId,
    number: theCase.number,
    stage,
    receivedOn: theCase.received_on,
    promisedOn: theCase.promised_on,
    promise: promiseOf(facts, at),
    next: { action, reason, system, alert },
    screenedAt: theCase.screened_at,
    delayToldAt: theCase.delay_told_at,
    closedAt: theCase.closed_at,
    withdrawReason: theCase.withdraw_reason,
    article: article.shown,
    ...(await readAuthors(db, articleId, authors)),
    proposal: await readProposed(db, articleId),
    ...(await readEditors(db, theCase)),
    isYours: theCase.editor_id === caller.userId,
    // Anyone who reads a case edits it.
    mayAppoint: casePolicy.can(caller, 'nameEditors', { ...STRANGER, isGuestEditor: true }),
    versions,
    rounds: rounds.map((round) => ({
      id: round.id,
      number: round.number,
      versionId: round.version_id,
      openedAt: round.opened_at,
      closedAt: round.closed_at,
    })),
    assignments,
    decisions: await presentDecisions(db, decisions, nameOf),
    undo: undoOf(stage, decisions, at),
    // After an author's no nothing is decided; the page names the author.
    possibleDecisions: refusalByAuthors('decide', answersIn(facts)) ? [] : decisionsAt(stage),
    withheld: await peopleToWithhold(db, { articleId }),
    messages: messages.map(({ id, from_side, user_id, text, at }) => ({
      id,
      from: from_side,
      by: nameOf(user_id),
      text,
      at,
    })),
    notes: presentNotes(notes, nameOf, caller.userId),
    proofs,
    grievances: grievances.map((one) => ({
      id: one.id,
      kind: one.kind,
      ...textFor(one, involvedIn(one, theCase, decisions).includes(caller.userId)),
      sentAt: one.sent_at,
      dueOn: one.due_on,
      handler: one.handler_id === null ? null : nameOf(one.handler_id),
      outcome: one.outcome,
      answer: one.answer,
      answeredAt: one.answered_at,
      mayAnswer:
        one.answered_at === null &&
        mayAnswer({ handlerId: one.handler_id, involved: involvedIn(one, theCase, decisions) }, caller.userId),
    })),
    checks: {
      limits: loaded.promised.limits,
      titleWords: countWords(article.shown.titleText),
      abstractWords: countWords(article.shown.abstract),
      similarityPercent: theCase.similarity_percent,
      aiPercent: theCase.ai_percent,
      duplicates: await possibleDuplicates(db, article.row, {
        userId: caller.userId,
        isAdministrator: isAdministrator(caller),
      }),
    },
    acceptanceConcerns: acceptanceConcerns(await reportsForAcceptance(db, articleId), loaded.promised.review.reviewers),
    history: historyOf(audit, emails, {
      user: nameOf,
      reviewer: reviewerOf,
      author: (id) => authors.find((one) => one.id === id)?.fullName ?? 'An author',
      reviewerById: (id) => reviewerOf(byReviewer.get(id) ?? ''),
      dueOn: (id) => rows.find((row) => row.id === id)?.due_on ?? null,
    }),
  }
}

/** Whom a complaint is about reads it when it has been answered; until then someone else looks into it. */
const textFor = (
  { kind, text, about, answered_at }: GrievanceRow,
  isInvolved: boolean,
): Pick<CaseGrievance, 'text' | 'about' | 'isHidden'> =>
  kind === 'complaint' && isInvolved && answered_at === null
    ? { text: '', about: null, isHidden: true }
    : { text, about, isHidden: false }

/** The account that an entry of the log names as an editor. */
const editorIn = (action: string, after: string | null): string[] => {
  if (after === null || !['article.change-editor', 'article.recuse', 'article.lift-recusal'].includes(action)) return []
  const { editorId } = JSON.parse(after) as { editorId: string | null }
  return editorId === null ? [] : [editorId]
}

async function loadArticle(db: Db, articleId: string) {
  const row = await db
    .selectFrom('articles')
    .innerJoin('categories', 'categories.id', 'articles.category_id')
    .leftJoin('users', 'users.id', 'articles.submitter_id')
    .select(['articles.id', 'title', 'abstract', 'keywords', 'comments', 'published_at', 'submitter_id'])
    .select(['categories.name as category', 'users.full_name as submitter', 'users.email as submitter_email'])
    .where('articles.id', '=', articleId)
    .executeTakeFirst()
  if (!row) throw notFound('Manuscript')
  const { submitter, submitter_email } = row
  const shown: CaseView['article'] = {
    title: row.title,
    titleText: plainTitle(row.title),
    abstract: textOfHtml(row.abstract),
    keywords: row.keywords,
    category: row.category,
    comments: row.comments,
    isPublished: row.published_at !== null,
    submitter: submitter === null || submitter_email === null ? null : { fullName: submitter, email: submitter_email },
  }
  return { row, shown }
}

/** The change of the authors that waits, with those of the new list who review the manuscript: only editors may know. */
async function readProposed(db: Db, articleId: string): Promise<CaseView['proposal']> {
  const proposal = await presentProposal(db, articleId, { isEditor: true })
  if (!proposal) return null
  const emails = new Set(proposal.people.map(({ email }) => email.toLowerCase()))
  const orcids = new Set(proposal.people.flatMap(({ orcidId }) => orcidId ?? []))
  const reviewers = await db
    .selectFrom('review_assignments as assignment')
    .innerJoin('reviewers', 'reviewers.id', 'assignment.reviewer_id')
    .leftJoin('reviewer_addresses as address', 'address.reviewer_id', 'reviewers.id')
    .select(['reviewers.full_name', 'reviewers.orcid', 'assignment.email', 'address.email as other'])
    .where('assignment.article_id', '=', articleId)
    .execute()
  const named = reviewers.filter(
    ({ email, other, orcid }) =>
      emails.has(email.toLowerCase()) || emails.has(other?.toLowerCase() ?? '-') || orcids.has(orcid ?? '-'),
  )
  return { ...proposal, reviewers: [...new Set(named.map(({ full_name }) => full_name))] }
}

/** The authors, and those whom their list names no more, with what they have answered. */
async function readAuthors(
  db: Db,
  articleId: string,
  authors: readonly LinkedAuthor[],
): Promise<Pick<CaseView, 'authors' | 'removedAuthors'>> {
  const list = await answersOf(db, articleId)
  const answers = list ? [...list.answers, ...list.removed] : []
  const ids = answers.map(({ contributor_id }) => contributor_id)
  const remindedAt = ids.length ? await remindersOf(db, ids) : new Map<string, string>()
  const today = dayOf(now())
  const shown = new Map(
    answers.map((one) => [one.contributor_id, presentAnswer(one, remindedAt.get(one.contributor_id) ?? null, today)]),
  )
  return {
    authors: authors.map((person) => ({
      fullName: person.fullName,
      role: person.role,
      email: person.email,
      orcid: person.orcidId,
      orcidAuthenticated: person.orcidAuthenticatedAt !== null,
      affiliation: person.affiliation,
      answer: shown.get(person.id) ?? null,
    })),
    removedAuthors: (list?.removed ?? []).map(({ contributor_id, person }) => ({
      ...{ fullName: person.fullName, ...shown.get(contributor_id)! },
    })),
  }
}

const presentAnswer = (
  one: ConfirmationOfAuthor,
  remindedAt: string | null,
  today: string,
): NonNullable<CaseView['authors'][number]['answer']> => ({
  contributorId: one.contributor_id,
  state: one.state,
  hasAddress: one.email !== '',
  toldAt: one.told_at,
  answeredAt: one.answered_at,
  reason: one.state === 'waived' ? one.waive_reason : one.reason,
  mayRemind: refusalToRemindAuthor(waitedFor(one), remindedAt, today) === null,
  mayWaive: refusalToWaive(waitedFor(one), today) === null,
})

async function readVersions(db: Db, articleId: string): Promise<CaseView['versions']> {
  const files = await loadManuscripts(db, articleId)
  const supplements = await loadSupplements(db, articleId)
  const versions = await loadVersions(db, articleId)
  const changed = versions.length > 1 ? await changedWords(db, articleId) : []
  return versions.map((version) => ({
    id: version.id,
    number: version.number,
    submittedAt: version.submitted_at,
    reply: version.reply,
    files: [
      ...files.filter(({ version_id }) => version_id === version.id),
      // They belong to the manuscript as it is now.
      ...(version.id === versions.at(-1)!.id ? supplements : []),
    ].map(presentFile),
    changed: changed.filter(({ versionId }) => versionId === version.id).map(({ word }) => word),
  }))
}

async function presentDecisions(
  db: Db,
  decisions: readonly DecisionRow[],
  nameOf: (id: string | null) => string,
): Promise<CaseView['decisions']> {
  const files = await filesOfLetters(
    db,
    decisions.map(({ id }) => id),
  )
  const standing = new Set(standingDecisions(decisions).map(({ id }) => id))
  return decisions
    .filter(({ reverses_id }) => reverses_id === null)
    .map((decision) => ({
      id: decision.id,
      kind: decision.kind,
      letter: decision.letter,
      revisionDueOn: decision.revision_due_on,
      exceptionReason: decision.exception_reason,
      decidedBy: nameOf(decision.decided_by),
      decidedAt: decision.decided_at,
      isUndone: !standing.has(decision.id),
      files: (files.get(decision.id) ?? []).map(presentFile),
    }))
}
