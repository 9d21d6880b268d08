import type { CaseFacts } from './case-facts.ts'
import { dayOf } from './days.ts'
import { plannedSeries, type Step } from './due.ts'
import { dayOrToday } from './in-words.ts'
import type { TimedCase } from './timed-case.ts'

/** What the journal sends to the author next, in words: 'Reminder June 19'; null if nothing more is planned. */
export function nextForAuthor(facts: CaseFacts, now: Date): string | null {
  const step = nextPlanned(facts, 'author', now)
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
function nextPlanned(facts: CaseFacts, whom: 'author' | 'reviewer', now: Date): Step | null {
  const today = dayOf(now)
  const steps = plannedSeries(asTimed(facts), now)
    .flat()
    .filter(({ on, act }) => on >= today && (act === 'lapse' ? 'reviewer' : act.to) === whom)
  return steps.toSorted((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0))[0] ?? null
}

/** Without ids, which only the names of steps need. */
const asTimed = (facts: CaseFacts): TimedCase => ({
  ...facts,
  articleId: '',
  isClosed: facts.closedAt !== null,
  revisedAt: facts.versionAt,
  assignments: facts.round && facts.round.assignments.map((one) => ({ ...one, id: '' })),
  proof: facts.proof && { ...facts.proof, id: '' },
  grievances: [],
})
