import { check } from '../../../contract/api/errors.ts'
import {
  addressTaken,
  type ImportRow,
  NEVER_AGAIN,
  ReviewerForm,
  type reviewers,
} from '../../../contract/api/reviewers.ts'
import { ADMINISTRATORS_ONLY } from '../../../contract/rules/accounts/access.ts'
import { reviewerLines } from '../../../contract/rules/peer-review/reviewer-lines.ts'
import { mailboxOf } from '../../../contract/rules/people/same-person.ts'
import type { Handlers } from '../../../platform/call.ts'
import { type Db, retrying, type Tx } from '../../../platform/database/connect.ts'
import { emptyLog } from '../../../platform/database/erasing.ts'
import { refuse } from '../../../platform/errors.ts'
import { isRecused } from '../recusal.ts'
import { type AddressHashes, neverToBeAsked } from './address-hashes.ts'
import {
  type Adding,
  createReviewer,
  REVIEWER_INDEXES,
  setAway,
  setNeverAsk,
  updateReviewer,
  type ErasePart,
  eraseReviewer,
} from './commands.ts'
import { findConflicts } from './find-conflicts.ts'
import { refuseWhileRecused, loadViewpoint } from './hidden.ts'
import { loadHolders, findReviewer, listReviewers } from './queries.ts'
import type { ReviewerResources } from '../resources.ts'

const addingBy = (caller: { userId: string }, hashes: ReviewerResources['addressHashes']) => ({
  ...{ vouchedBy: caller.userId, actorId: caller.userId, hashes },
})

/** The handlers of reviewers; `parts` is what other modules erase along with one. */
export const reviewerHandlers = (
  parts: readonly ErasePart[],
): Handlers<{ reviewers: typeof reviewers }, ReviewerResources>['reviewers'] => ({
  list: async ({ database, caller }, { page, limit, ...filter }) => {
    const { hidden, shown } = await loadViewpoint(database.db, caller.userId)
    const { data, meta } = await listReviewers(database.db, filter, { page, limit }, hidden)
    return { data: data.map(shown), meta }
  },

  read: async ({ database, caller }, { id }) => {
    const { hidden, shown } = await loadViewpoint(database.db, caller.userId)
    return shown(await findReviewer(database.db, id, hidden))
  },

  create: ({ database, caller, addressHashes }, form) =>
    retrying(REVIEWER_INDEXES, () =>
      database.transaction(async (tx) => {
        await refuseWhileRecused(tx, caller)
        return findReviewer(tx, await createReviewer(tx, addingBy(caller, addressHashes), form))
      }),
    ),

  update: ({ database, caller, addressHashes }, form) =>
    retrying(REVIEWER_INDEXES, () =>
      database.transaction(async (tx) => {
        await refuseWhileRecused(tx, caller)
        await updateReviewer(tx, addingBy(caller, addressHashes), form)
        return findReviewer(tx, form.id)
      }),
    ),

  setAway: ({ database, caller }, { id, awayUntil }) =>
    database.transaction(async (tx) => {
      await refuseWhileRecused(tx, caller)
      await setAway(tx, caller.userId, id, awayUntil)
      return findReviewer(tx, id)
    }),

  neverAsk: ({ database, caller }, { id, neverAsk }) =>
    database.transaction(async (tx) => {
      await refuseWhileRecused(tx, caller)
      await setNeverAsk(tx, caller.userId, id, neverAsk)
      return findReviewer(tx, id)
    }),

  previewImport: async ({ database, caller, addressHashes }, { lines }) => {
    await refuseWhileRecused(database.db, caller)
    return previewImport(database.db, addressHashes, lines)
  },

  import: ({ database, caller, addressHashes }, { lines }) =>
    retrying(REVIEWER_INDEXES, () =>
      database.transaction(async (tx) => {
        await refuseWhileRecused(tx, caller)
        return importReviewers(tx, addingBy(caller, addressHashes), lines)
      }),
    ),

  conflicts: async ({ database, caller }, { articleId, person }) => {
    if (await isRecused(database.db, caller.userId, articleId)) refuse(ADMINISTRATORS_ONLY)
    return (await findConflicts(database.db, articleId, [person]))[0]!
  },

  erase: async ({ database, caller, addressHashes }, { id }) => {
    await database.transaction(async (tx) => {
      await refuseWhileRecused(tx, caller)
      await eraseReviewer(tx, { hashes: addressHashes, actorId: caller.userId, parts }, id)
    })
    await emptyLog(database)
    return { message: 'The reviewer’s data has been erased' }
  },
})

interface Understood extends ImportRow {
  form: ReviewerForm | null
}

/** What pasted lines mean, and what is wrong with each: two queries, however many lines there are. */
async function understood(db: Db, hashes: AddressHashes, lines: string): Promise<Understood[]> {
  const rows = reviewerLines(lines).map((row): Understood => {
    const { email, ...person } = row
    const { data, errors } = check(ReviewerForm, { ...person, emails: [email] })
    return { ...row, form: data ?? null, problem: errors ? (Object.values(errors)[0] ?? null) : null }
  })
  const emails = rows.flatMap(({ form }) => form?.emails ?? [])
  const holderOf = await loadHolders(db, emails)
  const never = await neverToBeAsked(db, hashes, emails)
  const seen = new Set<string>()
  return rows.map((row) => {
    const [email] = row.form?.emails ?? []
    if (email === undefined) return row
    const refused = (problem: string): Understood => ({ ...row, form: null, problem })
    const holder = holderOf.get(email)
    if (holder) return refused(addressTaken(email, holder.fullName))
    if (never.has(email)) return refused(NEVER_AGAIN)
    const mailbox = mailboxOf(email)
    if (seen.has(mailbox)) return refused('An earlier line has the same address')
    seen.add(mailbox)
    return row
  })
}

const shown = ({ form: _form, ...row }: Understood): ImportRow => row

/** What would be imported; nothing is written. */
const previewImport = async (db: Db, hashes: AddressHashes, lines: string): Promise<ImportRow[]> =>
  (await understood(db, hashes, lines)).map(shown)

/** Adds the people of all lines that have no problem. */
async function importReviewers(tx: Tx, adding: Adding, lines: string): Promise<{ added: number; rows: ImportRow[] }> {
  const rows = await understood(tx, adding.hashes, lines)
  const forms = rows.flatMap(({ form }) => form ?? [])
  for (const form of forms) await createReviewer(tx, adding, form, 'reviewer.import')
  return { added: forms.length, rows: rows.map(shown) }
}
