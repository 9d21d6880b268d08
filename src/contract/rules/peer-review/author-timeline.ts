import { longDate } from '../text/dates.ts'
import type { LetterKind } from './stages.ts'

/** What has happened to a manuscript that its authors know of; the day is in UTC. */
export type AuthorEvent = { readonly on: string } & (
  | { readonly what: 'received'; readonly promisedOn: string | null }
  | {
      readonly what: 'review' | 'reopened' | 'published' | 'withdrawn' | 'archived' | 'appeal' | 'complaint' | 'answer'
    }
  | { readonly what: 'decision'; readonly kind: LetterKind; readonly dueOn: string | null }
  | { readonly what: 'revision'; readonly number: number }
  | { readonly what: 'proof'; readonly dueOn: string }
  | { readonly what: 'proof-answered'; readonly answer: 'approved' | 'corrections' }
)

const DECIDED: Record<LetterKind, string> = {
  return: 'The editor returned your manuscript to you before review.',
  minor: 'The editor asked for a minor revision.',
  major: 'The editor asked for a major revision.',
  accept: 'The editor accepted your manuscript.',
  decline: 'The editor declined your manuscript.',
}

/** An event as a sentence for the authors. */
export function eventInWords(event: AuthorEvent): string {
  switch (event.what) {
    case 'received':
      return event.promisedOn === null ? 'Received.' : `Received. Decision promised by ${longDate(event.promisedOn)}.`
    case 'review':
      return 'The initial check is done. Your manuscript went to review.'
    case 'decision':
      return event.dueOn === null
        ? DECIDED[event.kind]
        : DECIDED[event.kind].replace(/\.$/, ` (due ${longDate(event.dueOn)}).`)
    case 'revision':
      return `You sent version ${event.number}.`
    case 'proof':
      return `We sent you the proof, to check by ${longDate(event.dueOn)}.`
    case 'proof-answered':
      return event.answer === 'approved' ? 'You approved the proof.' : 'You sent corrections to the proof.'
    case 'appeal':
      return 'You appealed against the decision.'
    case 'complaint':
      return 'You sent a complaint.'
    case 'answer':
      return 'We answered you.'
    case 'reopened':
      return 'Your appeal was upheld. The manuscript is in review again.'
    case 'withdrawn':
      return 'The manuscript was withdrawn.'
    case 'archived':
      return 'The journal archived the manuscript.'
    case 'published':
      return 'Published.'
  }
}
