import type { Manuscript } from '../../../contract/api/manuscripts.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { authorStage, type AuthorStage } from '../../../contract/rules/peer-review/author-stage.ts'
import { type AuthorFacts, authorStatus } from '../../../contract/rules/peer-review/author-status.ts'
import { authorSteps } from '../../../contract/rules/peer-review/author-steps.ts'
import { type AuthorEvent, eventInWords } from '../../../contract/rules/peer-review/author-timeline.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { LetterKind } from '../../../contract/rules/peer-review/stages.ts'
import { releasedAt } from '../../../contract/rules/peer-review/undo.ts'
import { latinNames } from '../../../contract/rules/text/latin-names.ts'
import { joinNames } from '../../../contract/rules/people/author-names.ts'
import type { DecisionRow, VersionRow } from '../../../platform/database/review-tables.ts'
import { contributorIn } from '../../publication/articles/contributor-rows.ts'
import { presentArticle } from '../../publication/articles/present.ts'
import { flagsOf } from '../../publication/articles/transitions.ts'
import type { ManuscriptRecords } from './records.ts'

/** A manuscript as its author sees it; an administrator who submitted it gets exactly the same. */
export function presentManuscript(records: ManuscriptRecords): Manuscript {
  const { article, theCase, stage: caseStage, decisions, reports, letterFiles, grievances, messages } = records
  const { row, category, authors } = article
  const asAuthor = presentArticle(article, { userId: row.submitter_id!, role: 'author' })
  const letters = decisions.filter(isLetter)
  const proof = records.proof
  const stage = authorStage({ ...flagsOf(row), stage: caseStage }, proof?.answer === null)
  const facts = factsOf(records, stage, letters.at(-1))
  return {
    id: row.id,
    title: row.title,
    number: theCase?.number ?? null,
    authors: joinNames(authors.map(({ fullName }) => fullName)),
    category: category.name,
    stage,
    status: authorStatus(facts),
    receivedOn: facts.receivedOn,
    promisedOn: facts.promisedOn,
    history: eventsOf(records).map((event) => ({ on: event.on, text: eventInWords(event) })),
    steps: authorSteps(facts),
    versions: versionsWithFiles(records).toReversed(),
    letters: letters
      .map((decision) => ({
        kind: decision.kind,
        on: sentOn(decision),
        letter: decision.letter,
        revisionDueOn: decision.revision_due_on,
        files: (letterFiles.get(decision.id) ?? []).map(({ id, name }) => ({ url: fileUrl({ id, name }), name })),
        reports: reports.get(decision.id) ?? [],
      }))
      .toReversed(),
    authorAnswers: records.answers.map(({ person, email, state, told_at, answered_at, reason, isReasonShared }) => ({
      fullName: person.fullName,
      state,
      isYou: email !== '' && email === article.submitter?.email.toLowerCase(),
      hasAddress: email !== '',
      isTold: told_at !== null,
      answeredOn: answered_at && dayOf(answered_at),
      reason: isReasonShared ? reason : null,
    })),
    proposal: records.proposal,
    latinNames: latinNames(row.title, row.abstract),
    messages: messages.map(({ from_side, text, at }) => ({ from: from_side, text, at })),
    suggestions: asAuthor.reviewerSuggestions,
    publication: records.publication,
    proof: proof
      ? {
          id: proof.id,
          file: { url: fileUrl({ id: proof.file_id, name: 'proof.pdf' }), name: 'proof.pdf' },
          sentOn: dayOf(proof.sent_at),
          dueOn: proof.due_on,
          answer: proof.answer,
          corrections: proof.corrections,
          queries: records.queries,
        }
      : null,
    complaintWeeks: records.promised.limits.complaintWeeks,
    grievances: grievances
      .map((one) => ({
        kind: one.kind,
        text: one.text,
        sentOn: dayOf(one.sent_at),
        dueOn: one.due_on,
        outcome: one.outcome,
        answer: one.answer,
        answeredOn: one.answered_at && dayOf(one.answered_at),
      }))
      .toReversed(),
    content: {
      version: row.version,
      excerpt: asAuthor.excerpt,
      keywords: asAuthor.keywords,
      abstract: asAuthor.abstract,
      comments: row.comments,
      authors: authors.map((one) => ({ contributorId: one.id, ...contributorIn(one) })),
    },
    may: mayOf(records, stage),
  }
}

type Letter = DecisionRow & { kind: LetterKind }
const isLetter = (decision: DecisionRow): decision is Letter => decision.kind !== 'reopen'

/** Authors learn of a decision when its letter is sent. */
const sentOn = ({ decided_at }: DecisionRow): string => dayOf(releasedAt(decided_at))

