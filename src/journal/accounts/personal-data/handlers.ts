import { sql } from 'kysely'
import { ACCOUNT_DELETED, type ownData, type PersonalDataSummary } from '../../../contract/api/personal-data.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { EmailResources } from '../../../platform/email/resources.ts'
import { notFound } from '../../../platform/errors.ts'
import { type PersonalDataPart, type Person, personOf } from '../../../platform/personal-data-part.ts'
import { refuseWhileRecused } from '../../peer-review/reviewers/hidden.ts'
import type { ReviewerResources } from '../../peer-review/resources.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import { requireLiveSession } from '../sessions/queries.ts'
import { requireCurrentPassword } from '../users/password-check.ts'
import { findUser } from '../users/queries.ts'
import type { UserResources } from '../users/resources.ts'
import { deleteAccount } from './delete-account.ts'
import { downloadUrl } from './mount-download.ts'
import { obstaclesTo } from './obstacles.ts'

/** The handlers of one's own data; `partsOf` are those of all modules. */
export const personalDataHandlers = (
  partsOf: (resources: PersonalDataResources) => readonly PersonalDataPart[],
): Handlers<{ ownData: typeof ownData }, PersonalDataResources>['ownData'] => {
  const summary = async ({ database }: PersonalDataResources, id: string, own: boolean) => {
    const account = await findUser(database.db, id)
    if (!account) throw notFound('User')
    return loadSummary(database.db, personOf(account), own)
  }
  const deleting = (context: PersonalDataResources) => ({
    database: context.database,
    parts: partsOf(context),
    isMailing: context.mailer !== null,
  })
  return {
    summary: (context) => summary(context, context.caller.userId, true),

    download: async (context, { currentPassword }) => {
      await requireCurrentPassword(context, currentPassword)
      const { database, caller } = context
      await database.transaction((tx) => writeAuditEntry(tx, caller.userId, 'user.download-own-data', caller.userId))
      return { url: await downloadUrl(context, caller) }
    },

    deleteAccount: async (context, { currentPassword, confirmation }) => {
      await requireCurrentPassword(context, currentPassword)
      const { caller } = context
      const stillMay = (tx: Tx) => requireLiveSession(tx, caller)
      await deleteAccount({ ...deleting(context), stillMay }, caller, { id: caller.userId, confirmation })
      return { message: ACCOUNT_DELETED }
    },

    summaryOf: async (context, { id }) => {
      const isOwn = context.caller.userId === id
      // It would show who edits what.
      if (!isOwn) await refuseWhileRecused(context.database.db, context.caller)
      return summary(context, id, isOwn)
    },

    deleteAccountOf: async (context, { currentPassword, ...deletion }) => {
      await requireCurrentPassword(context, currentPassword)
      const stillMay = (tx: Tx) => requireLiveSession(tx, context.caller)
      await deleteAccount({ ...deleting(context), stillMay }, context.caller, deletion)
      return { message: ACCOUNT_DELETED }
    },
  }
}

interface PersonalDataResources extends EmailResources, FileResources, ReviewerResources, UserResources {}

/** PostgreSQL counts in numbers beyond those of JavaScript, as texts. */
const howMany = sql<number | string>`count(*)`.as('total')

const count = async (query: { executeTakeFirstOrThrow(): Promise<{ total: number | string }> }): Promise<number> =>
  Number((await query.executeTakeFirstOrThrow()).total)

/** What is held of a person, in numbers. `own`: they ask themselves. */
async function loadSummary(db: Db, person: Person, own: boolean): Promise<PersonalDataSummary> {
  const { id } = person
  const submitted = db.selectFrom('articles').select(howMany).where('submitter_id', '=', id)
  const messages = db.selectFrom('case_messages').select(howMany).where('user_id', '=', id)
  const toReviewers = db.selectFrom('reviewer_messages').select(howMany).where('user_id', '=', id)
  const notes = db.selectFrom('case_notes').select(howMany).where('user_id', '=', id)
  const decisions = db.selectFrom('decisions').select(howMany).where('decided_by', '=', id)
  const grievances = db.selectFrom('grievances').select(howMany).where('sent_by', '=', id)
  return {
    email: person.account.email,
    published: await count(submitted.where('published_at', 'is not', null)),
    unpublished: await count(submitted.where('published_at', 'is', null).where('closed_at', 'is not', null)),
    named: await namedByOthers(db, person),
    written:
      (await count(messages)) +
      (await count(toReviewers)) +
      (await count(notes)) +
      (await count(decisions)) +
      (await count(grievances)),
    reviews: own ? await loadReviews(db, person) : null,
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
      .where(({ or, eb }) => or([eb('submitter_id', 'is', null), eb('submitter_id', '<>', id)]))
      .where('contributors.email', '<>', '')
      .where((where) => where(where.fn<string>('lower', ['contributors.email']), 'in', [...confirmedEmails])),
  )
}

async function loadReviews(db: Db, { confirmedEmails }: Person): Promise<number> {
  if (!confirmedEmails.length) return 0
  return count(
    db
      .selectFrom('review_assignments')
      .select(howMany)
      .where((where) => where(where.fn<string>('lower', ['email']), 'in', [...confirmedEmails]))
      .where('state', '<>', 'standby'),
  )
}
