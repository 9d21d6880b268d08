import { AUTHORSHIP_REMINDERS } from './authorship.ts'
import type { AssignmentFacts, AuthorFacts, CaseFacts } from './case-facts.ts'
import { addDays, dayOf } from './days.ts'
import { dayOrToday } from './in-words.ts'
import { isUndecided } from './promise.ts'
import { type ReminderDays, reportOverdueDays } from './time-limits.ts'
import { isReleased, standingDecisions, type DecisionRecord } from './undo.ts'

type EditorReminder = `editor-${'screening-late' | 'report-overdue' | 'decide-now' | 'conflict-declared'}`

/** An email, to the editors of a case, its author, a reviewer, or the editor who handles an appeal. */
export type ReminderEmail =
  | { readonly to: 'editors'; readonly email: EditorReminder }
  | { readonly to: 'author'; readonly email: 'author-delay' | 'author-revision-due' | 'author-proof-due' }
  | { readonly to: 'reviewer'; readonly email: 'reviewer-reminder' | 'reviewer-report-due' }
  | { readonly to: 'handler'; readonly email: 'editor-appeal-due' }
  | { readonly to: 'co-author'; readonly email: 'co-author-reminder'; readonly isProposed: boolean }

/** What a step is about, as emails name it. */
export type StepSubject = 'articleId' | 'assignmentId' | 'decisionId' | 'proofId' | 'grievanceId' | 'contributorId'

/**
 * One step of the timetable. The steps of a series follow one another; its name holds the date from which it is
 * counted, so that another date, or another invitation, begins a new series.
 */
export interface Step {
  readonly subject: StepSubject
  readonly subjectId: string
  /** Unique for its subject: 'report 2026-05-27 +3'. */
  readonly step: string
  readonly on: string
  readonly act: ReminderEmail | 'lapse'
}

/** A step that is due, and earlier ones of its series that are passed over. */
export interface DueStep extends Step {
  readonly passed: readonly string[]
}

interface Series {
  subject: StepSubject
  subjectId: string
  name: string
  /** The date from which the days are counted. */
  from: string
  days: readonly number[]
  /** When the series came about: what would have been due by then is no step of it. */
  since?: string | null
  act: Step['act']
}

const signed = (days: number): string => (days < 0 ? `${days}` : `+${days}`)

const stepsOf = ({ subject, subjectId, name, from, days, since = null, act }: Series): Step[] =>
  days
    .map((day): Step => {
      const anchor = dayOf(from)
      return { subject, subjectId, step: `${name} ${anchor} ${signed(day)}`, on: addDays(anchor, day), act }
    })
    .filter(({ on }) => since === null || on > dayOf(since))

/** The day on which an invitation ends without an answer: never before the day by which one was asked for. */
export function invitationLapsesOn(
  { invitedAt, replyDueOn }: { invitedAt: string; replyDueOn: string | null },
  { lapse }: Pick<ReminderDays, 'lapse'>,
): string {
  const usual = addDays(dayOf(invitedAt), lapse)
  const asked = replyDueOn === null ? usual : addDays(replyDueOn, 1)
  return asked > usual ? asked : usual
}

/**
 * All steps of a case as it now stands, past and future, by series. What has become pointless is not among them:
 * a reviewer who has answered is not reminded any more.
 */
export function plannedSeries(theCase: CaseFacts, now: Date): Step[][] {
  const { reminders } = theCase.promised
  const open =
    theCase.closedAt !== null
      ? []
      : [
          ...[...ofCase(theCase, now), ...ofDecision(theCase)].map(stepsOf),
          ...(theCase.round?.assignments ?? []).flatMap((one) => ofAssignment(one, reminders)),
          ...theCase.authors.flatMap(ofAuthor),
        ]
  const appeals = theCase.grievances.map(({ id, sentAt }) =>
    stepsOf({
      ...{ subject: 'grievanceId', subjectId: id, name: 'appeal', from: sentAt, days: reminders.appeal },
      act: { email: 'editor-appeal-due', to: 'handler' },
    }),
  )
  return [...open, ...appeals].filter((steps) => steps.length)
}

