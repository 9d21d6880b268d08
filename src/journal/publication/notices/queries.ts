import { sql } from 'kysely'
import type { NoticeInFull } from '../../../contract/api/notices.ts'
import type { PublishedNotice } from '../../../contract/api/published-notice.ts'
import { noticeFigures } from '../../../contract/rules/articles/notice-figures.ts'
import { NOTICES, publicTitle, RESEARCH_ARTICLE } from '../../../contract/rules/articles/notices.ts'
import { Id } from '../../../contract/api/field-schemas.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'

/** True of an article that is a notice or that published ones are about: a column, so that no other article costs a query. */
export const hasNotices = sql<number>`(case when articles.type <> ${sql.lit(RESEARCH_ARTICLE)} then 1 else (
  select count(*) from notice_articles as link join notices as notice on notice.id = link.notice_id
  where link.about_id = articles.id and notice.state = 'published') end)`.as('has_notices')

/** The published notices that have become public articles. */
const published = (db: Db) =>
  db
    .selectFrom('notices')
    .innerJoin('public_articles as own', 'own.id', 'notices.article_id')
    .select(['notices.id', 'own.id as articleId', 'notices.kind', 'own.published_at as publishedAt', 'own.doi'])
    .select(['notices.what', 'notices.closes_id as closesId', 'notices.review_on as reviewOn'])
    .select('notices.replaced_by as replacedBy')
    .where('notices.state', '=', 'published')
    .orderBy('own.published_at', 'desc')
    .orderBy('own.id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof published>['execute']>>[number]

/** Every published notice, newest first. */
export const publishedNotices = async (db: Db): Promise<PublishedNotice[]> => present(db, await published(db).execute())

export interface Noted {
  /** By the article that they are about, newest first. */
  about: ReadonlyMap<string, PublishedNotice[]>
  /** By the article that the notice has become. */
  own: ReadonlyMap<string, PublishedNotice>
}

/** What published notices say about these articles, and which of them are notices: the same rows, read from both ends. */
export async function notesOf(db: Db, ids: readonly string[]): Promise<Noted> {
  if (!ids.length) return { about: new Map(), own: new Map() }
  const rows = await published(db)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('notices.article_id', 'in', ids),
        eb('notices.id', 'in', selectFrom('notice_articles').select('notice_id').where('about_id', 'in', ids)),
      ]),
    )
    .execute()
  const notices = await present(db, rows)
  const about = new Map<string, PublishedNotice[]>()
  for (const notice of notices) {
    for (const { id } of notice.about) about.set(id, [...(about.get(id) ?? []), notice])
  }
  return { about, own: new Map(notices.map((notice) => [notice.id, notice])) }
}

async function present(db: Db, rows: readonly Row[]): Promise<PublishedNotice[]> {
  if (!rows.length) return []
  const ids = rows.map(({ id }) => id)
  const linked = await db
    .selectFrom('notice_articles as link')
    .innerJoin('articles as about', 'about.id', 'link.about_id')
    .select(['link.notice_id', 'about.id', 'about.title', 'about.standing', 'about.doi'])
    .where('link.notice_id', 'in', ids)
    .orderBy('link.position')
    .execute()
  const aboutOf = Map.groupBy(linked, ({ notice_id }) => notice_id)
  const closing = await db
    .selectFrom('notices as later')
    .innerJoin('notices as earlier', 'earlier.id', 'later.closes_id')
    .select(['later.id', 'later.article_id as by', 'earlier.id as of', 'earlier.article_id as closes'])
    .where('later.state', '=', 'published')
    .where(({ or, eb }) => or([eb('later.id', 'in', ids), eb('later.closes_id', 'in', ids)]))
    .execute()
  return rows.map(({ id, articleId, publishedAt, closesId: _closes, ...row }) => ({
    ...row,
    id: articleId,
    publishedAt: publishedAt!,
    about: (aboutOf.get(id) ?? []).map((one) => ({
      id: one.id,
      title: publicTitle(one.title, one.standing),
      doi: one.doi,
    })),
    closes: closing.find((each) => each.id === id)?.closes ?? null,
    closedBy: closing.find((each) => each.of === id)?.by ?? null,
    daysFromReport: null,
    version: null,
  }))
}

