import type { AssignmentFacts, CaseFacts, Viewpoint } from './case-facts.ts'
import { daysBetween } from './days.ts'
import { capital, countInWords, daysInWords, monthDay, monthDays, numberInWords, ordinal } from './in-words.ts'
import { act, wait, type NextStep } from './next-step.ts'
import { nextForReviewers } from './due.ts'
import { isLateBy } from './report-marks.ts'
import { RECOMMENDATIONS, type DecisionKind, type Recommendation } from './stages.ts'
import { reportLateForEditor, decisionDays } from './time-limits.ts'
import { standingDecisions } from './undo.ts'

const RECOMMENDED: Record<Recommendation, string> = {
  accept: 'accept',
  minor: 'minor revision',
  major: 'major revision',
  decline: 'decline',
}
const ARRIVED: Partial<Record<DecisionKind, string>> = { minor: 'Minor revision', major: 'Major revision' }

/** The assignments of a round, by what the editor can count on. */
interface Sorted {
  submitted: AssignmentFacts[]
  /** Agreed, or still to answer, and not so late that the editor should look for someone else. */
  awaited: AssignmentFacts[]
  tooLate: AssignmentFacts[]
  standby: AssignmentFacts[]
  /** Without a report. */
  ended: AssignmentFacts[]
}

/** The next step of a case in review. */
export function nextInReview(facts: CaseFacts, { now }: Viewpoint): NextStep {
  const assignments = facts.round?.assignments ?? []
  if (!facts.round || !assignments.length) return nextWithoutReviewers(facts, now)
  const waiting = assignments.filter(({ conflictWaits }) => conflictWaits)
  const since = latest(
    waiting.map(({ repliedAt }) => repliedAt),
    'first',
  )
  if (since !== null) {
    const who =
      waiting.length === 1 ? 'A reviewer declares' : `${capital(numberInWords(waiting.length))} reviewers declare`
    return act('answer-conflict', { reason: `${who} a conflict of interest`, since })
  }
  const isTooLate = (assignment: AssignmentFacts) =>
    isLateBy(assignment, reportLateForEditor(facts.promised.reminders), now)
  const sorted: Sorted = {
    submitted: assignments.filter(({ state }) => state === 'submitted'),
    awaited: assignments.filter((one) => one.state === 'invited' || (one.state === 'agreed' && !isTooLate(one))),
    tooLate: assignments.filter(isTooLate),
    standby: assignments.filter(({ state }) => state === 'standby'),
    ended: assignments.filter(({ state }) => ['declined', 'lapsed', 'cancelled'].includes(state)),
  }
  const { submitted, awaited } = sorted
  if (submitted.length + awaited.length < facts.promised.reviewers) return tooFew(sorted, facts.round.openedAt, now)
  return awaited.length ? waitingFor(sorted, facts, now) : complete(sorted, facts, now)
}

/** Nobody has been invited: a revision has arrived, an appeal was upheld, or the round is empty. */
function nextWithoutReviewers({ decisions, versionAt, round, screenedAt, receivedOn }: CaseFacts, now: Date) {
  const last = standingDecisions(decisions).at(-1)
  const arrived = last && ARRIVED[last.kind]
  if (arrived && versionAt > last.decided_at) {
    return act('read-revision', { reason: `${arrived} arrived ${monthDay(versionAt, now)}`, since: versionAt })
  }
  if (last?.kind === 'reopen') {
    const reason = `Reopened after an appeal ${monthDay(last.decided_at, now)}`
    return act('invite-reviewers', { reason, since: last.decided_at })
  }
  return act('invite-reviewers', {
    reason: 'No reviewers invited yet',
    since: round?.openedAt ?? screenedAt ?? receivedOn,
  })
}

