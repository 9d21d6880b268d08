import { LAST_ADMINISTRATOR } from '../../../contract/api/users.ts'
import { joinNames } from '../../../contract/rules/people/author-names.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Person } from '../../../platform/personal-data-part.ts'

/** So many are named; the others are counted. */
const NAMED = 5

/**
 * Why an account cannot be deleted now, in sentences: someone would be left with nobody to talk to. `own`: they are read
 * by the person; who edits what is not told to others, one of whom may be its author.
 */
export async function obstaclesTo(db: Db, { id, account }: Person, own: boolean): Promise<string[]> {
  return [
    ...(await lastAdministrator(db, id, account.role)),
    ...(await openManuscripts(db, id, own)),
    ...(await openCases(db, id, own)),
    ...(await openGrievances(db, id, own)),
  ]
}

async function lastAdministrator(db: Db, id: string, role: string): Promise<string[]> {
  if (role !== 'admin') return []
  const another = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return another ? [] : [LAST_ADMINISTRATOR]
}

async function openManuscripts(db: Db, id: string, own: boolean): Promise<string[]> {
  const open = await db
    .selectFrom('articles')
    .select('title')
    .where('submitter_id', '=', id)
    .where('published_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  if (!open.length) return []
  const titles = open.map(({ title }) => `“${plainTitle(title)}”`)
  return [
    own
      ? `Your manuscripts are still with us: ${someOf(titles)}. Please withdraw them on their pages first, or wait until they are published or declined.`
      : `${counted(open.length, 'manuscript')} of this account ${open.length === 1 ? 'is' : 'are'} still open. Please first withdraw, decline or publish ${open.length === 1 ? 'it' : 'them'}.`,
  ]
}

async function openCases(db: Db, id: string, own: boolean): Promise<string[]> {
  const open = await db
    .selectFrom('review_cases')
    .select('number')
    .where('closed_at', 'is', null)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        eb('editor_id', '=', id),
        exists(
          selectFrom('case_editors')
            .select('user_id')
            .whereRef('case_editors.article_id', '=', 'review_cases.article_id')
            .where((where) =>
              and([where('user_id', '=', id), where('is_guest', '=', 1), where('recused_at', 'is', null)]),
            ),
        ),
      ]),
    )
    .orderBy('number')
    .execute()
  if (!open.length) return []
  return [
    own
      ? `You are an editor of ${someOf(open.map(({ number }) => number))}. Please first hand over those that are still open.`
      : `This account edits ${counted(open.length, 'open manuscript')}. Please give them to another editor first.`,
  ]
}

async function openGrievances(db: Db, id: string, own: boolean): Promise<string[]> {
  const { total } = await db
    .selectFrom('grievances')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('handler_id', '=', id)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (!total) return []
  const what = `${counted(total, 'appeal or complaint', 'appeals or complaints')}`
  return [
    own
      ? `${what} ${total === 1 ? 'waits' : 'wait'} for your answer. Please answer first.`
      : `${what} ${total === 1 ? 'waits' : 'wait'} for an answer from this account. Please have them answered first.`,
  ]
}

const someOf = (names: readonly string[]): string =>
  joinNames([...names.slice(0, NAMED), ...(names.length > NAMED ? [`${names.length - NAMED} more`] : [])])