function factsOf(records: ManuscriptRecords, stage: AuthorStage, letter: Letter | undefined): AuthorFacts {
  const { article, theCase, decisions, versions, proof, grievances } = records
  const { row } = article
  const newest = versions.at(-1)
  const ended = row.archived_at ?? row.published_at ?? (theCase?.stage === 'withdrawn' ? theCase.closed_at : null)
  return {
    stage,
    today: dayOf(new Date()),
    receivedOn: theCase?.received_on ?? row.received_on ?? dayOf(row.created_at),
    promisedOn: theCase?.promised_on ?? null,
    reviewOn: records.reviewAt && dayOf(records.reviewAt),
    decision: letter ? { kind: letter.kind, on: sentOn(letter), revisionDueOn: letter.revision_due_on } : null,
    revisedOn: letter && newest && newest.submitted_at > letter.decided_at ? dayOf(newest.submitted_at) : null,
    isReopened: decisions.at(-1)?.kind === 'reopen',
    proofDueOn: proof?.due_on ?? null,
    proofAnswer: proof?.answer ?? null,
    appealDueOn: grievances.find(({ answered_at, kind }) => answered_at === null && kind === 'appeal')?.due_on ?? null,
    endedOn: ended && dayOf(ended),
  }
}

function versionsWithFiles({ article, versions, files }: ManuscriptRecords): Manuscript['versions'] {
  const named = (of: string | null) =>
    files
      .filter(({ versionId }) => versionId === of)
      .map(({ id, name, bytes }) => ({ url: fileUrl({ id, name }), name, bytes }))
  if (!versions.length) {
    return [{ number: 1, submittedOn: dayOf(article.row.created_at), reply: null, files: named(null) }]
  }
  return versions.map(({ id, number, submitted_at, reply }: VersionRow) => ({
    number,
    submittedOn: dayOf(submitted_at),
    reply,
    files: named(id),
  }))
}

/** What the author may do, by what authors know: a decision whose letter waits changes nothing here. */
function mayOf(
  { article, theCase, stage, decisions, proof, grievances, proposal, answers }: ManuscriptRecords,
  shown: AuthorStage,
): Manuscript['may'] {
  const { row } = article
  const isOpen = row.published_at === null && row.archived_at === null
  const hasCase = theCase !== undefined && isOpen
  const asked = grievances.some(({ answered_at }) => answered_at === null)
  return {
    change: hasCase && stage === 'screening',
    revise: hasCase && stage === 'revising',
    proposeAuthors:
      hasCase &&
      theCase.closed_at === null &&
      // An author's 'no' stops all but another list.
      (proposal !== null || answers.some(({ state }) => state === 'declined')) &&
      stage !== 'revising',
    withdraw: hasCase && stage !== 'declined' && stage !== 'withdrawn',
    sendMessage: theCase !== undefined,
    answerProof: hasCase && shown === 'proof' && proof !== undefined,
    appeal: hasCase && stage === 'declined' && decisions.at(-1)?.kind === 'decline' && !asked,
    complain: theCase !== undefined && !asked,
    submitAgain: hasCase && stage === 'declined',
  }
}

/**
 * What has happened to a manuscript, newest first: the author's own acts, and acts of editors that the author
 * knows of. Nothing that reviewers do is among them.
 */
function eventsOf(records: ManuscriptRecords): AuthorEvent[] {
  const { article, theCase, decisions, versions, reviewAt, proof, grievances } = records
  const { row } = article
  const events: { at: string; event: AuthorEvent }[] = []
  const add = (at: string | Date, event: EventWithoutDay) => {
    const time = typeof at === 'string' ? at : at.toISOString()
    events.push({ at: time, event: { ...event, on: dayOf(time) } as AuthorEvent })
  }
  const received = theCase?.received_on ?? dayOf(row.created_at)
  events.push({ at: received, event: { what: 'received', on: received, promisedOn: theCase?.promised_on ?? null } })
  if (reviewAt !== null) add(reviewAt, { what: 'review' })
  for (const { kind, decided_at, revision_due_on } of decisions) {
    if (kind === 'reopen') add(decided_at, { what: 'reopened' })
    else add(releasedAt(decided_at), { what: 'decision', kind, dueOn: revision_due_on })
  }
  for (const { number, submitted_at } of versions) if (number > 1) add(submitted_at, { what: 'revision', number })
  if (proof) {
    add(proof.sent_at, { what: 'proof', dueOn: proof.due_on })
    if (proof.answer !== null && proof.answered_at !== null) {
      add(proof.answered_at, { what: 'proof-answered', answer: proof.answer })
    }
  }
  for (const { kind, sent_at, answered_at } of grievances) {
    add(sent_at, { what: kind })
    if (answered_at !== null) add(answered_at, { what: 'answer' })
  }
  if (theCase?.stage === 'withdrawn' && theCase.closed_at !== null) add(theCase.closed_at, { what: 'withdrawn' })
  if (row.published_at !== null) add(row.published_at, { what: 'published' })
  if (row.archived_at !== null) add(row.archived_at, { what: 'archived' })
  return events.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)).map(({ event }) => event)
}

type WithoutDay<E> = E extends unknown ? Omit<E, 'on'> : never
type EventWithoutDay = WithoutDay<AuthorEvent>
