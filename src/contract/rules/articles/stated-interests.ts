import { joinNames } from '../people/author-names.ts'
import { answerIn } from './statements.ts'

/** The longest statement of one author about their own interests. */
export const INTERESTS_MAX = 1000

/** What an author has said of their own interests: null is no answer, an empty text is none. */
export interface StatedInterests {
  fullName: string
  competingInterests: string | null
}

/**
 * The printed statement: what the article states as a whole, and then, by name, what its authors have said themselves. Who did
 * not answer is never said to have none: once one author has answered, a 'None' for all gives way to what each has said.
 */
export function printedInterests(overall: string | null, authors: readonly StatedInterests[]): string | null {
  const answered = authors.filter(({ competingInterests }) => competingInterests !== null)
  if (!answered.length) return overall
  const said = answered.filter(({ competingInterests }) => competingInterests !== '')
  const none = answered.filter(({ competingInterests }) => competingInterests === '').map(({ fullName }) => fullName)
  const parts = [
    ...(answerIn('competingInterests', overall) === 'text' ? [overall!.trim()] : []),
    ...said.map(({ fullName, competingInterests }) => `${fullName}: ${competingInterests!.trim()}`),
    ...(none.length ? [`${joinNames(none)} ${none.length === 1 ? 'declares' : 'declare'} none.`] : []),
  ]
  return parts.join('\n\n')
}
