import { longDate } from '../text/dates.ts'
import type { AuthorFacts } from './author-status.ts'
import type { LetterKind } from './stages.ts'

/** One step of a manuscript's way, for its authors. */
export interface AuthorStep {
  readonly title: string
  readonly note: string
  readonly state: 'done' | 'now' | 'ahead'
}

const DECIDED: Record<LetterKind, string> = {
  return: 'Returned',
  minor: 'Minor revision',
  major: 'Major revision',
  accept: 'Accepted',
  decline: 'Declined',
}

/** 'June 13'. */
const dayAndMonth = (day: string | null): string => longDate(day).replace(/, \d{4}$/, '')
const noted = (before: string, day: string | null): string => (day === null ? '' : `${before} ${dayAndMonth(day)}`)

/** The way of a manuscript from receipt to publication: what is done, where it is, what lies ahead. */
export function authorSteps(facts: AuthorFacts): AuthorStep[] {
  const { stage, receivedOn, reviewOn, decision } = facts
  const behind: [title: string, note: string][] = [['Received', dayAndMonth(receivedOn)]]
  if (reviewOn !== null) behind.push(['In review', dayAndMonth(reviewOn)])
  const ahead: [title: string, note: string][] = []
  switch (stage) {
    case 'editor':
    case 'review':
      if (facts.isReopened) ahead.push(['Decision', ''])
      else if (facts.revisedOn !== null && decision) {
        behind.push([DECIDED[decision.kind], dayAndMonth(decision.on)], ['Revision', noted('sent', facts.revisedOn)])
      } else {
        if (reviewOn === null && facts.promisedOn !== null) ahead.push(['In review', ''])
        ahead.push(['Decision', noted('by', facts.promisedOn)], ['Revision', 'if needed'])
      }
      ahead.push(['Published', ''])
      break
    case 'revision':
      if (decision) behind.push([DECIDED[decision.kind], dayAndMonth(decision.on)])
      behind.push(['Revision', noted('due', decision?.revisionDueOn ?? null)])
      ahead.push(['Published', ''])
      break
    case 'accepted':
    case 'proof':
      behind.push(['Accepted', decision ? dayAndMonth(decision.on) : ''], ['Proof', proofNote(facts)])
      ahead.push(['Published', ''])
      break
    case 'published':
      if (decision) behind.push(['Accepted', dayAndMonth(decision.on)])
      behind.push(['Published', dayAndMonth(facts.endedOn)])
      break
    case 'declined':
      behind.push(['Declined', decision ? dayAndMonth(decision.on) : ''])
      break
    case 'withdrawn':
    case 'archived':
      behind.push([stage === 'withdrawn' ? 'Withdrawn' : 'Archived', dayAndMonth(facts.endedOn)])
      break
  }
  const current = behind.length - 1
  return [
    ...behind.map(([title, note], index): AuthorStep => ({ title, note, state: index === current ? 'now' : 'done' })),
    ...ahead.map(([title, note]): AuthorStep => ({ title, note, state: 'ahead' })),
  ]
}

function proofNote({ stage, proofAnswer, proofDueOn }: AuthorFacts): string {
  if (stage === 'proof') return noted('due', proofDueOn)
  return proofAnswer === null ? 'next' : proofAnswer === 'approved' ? 'approved' : 'corrected'
}
