import { sql, type RawBuilder } from 'kysely'
import { OPEN } from '../../contract/rules/articles/deposits/states.ts'
import type { Queue } from '../../contract/rules/health/facts.ts'
import { CLEANING_ATTEMPTS } from '../../contract/rules/peer-review/report-files.ts'
import type { QueueName } from '../../contract/rules/health/rounds.ts'
import type { Database } from '../../platform/database/connect.ts'
import { now } from '../../platform/ids.ts'

interface Waiting {
  from: RawBuilder<unknown>
  /** Which rows are work that is still to be done, and which have been tried too often. */
  open: RawBuilder<unknown>
  givenUp?: RawBuilder<unknown>
  due: RawBuilder<unknown>
}

const attempts = (most: number) => ({ open: sql`attempts < ${most}`, givenUp: sql`attempts >= ${most}` })

/** Where the work of each kind waits. */
const QUEUES: Record<QueueName, Waiting> = {
  emails: { from: sql`outbox where sent_at is null`, open: sql`1 = 1`, due: sql`next_try_at` },
  deposits: {
    from: sql`deposits where state in (${sql.join(OPEN)})`,
    open: sql`1 = 1`,
    due: sql`next_try_at`,
  },
  pictures: { from: sql`variants_to_make`, ...attempts(3), due: sql`next_try_at` },
  texts: { from: sql`texts_to_render`, ...attempts(3), due: sql`next_try_at` },
  typesetting: {
    from: sql`typeset_pdfs where file_id is null`,
    ...attempts(3),
    due: sql`next_try_at`,
  },
  index: { from: sql`search_due`, open: sql`1 = 1`, due: sql`nullif(next_try_at, '')` },
  pdfTexts: {
    from: sql`pdf_texts where next_try_at is not null and passages is null`,
    open: sql`1 = 1`,
    due: sql`next_try_at`,
  },
  cleaning: {
    from: sql`review_files where cleaned_file_id is null and held_back is null`,
    ...attempts(CLEANING_ATTEMPTS),
    due: sql`coalesce(next_try_at, created_at)`,
  },
}

/** What waits to be done in the background, by kind: one short query for each. */
export async function queuesOf({ db }: Pick<Database, 'db'>): Promise<Queue[]> {
  const at = now()
  return Promise.all(
    Object.entries(QUEUES).map(async ([name, { from, open, givenUp, due }]): Promise<Queue> => {
      const { rows } = await sql<{ waiting: number; givenUp: number; due: string | null }>`
        select coalesce(sum(case when ${open} then 1 else 0 end), 0) as waiting,
          coalesce(sum(case when ${givenUp ?? sql`1 = 0`} then 1 else 0 end), 0) as "givenUp",
          min(case when ${open} and ${due} <= ${at} then ${due} end) as due
        from ${from}`.execute(db)
      const [row] = rows
      return {
        name: name as QueueName,
        waiting: Number(row!.waiting),
        givenUp: Number(row!.givenUp),
        dueSince: row!.due,
      }
    }),
  )
}
