import { ASSOC } from './codes.ts'
import type { Context } from './context.ts'
import { momentIn } from './dates.ts'
import { cleanedHtml } from './html.ts'
import type { OldDiscussion, OldHistory } from './objects.ts'
import type { Ledger } from './reckoning.ts'
import { idIn, inOrder, isSet, valueOf, type Row } from './rows.ts'

const EDITORS = ['site', 'editor', 'section editor']

/**
 * The discussions of a submission. Only one between authors and editors is the authors' too: one in which an assistant,
 * a reviewer or a person without a part in the manuscript took part stays among the editors.
 */
export function oldDiscussions(
  submissionId: string,
  people: OldHistory['people'],
  { source }: Context,
  ledger: Ledger,
): OldDiscussion[] {
  const queries = [...source.where('queries', 'assoc_id', submissionId)].filter(
    (row) => valueOf(row, 'assoc_type') === ASSOC.submission,
  )
  return inOrder(ledger.take('queries', queries), 'query_id', 'query_id').map((row) => {
    const id = idIn(row, 'query_id') ?? ''
    const participants = ledger
      .take('query_participants', source.where('query_participants', 'query_id', id))
      .map((one) => idIn(one, 'user_id') ?? '')
      .sort((one, other) => Number(one) - Number(other))
    const notes = notesOf(id, source.where('notes', 'assoc_id', id), ledger)
    const writers = notes.flatMap(({ userId }) => userId ?? [])
    return {
      id,
      isWithAuthor: isAmongAuthorsAndEditors([...participants, ...writers], people),
      participants,
      isClosed: isSet(row, 'closed'),
      notes,
    }
  })
}

function isAmongAuthorsAndEditors(userIds: readonly string[], people: OldHistory['people']): boolean {
  const rolesOf = Map.groupBy(people, ({ userId }) => userId)
  const roles = [...new Set(userIds)].map((userId) => (rolesOf.get(userId) ?? []).map(({ role }) => role))
  return (
    roles.some((own) => own.includes('author')) &&
    roles.every((own) => own.length > 0 && own.every((role) => role === 'author' || EDITORS.includes(role)))
  )
}

function notesOf(queryId: string, rows: Iterable<Row>, ledger: Ledger): OldDiscussion['notes'] {
  const notes = [...rows].filter((row) => valueOf(row, 'assoc_type') === ASSOC.query)
  return inOrder(ledger.take('notes', notes), 'note_id', 'note_id').map((row) => {
    const { html, keepsWords } = cleanedHtml(ledger.text('notes', row, 'contents') ?? '')
    if (!keepsWords) ledger.note('words lost in cleaning', 'notes', row, queryId)
    return {
      id: idIn(row, 'note_id') ?? '',
      userId: idIn(row, 'user_id'),
      title: ledger.text('notes', row, 'title')?.trim() ?? '',
      html,
      writtenAt: momentIn(valueOf(row, 'date_created')),
    }
  })
}
