import { counted } from '../text/plain-text.ts'
import { longDate } from '../text/dates.ts'
import type { AuthorStage } from './author-stage.ts'
import { daysBetween } from './days.ts'
import type { LetterKind } from './stages.ts'

/** What the status of a manuscript is made from: acts of its authors, and acts of editors that they know of. */
export interface AuthorFacts {
  readonly stage: AuthorStage
  readonly today: string
  readonly receivedOn: string
  /** Null for articles that never entered peer review. */
  readonly promisedOn: string | null
  /** When the first reviewers were invited. */
  readonly reviewOn: string | null
  /** The last decision whose letter has been sent. */
  readonly decision: { readonly kind: LetterKind; readonly on: string; readonly revisionDueOn: string | null } | null
  /** The day on which the authors answered that decision with a revision. */
  readonly revisedOn: string | null
  /** True once an appeal has reopened the case. */
  readonly isReopened: boolean
  readonly proofDueOn: string | null
  /** What the authors answered to the last proof. */
  readonly proofAnswer: 'approved' | 'corrections' | null
  /** Of an appeal that has not been answered. */
  readonly appealDueOn: string | null
  /** When it was published, withdrawn or archived. */
  readonly endedOn: string | null
}

/** One sentence with the one date that matters now, and what follows from it. */
export interface AuthorStatus {
  readonly sentence: string
  /** The date in the sentence. */
  readonly date: string | null
  readonly note: string
}

const dated = (before: string, date: string | null, note: string, after = ''): AuthorStatus =>
  date === null ? { sentence: before, date, note } : { sentence: `${before} ${longDate(date)}${after}`, date, note }

/** How many days are left, or how late it is, without reproach. */
function daysLeft(today: string, due: string): string {
  const days = daysBetween(today, due)
  if (days < 0) return `This was due ${counted(-days, 'day')} ago.`
  if (days === 0) return 'Due today.'
  return days === 1 ? '1 day left.' : `${days} days left.`
}

export function authorStatus(facts: AuthorFacts): AuthorStatus {
  const { stage, today, promisedOn, decision, receivedOn } = facts
  switch (stage) {
    case 'revision': {
      const due = decision?.revisionDueOn ?? null
      const left = due === null ? '' : `${daysLeft(today, due)} `
      return dated(
        due === null ? 'Please send your revision' : 'Please send your revision by',
        due,
        `${left}Need longer? Ask for another date below.`,
      )
    }
    case 'proof':
      return dated('Please check the proof by', facts.proofDueOn, daysLeft(today, facts.proofDueOn ?? today))
    case 'accepted':
      return acceptedStatus(facts)
    case 'published':
      return dated('Your article is published', null, 'Everyone can read it free of charge.')
    case 'declined':
      return facts.appealDueOn === null
        ? dated('The journal declined this manuscript on', decision?.on ?? null, 'See the letter.')
        : dated('You will have an answer to your appeal by', facts.appealDueOn, 'No action needed.')
    case 'withdrawn':
      return dated('This manuscript has been withdrawn', null, 'Its peer review has ended.')
    case 'archived':
      return dated('The journal has archived this manuscript', null, 'Please write to us if you did not expect this.')
    case 'editor':
    case 'review':
      if (facts.isReopened) {
        return dated('Your appeal was upheld', null, 'Your manuscript is in peer review again. No action needed.')
      }
      if (facts.revisedOn !== null) {
        return dated('We received your revision on', facts.revisedOn, 'The editor will write to you. No action needed.')
      }
      if (promisedOn === null) {
        return dated('We received your manuscript on', receivedOn, 'The editor will write to you. No action needed.')
      }
      if (promisedOn < today) {
        return dated(
          'We promised you a decision by',
          promisedOn,
          'We are sorry for the delay. You can write to the editor below, or withdraw your manuscript.',
        )
      }
      return dated('Decision expected by', promisedOn, waitingNote(stage))
  }
}

function acceptedStatus({ decision, proofAnswer }: AuthorFacts): AuthorStatus {
  const on = decision?.kind === 'accept' ? decision.on : null
  const sentence = on === null ? 'Your manuscript has been accepted' : 'Your manuscript was accepted on'
  if (proofAnswer === 'approved') return dated(sentence, on, 'You have approved the proof. Publication is next.')
  if (proofAnswer === 'corrections') return dated(sentence, on, 'We have your corrections and will make the changes.')
  return dated(sentence, on, 'Next, you will get a proof to check.')
}

const waitingNote = (stage: 'editor' | 'review'): string =>
  stage === 'review'
    ? 'Your manuscript is in peer review. No action needed; we will write if it takes longer.'
    : 'Your manuscript is with the editor. You need not do anything; we will write if it takes longer.'
