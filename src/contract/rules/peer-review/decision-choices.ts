import { capital } from './in-words.ts'
import { joinNames } from '../people/author-names.ts'
import { counted } from '../text/plain-text.ts'
import { DECISION_NAMES, type LetterKind, type Recommendation } from './stages.ts'

/** What each decision means for the manuscript. */
const MEANINGS: Record<LetterKind, string> = {
  return: 'The authors change it before it is reviewed.',
  accept: 'It goes on to proofs and publication.',
  minor: 'You check the changes yourself.',
  major: 'The reviewers may read it again.',
  decline: 'It will not be published here.',
}

/** What the button says that sends each letter. */
export const SEND_WORDS: Record<LetterKind, string> = {
  return: 'Return to the Authors',
  accept: 'Send Acceptance',
  minor: 'Send Minor Revision',
  major: 'Send Major Revision',
  decline: 'Send Decline',
}

export interface ChoiceFacts {
  /** Of the reports that have arrived. */
  readonly recommendations: readonly Recommendation[]
  /** Why it should not be accepted yet. */
  readonly concerns: readonly string[]
  /** True before the first reviewers were invited. */
  readonly isScreening: boolean
}

/** What a decision means, and what speaks for or against it, in sentences. */
export function choiceInWords(kind: LetterKind, { recommendations, concerns, isScreening }: ChoiceFacts): string {
  const sentences = [MEANINGS[kind]]
  if (isScreening) {
    if (kind === 'decline') sentences.push('No reviewer has been asked.')
    return sentences.join(' ')
  }
  if (kind === 'accept') sentences.push(...(concerns.length ? concerns : ['Enough independent reports are in.']))
  const support = supportInWords(kind, recommendations)
  if (support) sentences.push(support)
  return sentences.join(' ')
}

/** 'Both reviewers recommend this.'; empty where nobody does. */
function supportInWords(kind: LetterKind, recommendations: readonly Recommendation[]): string {
  const all = recommendations.length
  const supporting = recommendations.filter((each) => each === kind).length
  if (!supporting) return ''
  if (all === 1) return 'The reviewer recommends this.'
  if (supporting === all) return `${all === 2 ? 'Both' : `All ${all}`} reviewers recommend this.`
  return `${supporting} of ${all} reviewers ${supporting === 1 ? 'recommends' : 'recommend'} this.`
}

/** What happens after each decision, for the editor who has made it. */
export const WHAT_FOLLOWS: Record<LetterKind, string> = {
  return: 'When the changed manuscript arrives, you check it again.',
  accept: 'Next: send the proof.',
  minor: 'The revision will appear on Today.',
  major: 'When the revision arrives, a new round opens, and you invite its reviewers.',
  decline: 'The case is closed, unless the authors appeal.',
}

/** Who receives an email once a decision can no longer be undone, and how many do. */
export interface Recipients {
  readonly authors: number
  /** Reviewers who have reported. */
  readonly reporters: number
  /** Reviewers whose review is no longer needed. */
  readonly cancelled: number
}

/** 'The letter (1 author) and the outcome (2 reviewers) go out at 07:27.' */
export function goesOutInWords({ authors, reporters, cancelled }: Recipients, at: string): string {
  const parts = [
    authors ? `the letter (${counted(authors, 'author')})` : '',
    reporters ? `the outcome (${counted(reporters, 'reviewer')})` : '',
    cancelled ? `a note that the review is no longer needed (${counted(cancelled, 'reviewer')})` : '',
  ].filter(Boolean)
  if (!parts.length) return `No email is sent. The decision can be undone until ${at}.`
  return `${capital(joinNames(parts))} ${parts.length === 1 ? 'goes' : 'go'} out at ${at}.`
}

/** 'Samina Farooqi has already decided: minor revision.' */
export const alreadyDecided = (name: string, kind: LetterKind): string =>
  `${name} has already decided: ${DECISION_NAMES[kind].toLowerCase()}.`
