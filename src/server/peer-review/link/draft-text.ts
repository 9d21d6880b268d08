import type { Db } from '../../database/connect.ts'

const PARTS = [
  ['toAuthors', 'To the authors'],
  ['toEditor', 'To the editor'],
] as const

/** What a reviewer had written of a report, as text to keep; null if there is nothing. */
export async function draftText(db: Db, assignmentId: string): Promise<string | null> {
  const draft = await db
    .selectFrom('review_drafts')
    .select('content')
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirst()
  if (!draft) return null
  const written = JSON.parse(draft.content) as Record<string, unknown>
  const parts = PARTS.flatMap(([key, heading]) => {
    const text = written[key]
    return typeof text === 'string' && text.trim() ? [`${heading}\n\n${text.trim()}`] : []
  })
  return parts.length ? `${parts.join('\n\n')}\n` : null
}
