import type { AuthorEvent } from '../../../contract/rules/peer-review/author-timeline.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { releasedAt } from '../../../contract/rules/peer-review/undo.ts'
import type { ManuscriptRecords } from './records.ts'

/**
 * What has happened to a manuscript, newest first: the author's own acts, and acts of editors that the author
 * knows of. Nothing that reviewers do is among them.
 */
export function eventsOf(records: ManuscriptRecords): AuthorEvent[] {
  const { article, theCase, decisions, versions, reviewAt, proof, grievances } = records
  const { row } = article
  const events: { at: string; event: AuthorEvent }[] = []
  const add = (at: string | Date, event: EventWithoutDay) => {
    const time = typeof at === 'string' ? at : at.toISOString()
    events.push({ at: time, event: { ...event, on: dayOf(time) } as AuthorEvent })
  }
  const received = theCase?.received_on ?? dayOf(row.created_at)
  events.push({ at: received, event: { what: 'received', on: received, promisedOn: theCase?.promised_on ?? null } })
  if (reviewAt !== null) add(reviewAt, { what: 'review' })
  for (const { kind, decided_at, revision_due_on } of decisions) {
    if (kind === 'reopen') add(decided_at, { what: 'reopened' })
    else add(releasedAt(decided_at), { what: 'decision', kind, dueOn: revision_due_on })
  }
  for (const { number, submitted_at } of versions) if (number > 1) add(submitted_at, { what: 'revision', number })
  if (proof) {
    add(proof.sent_at, { what: 'proof', dueOn: proof.due_on })
    if (proof.answer !== null && proof.answered_at !== null) {
      add(proof.answered_at, { what: 'proof-answered', answer: proof.answer })
    }
  }
  for (const { kind, sent_at, answered_at } of grievances) {
    add(sent_at, { what: kind })
    if (answered_at !== null) add(answered_at, { what: 'answer' })
  }
  if (theCase?.stage === 'withdrawn' && theCase.closed_at !== null) add(theCase.closed_at, { what: 'withdrawn' })
  if (row.published_at !== null) add(row.published_at, { what: 'published' })
  if (row.archived_at !== null) add(row.archived_at, { what: 'archived' })
  return events.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)).map(({ event }) => event)
}

type WithoutDay<E> = E extends unknown ? Omit<E, 'on'> : never
type EventWithoutDay = WithoutDay<AuthorEvent>
