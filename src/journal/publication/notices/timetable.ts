import { NOTICE_UNDO_MINUTES } from '../../../contract/rules/articles/notices.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'

/** The days before its end on which those who have not answered are reminded; and after which editors are. */
const REMIND_DAYS = 2
/** When editors get an email about a concern, in days from the date that it prints. */
export const CONCERN_STEPS = [-14, 0, 14] as const

/** One thing that is due for a notice, and when. */
export interface NoticeStep {
  step: string
  at: string
}

const midnight = (day: string): string => `${day}T00:00:00.000Z`

export const releaseAtOf = (confirmedAt: Date): string =>
  new Date(confirmedAt.getTime() + NOTICE_UNDO_MINUTES * MINUTE_MS).toISOString()

/** All that time brings for a notice as it is, in order; `done` are steps that have been taken. */
export function stepsOf(
  { state, answers_due_on, asked_at, ready_at, release_at, review_on, kind }: NoticeRow,
  { isClosed, done }: { isClosed: boolean; done: ReadonlySet<string> },
): NoticeStep[] {
  const steps: NoticeStep[] = []
  if (state === 'asked' && answers_due_on !== null && asked_at !== null) {
    const remindOn = addDays(answers_due_on, -REMIND_DAYS)
    steps.push({ step: `draft ${asked_at}`, at: midnight(remindOn) })
    steps.push({ step: 'heard', at: midnight(addDays(answers_due_on, 1)) })
  }
  if (state === 'ready' && ready_at !== null) {
    steps.push({ step: `confirm ${ready_at}`, at: new Date(addMs(ready_at, REMIND_DAYS)).toISOString() })
  }
  if (state === 'confirmed' && release_at !== null) steps.push({ step: 'release', at: release_at })
  if (state === 'published' && kind === 'concern' && review_on !== null && !isClosed) {
    for (const days of CONCERN_STEPS)
      steps.push({ step: `concern ${days}`, at: midnight(addDays(dayOf(review_on), days)) })
  }
  return steps.filter(({ step }) => !done.has(step))
}

const addMs = (at: string, days: number): number => Date.parse(at) + days * 86_400_000
