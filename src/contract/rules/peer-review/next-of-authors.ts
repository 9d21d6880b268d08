import { joinNames } from '../people/author-names.ts'
import { isAgreed, WAIVED_FROM_DAY } from './authorship.ts'
import type { AuthorFacts, CaseFacts } from './case-facts.ts'
import { daysBetween } from './days.ts'
import { nextForCoAuthors } from './due.ts'
import { daysInWords } from './in-words.ts'
import { act, type NextStep, wait } from './next-step.ts'

const binding = ({ authors }: CaseFacts): AuthorFacts[] =>
  authors.filter(({ isBinding, isProposed }) => isBinding && !isProposed)

/** An author says that the list is wrong: nothing else goes on. */
export function disagreement(facts: CaseFacts): NextStep | null {
  const disagree = binding(facts).filter(({ state }) => state === 'declined')
  if (facts.closedAt !== null || !disagree.length) return null
  const names = joinNames(disagree.map(({ fullName }) => fullName))
  const reason = `${names} ${disagree.length === 1 ? 'disagrees' : 'disagree'} with the list of authors`
  const since = disagree.map(({ answeredAt }) => answeredAt ?? facts.receivedOn).toSorted()[0]!
  return act('ask-authors', { reason, alert: true, since })
}

/** What is next while reviewers cannot be invited because authors have not answered; null if all have. */
export function missingAuthors(facts: CaseFacts, now: Date): NextStep | null {
  const [counting, proposed] = [binding(facts), facts.authors.filter(({ isProposed }) => isProposed)]
  const all = isAgreed(counting) ? proposed : counting
  if (isAgreed(all)) return null
  const missing = all.filter(({ state }) => state === 'asked')
  const since = missing.map(({ toldAt }) => toldAt ?? facts.receivedOn).toSorted()[0]!
  const days = daysBetween(since, now)
  const reason = `${missing.length} of ${all.length} authors not confirmed${days > 0 ? ` in ${daysInWords(days)}` : ''}`
  // Only an editor can go on: the journal has reminded them for the last time, or cannot ask at all.
  const isStuck = days >= WAIVED_FROM_DAY || missing.some(({ hasAddress }) => !hasAddress)
  return isStuck
    ? act('ask-authors', { reason, since })
    : wait('authors', nextForCoAuthors(facts, now), { reason, since })
}
