import { sql } from 'kysely'
import type { OwnDataSummary } from '../../../contract/api/own-data.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Person } from '../../../platform/personal-data-part.ts'
import { obstaclesTo } from './obstacles.ts'

/** PostgreSQL counts in numbers beyond those of JavaScript, as texts. */
const howMany = sql<number | string>`count(*)`.as('total')

const count = async (query: { executeTakeFirstOrThrow(): Promise<{ total: number | string }> }): Promise<number> =>
  Number((await query.executeTakeFirstOrThrow()).total)

/** What is held of a person, in numbers. `own`: they ask themselves. */
export async function summaryOf(db: Db, person: Person, own: boolean): Promise<OwnDataSummary> {
  const { id } = person
  const submitted = db.selectFrom('articles').select(howMany).where('submitter_id', '=', id)
  const messages = db.selectFrom('case_messages').select(howMany).where('user_id', '=', id)
  const decisions = db.selectFrom('decisions').select(howMany).where('decided_by', '=', id)
  const grievances = db.selectFrom('grievances').select(howMany).where('sent_by', '=', id)
  return {
    email: person.account.email,
    published: await count(submitted.where('published_at', 'is not', null)),
    unpublished: await count(submitted.where('published_at', 'is', null).where('closed_at', 'is not', null)),
    named: await namedByOthers(db, person),
    written: (await count(messages)) + (await count(decisions)) + (await count(grievances)),
    reviews: own ? await reviewsOf(db, person) : null,
    obstacles: await obstaclesTo(db, person, own),
  }
}

async function namedByOthers(db: Db, { id, confirmedEmails }: Person): Promise<number> {
  if (!confirmedEmails.length) return 0
  return count(
    db
      .selectFrom('contributors')
      .innerJoin('article_contributors', 'article_contributors.contributor_id', 'contributors.id')
      .innerJoin('articles', 'articles.id', 'article_contributors.article_id')
      .select(howMany)
      .where('article_contributors.role', '<>', 'Reviewer')
      .where(({ or, eb }) => or([eb('submitter_id', 'is', null), eb('submitter_id', '<>', id)]))
      .where('contributors.email', '<>', '')
      .where((where) => where(where.fn<string>('lower', ['contributors.email']), 'in', [...confirmedEmails])),
  )
}

async function reviewsOf(db: Db, { confirmedEmails }: Person): Promise<number> {
  if (!confirmedEmails.length) return 0
  return count(
    db
      .selectFrom('review_assignments')
      .select(howMany)
      .where((where) => where(where.fn<string>('lower', ['email']), 'in', [...confirmedEmails]))
      .where('state', '<>', 'standby'),
  )
}