/** The published notice that this article is, with all that it says; null if it is none. */
export async function noticeInFull(db: Db, articleId: string): Promise<NoticeInFull | null> {
  const notice = (await notesOf(db, [articleId])).own.get(articleId)
  if (!notice) return null
  const row = await db.selectFrom('notices').selectAll().where('article_id', '=', articleId).executeTakeFirstOrThrow()
  const answers = await db
    .selectFrom('notice_answers')
    .select(['name', 'answer', 'remark', 'may_print', 'answered_at'])
    .where('notice_id', '=', row.id)
    .orderBy('position')
    .execute()
  return {
    ...notice,
    whoseError: row.whose_error,
    details: row.details,
    why: row.why,
    foundBy: row.found_by,
    effect: row.effect,
    action: row.action,
    agreement: row.agreement ?? '',
    answers: row.unasked_reason === null ? answers.map(({ name, answer }) => ({ name, answer })) : [],
    remarks: answers.flatMap(({ name, answer, remark, may_print }) =>
      answer && remark && may_print ? [{ name, answer, remark }] : [],
    ),
    signedBy: await signatures(db, row),
    urgentReason: row.urgent_reason,
    steps: stepsOf(
      row,
      answers.map(({ answered_at }) => answered_at).filter((at) => at !== null),
      await concernOf(db, row),
    ),
  }
}

const day = (timestamp: string): string => timestamp.slice(0, 10)

async function signatures(db: Db, row: NoticeRow): Promise<NoticeInFull['signedBy']> {
  const ids = [row.drafted_by, row.confirmed_by].filter((id) => id !== null)
  const people = await db.selectFrom('users').select(['id', 'full_name']).where('id', 'in', ids).execute()
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.full_name
  const [drafter, signer] = [nameOf(row.drafted_by), nameOf(row.confirmed_by)]
  const signedOn = row.confirmed_at ?? row.published_at
  return [
    ...(drafter ? [{ name: drafter, on: day(row.drafted_at), as: 'drafted' as const }] : []),
    ...(signer && signedOn ? [{ name: signer, on: day(signedOn), as: 'signed' as const }] : []),
  ]
}

const concernOf = async (db: Db, { closes_id }: NoticeRow): Promise<string | null> =>
  closes_id === null
    ? null
    : ((await db.selectFrom('notices').select('published_at').where('id', '=', closes_id).executeTakeFirst())
        ?.published_at ?? null)

/** How it went, in days and words. */
function stepsOf(row: NoticeRow, answeredAt: readonly string[], concernAt: string | null): NoticeInFull['steps'] {
  const last = answeredAt.toSorted().at(-1)
  const steps: [string | null | undefined, string][] = [
    [concernAt, NOTICES.concern.name],
    [row.drafted_at, 'An editor drafted this notice'],
    [row.asked_at, 'The authors were asked'],
    [last, 'Last answer of the authors'],
    [row.published_at, NOTICES[row.kind].name],
  ]
  return steps
    .flatMap(([at, what]) => (at ? [{ at, what }] : []))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ at, what }) => ({ on: day(at), what }))
}

/** The answer of the page of all notices. */
export async function allNotices(db: Db, today: string) {
  const notices = await publishedNotices(db)
  const { total } = await db
    .selectFrom('public_articles')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('type', '=', RESEARCH_ARTICLE)
    .executeTakeFirstOrThrow()
  return { notices, figures: noticeFigures(notices, Number(total), today) }
}

/** The answer about one article. */
export async function noticesAbout(db: Db, id: string) {
  if (!Id.safeParse(id).success) return { notices: [], own: null }
  return { notices: (await notesOf(db, [id])).about.get(id) ?? [], own: await noticeInFull(db, id) }
}
