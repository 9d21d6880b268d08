import type { CaseFacts, GrievanceFacts, Viewpoint } from './case-facts.ts'
import { dayOf, daysBetween } from './days.ts'
import { capital, daysInWords, monthDay } from './in-words.ts'
import { nextInReview } from './next-in-review.ts'
import { disagreement, missingAuthors } from './next-of-authors.ts'
import { act, wait, type NextStep } from './next-step.ts'
import { promiseOf } from './promise.ts'
import { nextForAuthor } from './due.ts'
import { ATTENTION_DAYS, PROMISE_SOON_DAYS, screeningDays } from './time-limits.ts'
import { releasedAt, standingDecisions, undoableDecision } from './undo.ts'

/**
 * What is next in a case, and the one reason for it. "Overdue" and "decide now" follow from here and are never
 * stored. An appeal that is due soon comes first; letters and questions come when nothing else is to be done.
 */
export function nextAction(facts: CaseFacts, viewpoint: Viewpoint): NextStep {
  const { now } = viewpoint
  const grievance = facts.grievances.toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : 1))[0]
  const isUrgent = grievance && (facts.closedAt !== null || daysBetween(now, grievance.dueOn) <= PROMISE_SOON_DAYS)
  if (isUrgent) return nextOfGrievance(grievance, viewpoint)
  const step = disagreement(facts) ?? ofStage(facts, viewpoint)
  if (step.group === 'act' || facts.closedAt !== null) return step
  if (grievance) return nextOfGrievance(grievance, viewpoint)
  if (facts.unansweredAt !== null) {
    const reason = `The author wrote ${monthDay(facts.unansweredAt, now)}`
    return act('answer-author', { reason, since: facts.unansweredAt })
  }
  if (facts.coReviewConflictAt !== null) {
    const reason = 'A co-reviewer declares a conflict of interest'
    return act('answer-conflict', { reason, since: facts.coReviewConflictAt })
  }
  if (facts.coReviewAskedAt !== null) {
    const reason = 'A reviewer asks to work with a colleague'
    return act('answer-co-review', { reason, since: facts.coReviewAskedAt })
  }
  return step
}

function ofStage(facts: CaseFacts, viewpoint: Viewpoint): NextStep {
  switch (facts.stage) {
    case 'screening':
      return waitForIssue(facts) ?? nextInScreening(facts, viewpoint)
    case 'reviewing':
      return nextInReview(facts, viewpoint)
    case 'revising':
      return nextInRevision(facts, viewpoint)
    case 'accepted':
      return facts.closedAt === null
        ? nextInProduction(facts, viewpoint)
        : closed('Published', 'All emails sent', facts)
    case 'declined':
      return beforeRelease(facts, viewpoint, 'Declined', 'closed') ?? closed('Declined', 'All emails sent', facts)
    case 'withdrawn':
      return closed(facts.withdrawnByAuthor ? 'Withdrawn by its authors' : 'Withdrawn', null, facts)
  }

  function closed(word: string, system: string | null, { closedAt, receivedOn }: CaseFacts): NextStep {
    const since = closedAt ?? receivedOn
    return wait('closed', system, { reason: `${word} ${monthDay(since, viewpoint.now)}`, since })
  }
}

/** While a decision can be undone, its letter waits and nothing else is to be done. */
function beforeRelease(
  { decisions }: CaseFacts,
  { now }: Viewpoint,
  reason: string,
  group: 'closed' | 'authors',
): NextStep | null {
  const decision = undoableDecision(decisions, now)
  if (!decision) return null
  const minutes = Math.ceil((releasedAt(decision.decided_at).getTime() - now.getTime()) / 60_000)
  return wait(group, `Letter goes out in ${minutes} min`, { reason, since: decision.decided_at })
}

function nextInScreening(facts: CaseFacts, { now }: Viewpoint): NextStep {
  const { decisions, versionAt, screenedAt, receivedOn } = facts
  const last = standingDecisions(decisions).at(-1)
  const isBack = last?.kind === 'return' && versionAt > last.decided_at
  const since = isBack ? versionAt : receivedOn
  if (screenedAt !== null && !isBack) {
    const missing = missingAuthors(facts, now)
    if (missing) return missing
    const reason = `Checked ${monthDay(screenedAt, now)}, no reviewers invited yet`
    return act('invite-reviewers', { reason, since: screenedAt })
  }
  const days = daysBetween(since, now)
  if (days >= screeningDays(facts.promised.reminders)) {
    return act('screen', { reason: `Not checked in ${daysInWords(days)}`, alert: true, since })
  }
  const reason = isBack ? `Returned manuscript arrived ${monthDay(versionAt, now)}` : 'New manuscript, not checked yet'
  return act('screen', { reason, since })
}

