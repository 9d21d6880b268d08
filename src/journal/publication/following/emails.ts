import { journal } from '../../../contract/journal.ts'
import { NOTICES } from '../../../contract/rules/articles/notices.ts'
import { joinNames, namesInBrief } from '../../../contract/rules/people/author-names.ts'
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
import { findFollow } from './rows.ts'

interface AboutFollow {
  followId: string
}

interface FollowingEmails {
  /** Without an article it is the whole journal. */
  'follow-confirm': AboutFollow & { articleId?: string }
  /** One of a notice and a version that came without one. */
  'followed-article': AboutFollow & { articleId: string; noticeId?: string; version?: number }
  'new-articles': AboutFollow & { since: string; until: string }
}
export type FollowingEmail = NewEmail<FollowingEmails>

/** Of emails to an address of which nothing else is known. */
const NAME = { name: 'reader' }

interface Named {
  name: string
}
interface ToConfirm extends Named {
  /** With inline markup; null for the journal. */
  title: string | null
}
interface News extends Named {
  title: string
  what: string
  readPath: string
}
interface NewArticles extends Named {
  articles: { id: string; title: string; authors: string }[]
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
  if (row.article_id === null) return { ...NAME, title: null }
  const article = await db.selectFrom('articles').select('title').where('id', '=', row.article_id).executeTakeFirst()
  return article ? { ...NAME, title: article.title } : null
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

const toReader: Load<'new-articles'> = async (db, { since, until, ...about }, { recipient }) => {
  const row = await followOf(db, about, recipient)
  if (!row?.confirmed_at) return null
  const found = await db
    .selectFrom('public_articles')
    .select(['id', 'title'])
    .where('published_at', '>', since)
    .where('published_at', '<=', until)
    .where('origin', '<>', 'sample')
    .orderBy('published_at')
    .orderBy('id')
    .execute()
  if (!found.length) return null
  const named = found.slice(0, NAMED_MAX)
  const authors = Map.groupBy(await loadAuthors(db, named.map(({ id }) => id)), ({ articleId }) => articleId) // prettier-ignore
  const inBrief = (id: string) => joinNames(namesInBrief((authors.get(id) ?? []).map(({ fullName }) => fullName)))
  return {
    ...NAME,
    articles: named.map(({ id, title }) => ({ id, title, authors: inBrief(id) })),
    more: found.length - named.length,
  }
}

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
      title: ({ title }) => titled(title ?? escapeAttribute(journal().name)),
      what: ({ title }) =>
        plain(
          title === null
            ? 'You get one email in the morning after something was published.'
            : 'You get an email only when this article is corrected, questioned, retracted, commented on or changed.',
        ),
    },
    example: { ...example, title: TITLE },
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
      number: ({ articles, more }) => plain(counted(articles.length + more, 'new publication')),
      articles: ({ articles }, publicUrl) =>
        listed(
          articles.map(({ id, title, authors }) => ({ title, about: authors, url: publicUrl + paths.article(id) })),
        ),
      more: ({ more }) => plain(more ? `And ${counted(more, 'other')}.` : ''),
      read: (_, publicUrl) => address(publicUrl + paths.articles),
    },
    example: {
      ...{ ...example, since: '2026-06-08T03:00:00.000Z', until: '2026-06-09T03:00:00.000Z', more: 0 },
      articles: [{ id: 'sap-flow-in-prosopis', title: TITLE, authors: 'Rubina Solangi and Anwar Jatoi' }],
    },
    ...{ load: toReader, ...TO_READERS },
  },
}
