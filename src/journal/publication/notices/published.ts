import type { NoticeInFull, PublishedNotice } from '../../../contract/api/notices.ts'
import { NOTICES, publicTitle, RESEARCH_ARTICLE } from '../../../contract/rules/articles/notices.ts'
import { dayOf, daysBetween } from '../../../contract/rules/peer-review/days.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'
import { loadAuthors } from '../articles/contributor-rows.ts'
import { articleGone } from '../articles/tombstones.ts'
import { loadAnswers } from './rows.ts'
import { printedAnswers } from './text.ts'

type Row = NoticeRow & { article_id: string; published_at: string; doi: string | null } & {
  closed_by: string | null
  /** When the first request for it was received. */
  reported_at: string | null
}

/** The published notices whose articles are public. The ids of notices lead to the articles that they have become. */
export const publishedOnes = (db: Db) =>
  db
    .selectFrom('notices')
    .innerJoin('public_articles as own', 'own.id', 'notices.article_id')
    .leftJoin('notices as closer', (join) =>
      join.onRef('closer.closes_id', '=', 'notices.id').on('closer.state', '=', 'published'),
    )
    .selectAll('notices')
    .select(['own.doi', 'closer.article_id as closed_by'])
    .select(({ selectFrom }) =>
      selectFrom('requests')
        .select(({ fn }) => fn.min('requests.received_at').as('at'))
        .whereRef('requests.notice_id', '=', 'notices.id')
        .as('reported_at'),
    )
    .where('notices.state', '=', 'published')
    .orderBy('notices.published_at', 'desc')
    .orderBy('notices.id', 'desc')

/** More than a journal publishes in decades: a list that nobody can let grow without end. */
const LISTED_MAX = 2_000

export async function presentPublished(db: Db, found: readonly object[]): Promise<PublishedNotice[]> {
  const rows = found as readonly Row[]
  if (!rows.length) return []
  const ids = rows.map(({ id }) => id)
  const articles = await db
    .selectFrom('notice_articles')
    .innerJoin('articles', 'articles.id', 'notice_articles.about_id')
    .select(['notice_articles.notice_id', 'articles.id', 'articles.title', 'articles.standing', 'articles.doi'])
    .where('notice_articles.notice_id', 'in', ids)
    .orderBy('notice_articles.position')
    .execute()
  const concerns = rows.flatMap(({ closes_id }) => closes_id ?? [])
  const ended = concerns.length
    ? await db.selectFrom('notices').select(['id', 'article_id']).where('id', 'in', concerns).execute()
    : []
  const versions = await db
    .selectFrom('article_versions')
    .select(['notice_id', 'number'])
    .where('notice_id', 'in', ids)
    .execute()
  const aboutOf = Map.groupBy(articles, ({ notice_id }) => notice_id)
  return rows.map((row) => ({
    ...{ id: row.article_id, kind: row.kind, publishedAt: row.published_at, doi: row.doi, what: row.what },
    about: (aboutOf.get(row.id) ?? []).map(({ id, title, standing, doi }) => ({
      ...{ id, title: publicTitle(title, standing), doi },
    })),
    closes: ended.find(({ id }) => id === row.closes_id)?.article_id ?? null,
    ...{ closedBy: row.closed_by, reviewOn: row.review_on, replacedBy: row.replaced_by },
    daysFromReport: row.reported_at === null ? null : daysBetween(row.reported_at, row.published_at),
    version: versions.find(({ notice_id }) => notice_id === row.id)?.number ?? null,
  }))
}

/** Every published notice, newest first, with figures. */
export async function publishedNotices(db: Db, today: string) {
  const notices = await presentPublished(db, await publishedOnes(db).limit(LISTED_MAX).execute())
  const open = openConcernsOf(notices)
  const { articles } = await db
    .selectFrom('public_articles')
    .select(({ fn }) => fn.countAll<number | string>().as('articles'))
    .where('type', '=', RESEARCH_ARTICLE)
    .executeTakeFirstOrThrow()
  return {
    notices,
    figures: {
      thisYear: notices.filter(({ publishedAt }) => publishedAt.slice(0, 4) === today.slice(0, 4)).length,
      articles: Number(articles),
      medianDays: middleOf(notices.flatMap(({ daysFromReport }) => daysFromReport ?? [])),
      openConcerns: open.length,
      late: open.filter(({ reviewOn }) => reviewOn !== null && reviewOn < today).length,
    },
  }
}

