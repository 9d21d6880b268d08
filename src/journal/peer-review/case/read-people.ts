import type { CaseView } from '../../../contract/api/case-view.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CaseRow, CoReviewerRow } from '../../../platform/database/review-tables.ts'
import { AS_NAMED, AS_REVIEWER, listReadersOf, recusedUsers } from '../recusal.ts'
import { sectionEditorsOf } from '../who-sees.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { loadSuggestions } from '../reviewers/suggestions.ts'
import { cautionsAbout, type Cautions } from '../invite/cautions.ts'

type People = Pick<CaseView, 'editor' | 'guestEditors' | 'editors' | 'recused'>

/** Who edits a case, who could, and who is recused: four queries. */
export async function readEditors(db: Db, { article_id, editor_id }: CaseRow): Promise<People> {
  const named = await db
    .selectFrom('case_editors')
    .innerJoin('users', 'users.id', 'case_editors.user_id')
    .select(['users.id', 'full_name', 'email', 'is_guest', 'since', 'recused_at', 'reason'])
    .where('article_id', '=', article_id)
    .orderBy('since')
    .orderBy('users.id')
    .execute()
  const administrators = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where((where) =>
      where.or([
        where.and([
          where.or([where('role', '=', 'admin'), where('id', 'in', sectionEditorsOf(article_id))]),
          where('id', 'not in', recusedUsers(article_id)),
        ]),
        where('id', '=', editor_id ?? ''),
      ]),
    )
    .orderBy('full_name')
    .orderBy('id')
    .execute()
  const guests = named.filter((one) => one.is_guest === 1 && one.recused_at === null)
  const people = administrators.map(({ id, full_name }) => ({ id, fullName: full_name }))
  const guestPeople = guests.map(({ id, full_name }) => ({ id, fullName: full_name }))
  return {
    editor: people.find(({ id }) => id === editor_id) ?? null,
    guestEditors: guests.map(({ id, full_name, email, since }) => ({ id, fullName: full_name, email, since })),
    editors: [...people, ...guestPeople.filter(({ id }) => !people.some((other) => other.id === id))],
    recused: [
      ...named.flatMap(({ id, full_name, recused_at, reason }) =>
        recused_at === null
          ? []
          : [{ id, fullName: full_name, why: 'declared' as const, reason, at: recused_at, mayLift: false }],
      ),
      ...(await readRecused(db, article_id)).filter(
        ({ id }) => !named.some((one) => one.id === id && one.recused_at !== null),
      ),
    ],
  }
}

/** Those who could edit a case if they were not among its authors or reviewers, and had not looked after fees, once each. */
async function readRecused(db: Db, articleId: string): Promise<People['recused']> {
  const rows = await db
    .selectFrom('case_recusals as recusal')
    .innerJoin('users', 'users.id', 'recusal.user_id')
    .select(['users.id', 'full_name', 'cause', 'at'])
    .where('article_id', '=', articleId)
    .where('lifted_at', 'is', null)
    .where('users.id', 'in', recusedUsers(articleId))
    .where((where) =>
      where.or([
        where('users.role', '=', 'admin'),
        where('users.id', 'in', sectionEditorsOf(articleId)),
        where(
          'users.id',
          'in',
          where.selectFrom('case_editors').select('user_id').where('case_editors.article_id', '=', articleId),
        ),
      ]),
    )
    .orderBy('at')
    .orderBy('users.id')
    .execute()
  const readers = await db
    .selectFrom('waiver_list_readers as reader')
    .innerJoin('users', 'users.id', 'reader.user_id')
    .select(['users.id', 'full_name', 'since'])
    .where('article_id', '=', articleId)
    .where('users.id', 'in', listReadersOf(articleId))
    .where(({ or, eb }) => or([eb('users.role', '=', 'admin'), eb('users.id', 'in', sectionEditorsOf(articleId))]))
    .orderBy('since')
    .orderBy('users.id')
    .execute()
  const found = [...Map.groupBy(rows, ({ id }) => id).values()].map((own): People['recused'][number] => {
    const { id, full_name, at } = own[0]!
    const isReviewer = own.every(({ cause }) => AS_REVIEWER.some((one) => one === cause))
    const mayLift = own.every(({ cause }) => AS_NAMED.some((one) => one === cause))
    return { id, fullName: full_name, why: isReviewer ? 'reviewer' : 'author', reason: null, at, mayLift }
  })
  const asReaders = readers
    .filter((reader) => !found.some(({ id }) => id === reader.id))
    .map(({ id, full_name, since }) => ({
      ...{ id, fullName: full_name, why: 'fees' as const, reason: null, at: since, mayLift: false },
    }))
  return [...found, ...asReaders]
}

/** The names of accounts. */
export async function loadNames(db: Db, ids: readonly (string | null)[]): Promise<(id: string | null) => string> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const rows = wanted.length
    ? await db.selectFrom('users').select(['id', 'full_name']).where('id', 'in', wanted).execute()
    : []
  const names = new Map(rows.map(({ id, full_name }) => [id, full_name]))
  return (id) => (id === null ? 'The journal' : (names.get(id) ?? 'A former user'))
}

/** What speaks against colleagues whom reviewers have named, in their order: the same as against inviting them. */
export async function cautionsOfColleagues(
  db: Db,
  articleId: string,
  { hashes, callerId }: { hashes: AddressHashes; callerId: string },
  colleagues: readonly CoReviewerRow[],
): Promise<Cautions[]> {
  if (!colleagues.length) return []
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where((where) =>
      where(
        where.fn<string>('lower', ['email']),
        'in',
        colleagues.map(({ email }) => email.toLowerCase()),
      ),
    )
    .where('email_confirmed_at', 'is not', null)
    .execute()
  const people = colleagues.map(({ id, full_name, email, orcid }) => ({
    ...{ fullName: full_name, emails: [email.toLowerCase()], orcid, affiliation: '' },
    ...{ reviewerId: null, coReviewerId: id, awayUntil: null, doNotAskAt: null },
    userId: accounts.find((account) => account.email.toLowerCase() === email.toLowerCase())?.id ?? null,
  }))
  return cautionsAbout(db, articleId, people, { suggestions: await loadSuggestions(db, [articleId]), hashes, callerId })
}