function ofCase(theCase: CaseFacts, now: Date): Series[] {
  const { articleId, stage, receivedOn, promisedOn, screenedAt, revisedAt, proof } = theCase
  const { reminders } = theCase.promised
  const series: Series[] = []
  const arrived = revisedAt ?? receivedOn
  if (stage === 'screening' && (screenedAt === null || (revisedAt !== null && screenedAt < revisedAt))) {
    series.push({
      ...{
        subject: 'articleId',
        subjectId: articleId,
        name: 'screening',
        from: arrived,
        days: reminders.screening,
      },
      act: { email: 'editor-screening-late', to: 'editors' },
    })
  }
  if (isUndecided(theCase)) {
    series.push({
      ...{ subject: 'articleId', subjectId: articleId, name: 'delay', from: promisedOn, days: [0] },
      act: { email: 'author-delay', to: 'author' },
    })
  }
  if (stage === 'accepted' && proof !== null && proof.answeredAt === null) {
    series.push({
      ...{ subject: 'proofId', subjectId: proof.id, name: 'proof', from: proof.sentAt, days: reminders.proof },
      act: { email: 'author-proof-due', to: 'author' },
    })
  }
  const last = standingDecisions(theCase.decisions).at(-1)
  if (stage === 'revising' && last?.revision_due_on && isReleased(last, now)) {
    series.push({
      ...{
        subject: 'decisionId',
        subjectId: last.id,
        name: 'revision',
        from: last.revision_due_on,
        days: reminders.revision,
      },
      since: last.revision_moved_at ?? last.decided_at,
      act: { email: 'author-revision-due', to: 'author' },
    })
  }
  return series
}

function ofAssignment(assignment: AssignmentFacts, timetable: ReminderDays): Step[][] {
  const { id, state, invitedAt, replyDueOn, repliedAt, dueOn, submittedAt, isUndeliverable } = assignment
  if (assignment.conflictWaits && repliedAt !== null) {
    // The reviewer has answered: neither are they reminded, nor does the invitation end.
    const waits = stepsOf({
      ...{ subject: 'assignmentId', subjectId: id, name: 'conflict', from: repliedAt, days: timetable.conflict },
      act: { email: 'editor-conflict-declared', to: 'editors' },
    })
    return [waits]
  }
  if (state === 'invited' && invitedAt !== null) {
    const lapsesOn = invitationLapsesOn({ invitedAt, replyDueOn }, timetable)
    const reminders = stepsOf({
      ...{
        subject: 'assignmentId',
        subjectId: id,
        name: 'invitation',
        from: invitedAt,
        days: timetable.invitation,
      },
      act: { email: 'reviewer-reminder', to: 'reviewer' },
    }).filter(({ on }) => on < lapsesOn)
    // The last step of the same series: nobody is reminded of an invitation that ends.
    const lapse = stepsOf({
      subject: 'assignmentId',
      subjectId: id,
      name: 'lapse',
      from: lapsesOn,
      days: [0],
      act: 'lapse',
    })
    return [[...(isUndeliverable ? [] : reminders), ...lapse]]
  }
  if (state !== 'agreed' || dueOn === null) return []
  // A report that was sent and came back with a question was begun later than its reviewer agreed.
  const since = submittedAt !== null && (repliedAt === null || submittedAt > repliedAt) ? submittedAt : repliedAt
  const ofReport = { subject: 'assignmentId', subjectId: id, from: dueOn, since } as const
  const due = stepsOf({
    ...{ ...ofReport, name: 'report', days: timetable.report },
    act: { email: 'reviewer-report-due', to: 'reviewer' },
  })
  const overdue = stepsOf({
    ...{ ...ofReport, name: 'overdue', days: reportOverdueDays(timetable) },
    act: { email: 'editor-report-overdue', to: 'editors' },
  })
  return isUndeliverable ? [overdue] : [due, overdue]
}

/** Whether a list of authors is right, of those who were written to and have not answered, if the case waits for them. */
const ofAuthor = ({ contributorId, state, toldAt, isBinding, isProposed }: AuthorFacts): Step[][] =>
  state !== 'asked' || toldAt === null || !(isBinding || isProposed)
    ? []
    : [
        stepsOf({
          ...{ subject: 'contributorId', subjectId: contributorId, from: toldAt, days: AUTHORSHIP_REMINDERS },
          name: isProposed ? 'change of authors' : 'authorship',
          act: { email: 'co-author-reminder', to: 'co-author', isProposed },
        }),
      ]