const middleOf = (days: readonly number[]): number | null =>
  days.toSorted((a, b) => a - b)[Math.floor(days.length / 2)] ?? null

/** The median of the days from the first report to the notice, of those that began with one; null if there is none. */
export async function medianDaysToNotice(db: Db): Promise<number | null> {
  const rows = await db
    .selectFrom('requests')
    .innerJoin('notices', 'notices.id', 'requests.notice_id')
    .select(['notices.id', 'notices.published_at'])
    .select(({ fn }) => fn.min('requests.received_at').as('reported_at'))
    .where('notices.state', '=', 'published')
    .groupBy(['notices.id', 'notices.published_at'])
    .limit(LISTED_MAX)
    .execute()
  return middleOf(rows.map((row) => daysBetween(row.reported_at!, row.published_at!)))
}

/** Those that wait for their end. */
export const openConcernsOf = (notices: readonly PublishedNotice[]): PublishedNotice[] =>
  notices.filter(({ kind, closedBy }) => kind === 'concern' && closedBy === null)

/** The published concerns that wait for their end, newest first. */
export async function openConcerns(db: Db): Promise<PublishedNotice[]> {
  const rows = await publishedOnes(db).where('notices.kind', '=', 'concern').where('closer.id', 'is', null).execute()
  return presentPublished(db, rows)
}

/** The notices about a public article, newest first; and of one that is a notice its own text. */
export async function noticesAbout(db: Db, id: string) {
  const article = await db.selectFrom('public_articles').select(['id', 'type']).where('id', '=', id).executeTakeFirst()
  if (!article) throw await articleGone(db, id)
  const rows = await publishedOnes(db)
    .where('notices.id', 'in', (select) =>
      select.selectFrom('notice_articles').select('notice_id').where('about_id', '=', id),
    )
    .execute()
  const own =
    article.type === RESEARCH_ARTICLE ? undefined : await publishedOnes(db).where('own.id', '=', id).executeTakeFirst()
  return { notices: await presentPublished(db, rows), own: own ? await inFull(db, own as Row) : null }
}

async function inFull(db: Db, row: Row): Promise<NoticeInFull> {
  const [published] = await presentPublished(db, [row])
  const answers = await loadAnswers(db, row.id)
  // As printed: an account may have another name since, or none.
  const signers = (await loadAuthors(db, [row.article_id])).map(({ fullName }) => fullName)
  const [drafter] = signers
  return {
    ...published!,
    ...{ whoseError: row.whose_error, details: row.details, why: row.why, foundBy: row.found_by },
    ...{ effect: row.effect, action: row.action, agreement: row.agreement ?? '' },
    remarks: (await printedAnswers(db, row.id)).flatMap(({ name, answer, remark }) =>
      answer === null || remark === null ? [] : [{ name, answer, remark }],
    ),
    answers: answers.map(({ name, answer }) => ({ name, answer })),
    signedBy: [
      ...(drafter === undefined ? [] : [{ name: drafter, on: dayOf(row.drafted_at), as: 'drafted' as const }]),
      ...(signers.length ? [{ name: signers.at(-1)!, on: dayOf(row.confirmed_at!), as: 'signed' as const }] : []),
    ],
    urgentReason: row.urgent_reason,
    steps: await stepsOf(db, row, answers),
  }
}

async function stepsOf(
  db: Db,
  { closes_id, asked_at, published_at, kind }: Row,
  answers: readonly { answered_at: string | null }[],
): Promise<NoticeInFull['steps']> {
  const concern =
    closes_id === null
      ? undefined
      : await db.selectFrom('notices').select('published_at').where('id', '=', closes_id).executeTakeFirst()
  const last = answers
    .flatMap(({ answered_at }) => answered_at ?? [])
    .toSorted()
    .at(-1)
  const steps: [at: string | null | undefined, what: string][] = [
    [concern?.published_at, NOTICES.concern.name],
    [asked_at, 'Authors asked about this notice'],
    [last, 'Last answer'],
    [published_at, `${NOTICES[kind].name} published`],
  ]
  return steps.flatMap(([at, what]) => (at ? [{ on: dayOf(at), what }] : []))
}