function tooFew({ submitted, awaited, tooLate, standby, ended }: Sorted, openedAt: string, now: Date): NextStep {
  const action = standby.length ? 'invite-standby' : 'invite-reviewers'
  if (tooLate.length) {
    const since = latest(
      tooLate.map(({ dueOn }) => dueOn),
      'first',
    )!
    const days = daysInWords(daysBetween(since, now))
    const reason =
      tooLate.length === 1
        ? `One report ${days} late`
        : `${capital(countInWords(tooLate.length, 'report'))} late, one by ${days}`
    return act(action, { reason, alert: true, since })
  }
  const last = ended.toSorted((one, other) => ((one.closedAt ?? '') < (other.closedAt ?? '') ? 1 : -1))[0]
  const taking = submitted.length + awaited.length
  const since = last?.closedAt ?? openedAt
  const more = standby.length ? 'standby not invited yet' : last ? 'no standby left' : 'no standby'
  if (!last || last.state === 'cancelled') {
    const reason = taking ? `Only ${countInWords(taking, 'reviewer')} so far` : 'No reviewer is left'
    return act(action, { reason: `${reason}, ${more}`, alert: !taking, since })
  }
  if (!taking && ended.length > 1) {
    const refused = ended.every(({ state }) => state === 'declined') ? 'All reviewers declined' : 'No reviewer is left'
    return act(action, { reason: `${refused}, ${more}`, alert: true, since })
  }
  const did = last.state === 'declined' ? 'declined' : 'did not answer'
  return act(action, { reason: `${capital(ordinal(taking + 1))} reviewer ${did}, ${more}`, alert: true, since })
}

/** All awaited reports are in. */
function complete({ submitted, tooLate }: Sorted, { promised }: CaseFacts, now: Date): NextStep {
  const since = latest(submitted.map(({ submittedAt }) => submittedAt)) ?? now.toISOString()
  const alert = daysBetween(since, now) >= decisionDays(promised.reminders)
  if (tooLate.length) {
    const reports = submitted.length === 1 ? 'One report in' : `${capital(numberInWords(submitted.length))} reports in`
    return act('decide', { reason: `${reports}, ${numberInWords(tooLate.length)} late`, alert, since })
  }
  const said = disagreement(submitted)
  if (said) return act('decide', { reason: `Reports disagree: ${said}`, alert, since })
  const reports = ['Report', 'Both reports'][submitted.length - 1] ?? `All ${numberInWords(submitted.length)} reports`
  return act('decide', { reason: `${reports} received ${monthDay(since, now)}`, alert, since })
}

/** The recommendations, if they are further apart than neighbours in the order from accept to decline. */
function disagreement(submitted: readonly AssignmentFacts[]): string | null {
  const places = submitted
    .flatMap(({ recommendation }) => (recommendation === null ? [] : [RECOMMENDATIONS.indexOf(recommendation)]))
    .toSorted((a, b) => a - b)
  if (places.length < 2 || places.at(-1)! - places[0]! < 2) return null
  return [...new Set(places)].map((place) => RECOMMENDED[RECOMMENDATIONS[place]!]).join(', ')
}

function waitingFor({ submitted, awaited }: Sorted, facts: CaseFacts, now: Date): NextStep {
  const assignments = facts.round?.assignments ?? []
  const since =
    latest(assignments.flatMap(({ invitedAt, repliedAt, submittedAt }) => [invitedAt, repliedAt, submittedAt])) ??
    now.toISOString()
  const system = nextForReviewers(facts, now)
  const invited = awaited.filter(({ state }) => state === 'invited')
  const late = awaited.filter((one) => isLateBy(one, 1, now))
  if (late.length) {
    const days = daysInWords(daysBetween(late[0]!.dueOn!, now))
    return wait('others', system, { reason: `One report ${days} late`, alert: true, since })
  }
  if (invited.length) {
    const reason = `${capital(countInWords(invited.length, 'answer'))} outstanding`
    return wait('others', system, { reason, since })
  }
  if (awaited.some(({ clarifying }) => clarifying)) {
    return wait('others', system, { reason: 'A reviewer is asked to clarify a report', since })
  }
  const due = awaited.flatMap(({ dueOn }) => dueOn ?? [])
  const which =
    awaited.length > 1 ? 'Reports' : submitted.length ? `${capital(ordinal(submitted.length + 1))} report` : 'Report'
  return wait('others', system, { reason: `${which} due ${monthDays(due, now)}`, since })
}

/** The last of some times, or the first. */
function latest(times: readonly (string | null)[], which: 'last' | 'first' = 'last'): string | null {
  const sorted = times.filter((time) => time !== null).toSorted()
  return sorted.at(which === 'last' ? -1 : 0) ?? null
}
