import { journal } from '../../../contract/journal.ts'
import { NOTICES } from '../../../contract/rules/articles/notices.ts'
import { joinNames, namesInBrief } from '../../../contract/rules/people/author-names.ts'
import type { NewsKind } from '../../../contract/rules/site/news.ts'
import { type FollowScope, type Rhythm, whenTold } from '../../../contract/rules/site/follow-scopes.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { counted, escapeAttribute } from '../../../contract/rules/text/plain-text.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { OutboxRow } from '../../../platform/database/tables.ts'
import type { KindOfEmail, KindsOfEmail } from '../../../platform/email/kinds.ts'
import type { NewEmail } from '../../../platform/email/outbox.ts'
import { address, listed, paragraphs, plain, titled } from '../../../platform/email/values.ts'
import { makePersonLink } from '../../peer-review/authorship/links.ts'
import { loadAuthors } from '../articles/contributor-rows.ts'
import { findNotice } from '../notices/rows.ts'
import { forgetSendings } from './commands.ts'
import { askedWith, findFollow } from './rows.ts'
import { announced, appearedVolumes, stillNew } from './still-new.ts'
import { thingOf } from './things.ts'

interface AboutFollow {
  followId: string
}

interface FollowingEmails {
  /** With the article, if it is about one. */
  'follow-confirm': AboutFollow & { articleId?: string }
  /** One of a notice and a version that came without one. */
  'followed-article': AboutFollow & { articleId: string; noticeId?: string; version?: number }
  /** What each of these has, by id; several things that an address follows are one email. */
  'new-articles': AboutFollow & { articleIds: string[]; volumeIds: string[]; newsIds: string[] }
}
export type FollowingEmail = NewEmail<FollowingEmails>

/** Of emails to an address of which nothing else is known. */
const NAME = { name: 'reader' }

interface Named {
  name: string
}
interface ToConfirm extends Named {
  /** What is asked about, with inline markup. */
  things: { title: string; scope: FollowScope; rhythm: Rhythm }[]
}
interface News extends Named {
  title: string
  what: string
  readPath: string
}
interface NewArticles extends Named {
  articles: { id: string; title: string; authors: string; because: string[] }[]
  volumes: { id: string; title: string; articles: number }[]
  news: { slug: string; title: string; kind: NewsKind; summary: string }[]
  more: number
}
interface Loaded {
  'follow-confirm': ToConfirm
  'followed-article': News & { happened: string }
  'new-articles': NewArticles
}
type Load<Kind extends keyof FollowingEmails> = NonNullable<KindOfEmail<FollowingEmails[Kind], Loaded[Kind]>['load']>

/** What an address follows; undefined once it does no longer. */
const followOf = async (db: Db, { followId }: AboutFollow, recipient: string) => {
  const row = await findFollow(db, followId)
  return row?.email === recipient.toLowerCase() ? row : undefined
}

const toAsked: Load<'follow-confirm'> = async (db, about, { recipient }) => {
  const row = await followOf(db, about, recipient)
  if (!row) return null
  // Of what an address follows already it is asked as well: who asks must not learn it.
  const asked = (await askedWith(db, row)).filter(({ id, confirmed_at }) => id === row.id || confirmed_at === null)
  const things = await Promise.all(asked.map((one) => thingOf(db, one)))
  return { ...NAME, things }
}

const toFollower: Load<'followed-article'> = async (db, about, { recipient }) => {
  const row = await followOf(db, about, recipient)
  if (!row?.confirmed_at) return null
  const { articleId, noticeId, version } = about
  const article = await db.selectFrom('public_articles').select('title').where('id', '=', articleId).executeTakeFirst()
  if (!article) return null
  if (noticeId !== undefined) {
    const notice = await findNotice(db, noticeId)
    if (!notice?.article_id) return null
    const { name } = NOTICES[notice.kind]
    return {
      ...NAME,
      title: article.title,
      happened: name,
      what: notice.what,
      readPath: paths.article(notice.article_id),
    }
  }
  const made = await db
    .selectFrom('article_versions')
    .select(['number', 'reason'])
    .where('article_id', '=', articleId)
    .where('number', '=', version ?? 0)
    .executeTakeFirst()
  if (!made) return null
  const readPath = paths.articleCompare(articleId, made.number - 1, made.number)
  return { ...NAME, title: article.title, happened: `Version ${made.number}`, what: made.reason, readPath }
}

/** So many articles are named; a journal that publishes more in a day has a list of them. */
const NAMED_MAX = 50