/** Nothing is awaited any more: the editor decides. */
function ofDecision({ articleId, stage, round, decisions, revisedAt, promised }: CaseFacts): Series[] {
  const from = stage !== 'reviewing' ? null : round ? lastReportAt(round.assignments) : revisionAt(decisions, revisedAt)
  return from === null
    ? []
    : [
        {
          ...{ subject: 'articleId', subjectId: articleId, name: 'decision', from, days: promised.reminders.decision },
          act: { email: 'editor-decide-now', to: 'editors' },
        },
      ]
}

/** When the last awaited report arrived, or its reviewer gave up; null while one is awaited, or if there is none. */
function lastReportAt(assignments: readonly AssignmentFacts[]): string | null {
  const isAwaited = assignments.some(({ state }) => state === 'invited' || state === 'agreed')
  if (isAwaited || !assignments.some(({ state }) => state === 'submitted')) return null
  const ends = assignments.flatMap(({ submittedAt, closedAt, invitedAt }) =>
    invitedAt === null ? [] : (closedAt ?? submittedAt ?? []),
  )
  return ends.toSorted().at(-1) ?? null
}

/** When the revision arrived that the editor checks without reviewers. */
function revisionAt(decisions: readonly DecisionRecord[], revisedAt: string | null): string | null {
  const last = standingDecisions(decisions).at(-1)
  return last?.kind === 'minor' && revisedAt !== null && revisedAt > last.decided_at ? revisedAt : null
}

/** The key of a step among those of all subjects. */
export const stepKey = ({ subjectId, step }: Pick<Step, 'subjectId' | 'step'>): string => `${subjectId} ${step}`

/**
 * The steps of a case that are due at this time. `done` holds the keys of those that have been sent or passed
 * over. Of several missed steps of a series only the newest is due; one that a later step has overtaken never is.
 */
export function dueSteps(theCase: CaseFacts, done: ReadonlySet<string>, now: Date): DueStep[] {
  const today = dayOf(now)
  return plannedSeries(theCase, now).flatMap((series): DueStep[] => {
    const newest = series.findLastIndex(({ on }) => on <= today)
    if (newest < 0 || series.slice(newest).some((step) => done.has(stepKey(step)))) return []
    const passed = series.slice(0, newest).filter((step) => !done.has(stepKey(step)))
    return [{ ...series[newest]!, passed: passed.map(({ step }) => step) }]
  })
}

/**
 * False for a reminder that waits to be sent and has become pointless meanwhile: its subject has moved on, or a
 * later step of its series has been sent.
 */
export function isStillDue(
  theCase: CaseFacts,
  done: ReadonlySet<string>,
  { subjectIds, step }: { subjectIds: readonly string[]; step: string },
  now: Date,
): boolean {
  for (const series of plannedSeries(theCase, now)) {
    const at = series.findIndex((each) => each.step === step && subjectIds.includes(each.subjectId))
    if (at >= 0) return !series.slice(at + 1).some((later) => done.has(stepKey(later)))
  }
  return false
}

/** What the journal sends to the author next, in words: 'Reminder June 19'; null if nothing more is planned. */
export function nextForAuthor(facts: CaseFacts, now: Date): string | null {
  const step = nextPlanned(facts, 'author', now)
  return step && `Reminder ${dayOrToday(step.on, now)}`
}

/** When the journal reminds the authors next who have not answered: 'Reminder June 19'. */
export function nextForCoAuthors(facts: CaseFacts, now: Date): string | null {
  const step = nextPlanned(facts, 'co-author', now)
  return step && `Reminder ${dayOrToday(step.on, now)}`
}

/** What happens next without the editor while answers and reports are awaited. */
export function nextForReviewers(facts: CaseFacts, now: Date): string | null {
  const step = nextPlanned(facts, 'reviewer', now)
  if (!step) return null
  const hasStandby = facts.round?.assignments.some(({ state }) => state === 'standby')
  const what = step.act !== 'lapse' ? 'Reminder' : hasStandby ? 'Standby invited' : 'Invitation ends'
  return `${what} ${dayOrToday(step.on, now)}`
}

/** The first step of the timetable, today or later, that concerns the author or a reviewer. */
function nextPlanned(facts: CaseFacts, whom: 'author' | 'co-author' | 'reviewer', now: Date): Step | null {
  const today = dayOf(now)
  const steps = plannedSeries(facts, now)
    .flat()
    .filter(({ on, act }) => on >= today && (act === 'lapse' ? 'reviewer' : act.to) === whom)
  return steps.toSorted((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0))[0] ?? null
}