const REVISIONS = { return: 'Corrected manuscript', minor: 'Minor revision', major: 'Major revision' } as const

function nextInRevision(facts: CaseFacts, viewpoint: Viewpoint): NextStep {
  const { now } = viewpoint
  const decision = standingDecisions(facts.decisions).at(-1)
  const kind = decision?.kind === 'major' || decision?.kind === 'minor' ? decision.kind : 'return'
  const since = decision?.decided_at ?? facts.versionAt
  const due = decision?.revision_due_on ?? null
  const pending = beforeRelease(facts, viewpoint, `${REVISIONS[kind]} asked for`, 'authors')
  if (pending) return pending
  if (due === null) return wait('authors', null, { reason: `${REVISIONS[kind]} awaited`, since })
  const late = daysBetween(due, now)
  const reminder = nextForAuthor(facts, now)
  if (late <= 0) {
    const reason = `${REVISIONS[kind]} due ${monthDay(due, now)}`
    return wait('authors', reminder, { reason, since, due })
  }
  const reason = `${REVISIONS[kind]} ${daysInWords(late)} late`
  // The journal has reminded the author for the last time.
  if (reminder === null) return act('write-to-author', { reason, alert: true, since: due })
  return wait('authors', reminder, { reason, alert: true, since, due })
}

/** Held for an issue, it is published with it, unless its authors have asked for corrections since. */
function waitForIssue({ heldFor, proof }: CaseFacts): NextStep | null {
  if (!heldFor || (proof?.answer === 'corrections' && (proof.answeredAt ?? '') > heldFor.at)) return null
  return wait('others', null, { reason: `Waits for ${heldFor.issue}`, since: heldFor.at })
}

/** Accepted, and not published yet. */
function nextInProduction(facts: CaseFacts, viewpoint: Viewpoint): NextStep {
  const { now } = viewpoint
  const { proof } = facts
  const pending = beforeRelease(facts, viewpoint, 'Accepted', 'authors') ?? waitForIssue(facts)
  if (pending) return pending
  const acceptedAt = standingDecisions(facts.decisions).at(-1)?.decided_at ?? facts.versionAt
  if (!proof || proof.sentAt < acceptedAt) {
    return act('send-proof', { reason: `Accepted ${monthDay(acceptedAt, now)}`, since: acceptedAt })
  }
  const answeredAt = proof.answeredAt ?? proof.sentAt
  if (proof.answer === 'approved') {
    return act('publish', { reason: `Proof approved ${monthDay(answeredAt, now)}`, since: answeredAt })
  }
  if (proof.answer === 'corrections') {
    const reason = `Corrections to the proof arrived ${monthDay(answeredAt, now)}`
    return act('send-proof', { reason, since: answeredAt })
  }
  if (proof.dueOn < dayOf(now)) {
    const reason = `No answer to the proof since ${monthDay(proof.sentAt, now)}`
    return act('publish', { reason, alert: true, since: proof.dueOn })
  }
  return wait('authors', nextForAuthor(facts, now), {
    reason: `Proof with the author until ${monthDay(proof.dueOn, now)}`,
    since: proof.sentAt,
    due: proof.dueOn,
  })
}

/** Only an editor who had no part in what an appeal or a complaint is about answers it. */
export const mayAnswer = (
  { handlerId, involved }: Pick<GrievanceFacts, 'handlerId' | 'involved'>,
  userId: string,
): boolean => !involved.includes(userId) && (handlerId === null || handlerId === userId)

function nextOfGrievance(grievance: GrievanceFacts, { now, userId }: Viewpoint): NextStep {
  const { kind, dueOn, sentAt, handlerId } = grievance
  const left = daysBetween(now, dueOn)
  const when = left < 0 ? `${daysInWords(-left)} late` : `due ${monthDay(dueOn, now)}`
  const common = { alert: left < 0, since: sentAt, due: dueOn }
  if (mayAnswer(grievance, userId)) {
    return act(kind === 'appeal' ? 'answer-appeal' : 'answer-complaint', {
      reason: `${capital(kind)} ${when}`,
      ...common,
    })
  }
  const who = handlerId === null ? 'for another editor' : 'with another editor'
  return wait('others', null, { reason: `${capital(kind)} ${who}, ${when}`, ...common })
}

/** The order within a group: what is most overdue first, what was closed last first. */
export function caseOrder(step: NextStep, facts: CaseFacts, now: Date): number {
  if (step.group === 'closed') return -Date.parse(step.since)
  if (step.due !== undefined) return daysBetween(now, step.due)
  const promise = promiseOf(facts, now)
  const isRunning = promise && promise.state !== 'kept' && promise.state !== 'broken'
  return isRunning ? promise.days - promise.day : ATTENTION_DAYS - daysBetween(step.since, now)
}