/** What is still public, not retracted, and followed by the address: it may have stopped some of it since. */
const toReader: Load<'new-articles'> = async (db, { articleIds, volumeIds, newsIds, ...about }, { recipient }) => {
  const row = await followOf(db, about, recipient)
  if (!row) return null
  const follows = await db
    .selectFrom('follows')
    .selectAll()
    .where('email', '=', row.email)
    .where('scope', '<>', 'article')
    .where('confirmed_at', 'is not', null)
    .orderBy('scope')
    .orderBy('id')
    .execute()
  const found = await stillNew(db, articleIds, follows)
  const named = found.slice(0, NAMED_MAX)
  const authors = Map.groupBy(await loadAuthors(db, named.map(({ id }) => id)), ({ articleId }) => articleId) // prettier-ignore
  const inBrief = (id: string) => joinNames(namesInBrief((authors.get(id) ?? []).map(({ fullName }) => fullName)))
  const follow = (scope: FollowScope) => follows.some((one) => one.scope === scope)
  const loaded = {
    articles: named.map(({ id, title, because }) => ({ id, title, because, authors: inBrief(id) })),
    volumes: follow('volumes') ? await appearedVolumes(db, volumeIds) : [],
    news: follow('news') ? await announced(db, newsIds) : [],
    more: found.length - named.length,
  }
  return loaded.articles.length + loaded.volumes.length + loaded.news.length ? { ...NAME, ...loaded } : null
}

/** '2 new publications', or what else there is. */
const subjectOf = ({ articles, volumes, news, more }: Omit<NewArticles, 'name'>): string =>
  articles.length
    ? counted(articles.length + more, 'new publication')
    : volumes.length ? counted(volumes.length, 'new volume') : `${counted(news.length, 'announcement')}` // prettier-ignore

/** Everything that the email names, one below the other: what belongs together first, then articles. */
const worksOf = ({ articles, volumes, news }: Omit<NewArticles, 'name'>) => [
  ...news.map(({ slug, title, summary }) => ({
    title: escapeAttribute(title),
    about: summary,
    path: paths.newsItem(slug),
  })),
  ...volumes.map(({ id, title, articles: count }) => ({
    ...{ title: escapeAttribute(title), about: `Contents: ${counted(count, 'article')}`, path: paths.volume(id) },
  })),
  ...articles.map(({ id, title, authors, because }) => ({
    ...{ title, path: paths.article(id) },
    about: because.length ? `${authors}. Because you follow: ${because.join(', ')}` : authors,
  })),
]

const linkTo =
  (purpose: 'follow' | 'unfollow') =>
  (
    tx: Parameters<typeof makePersonLink>[0],
    { followId }: AboutFollow,
    { recipient, publicUrl, at }: { recipient: string; publicUrl: string; at: Date },
  ) =>
    makePersonLink(tx, publicUrl, { purpose, subjectId: followId, email: recipient }, at)

/** An address that does not exist follows nothing: the email finds no follower, and is dropped. */
const refused = async (tx: Parameters<typeof makePersonLink>[0], { recipient }: OutboxRow): Promise<void> => {
  await tx.deleteFrom('follows').where('email', '=', recipient.toLowerCase()).execute()
  await forgetSendings(tx, recipient.toLowerCase())
}

/** Sent to readers: nobody else learns to whom, and the journal forgets it. */
const TO_READERS = {
  isAnonymous: true,
  isForgotten: true,
  linkEnds: true,
  secretLink: linkTo('unfollow'),
  refused,
} as const

const example = { ...NAME, followId: 'a-follow' }
const TITLE = 'Sap flow and night-time refilling in <i>Prosopis cineraria</i> through two dry seasons'

export const followingEmails: KindsOfEmail<FollowingEmails, Loaded> = {
  'follow-confirm': {
    values: {
      title: ({ things }) => titled(things.length === 1 ? things[0]!.title : escapeAttribute(journal().name)),
      things: ({ things }) => titled(things.map(({ title }) => title).join('; ')),
      what: ({ things: [first] }) => plain(whenTold(first!.scope, first!.rhythm)),
    },
    example: { ...example, things: [{ title: TITLE, scope: 'article', rhythm: 'daily' }] },
    ...{ load: toAsked, secretLink: linkTo('follow'), isAnonymous: true, refused },
  },
  'followed-article': {
    values: {
      title: ({ title }) => titled(title),
      happened: ({ happened }) => plain(happened),
      what: ({ what }) => paragraphs(what),
      read: ({ readPath }, publicUrl) => address(publicUrl + readPath),
    },
    example: {
      ...{ ...example, articleId: 'sap-flow-in-prosopis', title: TITLE, happened: 'Correction' },
      ...{ what: 'Refilling in June 2024 was 3.4 kg a night, not 5.1 kg.', readPath: paths.article('the-correction') },
    },
    ...{ load: toFollower, ...TO_READERS },
  },
  'new-articles': {
    values: {
      number: (found) => plain(subjectOf(found)),
      articles: (found, publicUrl) =>
        listed(worksOf(found).map(({ path, ...work }) => ({ ...work, url: publicUrl + path }))),
      more: ({ more }) => plain(more ? `And ${counted(more, 'other')}.` : ''),
      read: (_, publicUrl) => address(publicUrl + paths.articles),
    },
    example: {
      ...{
        ...example,
        articleIds: ['sap-flow-in-prosopis'],
        volumeIds: [],
        newsIds: [],
        volumes: [],
        news: [],
        more: 0,
      },
      articles: [
        {
          ...{ id: 'sap-flow-in-prosopis', title: TITLE, authors: 'Rubina Solangi and Anwar Jatoi' },
          because: ['drought'],
        },
      ],
    },
    ...{ load: toReader, ...TO_READERS },
  },
}
