import { NOTICES, type NoticeKind } from '../../../contract/rules/articles/notices.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'
import type { KindOfEmail, KindsOfEmail } from '../../../platform/email/kinds.ts'
import type { NewEmail } from '../../../platform/email/outbox.ts'
import { address, paragraphs, plain, titled } from '../../../platform/email/values.ts'
import { findUserByEmail } from '../../accounts/users/queries.ts'
import { makePersonLink } from '../../peer-review/authorship/links.ts'
import { loadAuthors } from '../articles/contributor-rows.ts'
import { findRequest } from '../requests/rows.ts'
import { ableEditors, signingRefusal } from './editors.ts'
import { findNotice, idsAbout, loadAnswers } from './rows.ts'

/** Ids only: texts and names are read when an email is made. `articleId`: what the notice is about. */
interface AboutNotice {
  noticeId: string
  articleId: string
}

/** Why someone gets the email about a published notice. */
export const TOLD_AS = ['author', 'requester', 'citing'] as const

interface NoticeEmails {
  /** `step`: 'link' for a new link that someone has asked for. */
  'notice-draft': AboutNotice & { step: 'asked' | 'reminder' | 'link' }
  /** `step`: 'returned' if it was signed and could not be published. */
  'notice-confirm': AboutNotice & { step: 'ready' | 'reminder' | 'returned' }
  'notice-published': AboutNotice & { as: (typeof TOLD_AS)[number]; citingId?: string; requestId?: string }
  'concern-due': AboutNotice & { step: string }
}
export type NoticeEmail = NewEmail<NoticeEmails>

interface NoticeFacts {
  /** The recipient's name. */
  name: string
  /** The title of the article. */
  title: string
  notice: NoticeRow
}

type Load<Kind extends keyof NoticeEmails> = NonNullable<KindOfEmail<NoticeEmails[Kind], NoticeFacts>['load']>

async function factsOf(db: Db, { noticeId, articleId }: AboutNotice, name: string): Promise<NoticeFacts | null> {
  const notice = await findNotice(db, noticeId)
  const article = await db.selectFrom('articles').select('title').where('id', '=', articleId).executeTakeFirst()
  return notice && article ? { name, title: article.title, notice } : null
}

/** Not sent any more to who is not asked any more, or has answered; a new link is for both. */
const toAsked: Load<'notice-draft'> = async (db, about, { recipient }) => {
  const own = (await loadAnswers(db, about.noticeId)).find(({ email }) => email === recipient.toLowerCase())
  const facts = own ? await factsOf(db, about, own.name) : null
  if (about.step === 'link') return facts
  return facts?.notice.state === 'asked' && own?.answer === null ? facts : null
}

const toEditor = async (
  db: Db,
  about: AboutNotice,
  recipient: string,
): Promise<(NoticeFacts & { userId: string }) | null> => {
  const user = await findUserByEmail(db, recipient.toLowerCase())
  const facts = user && (await factsOf(db, about, user.full_name))
  if (!facts) return null
  const able = await ableEditors(db, await idsAbout(db, about.noticeId))
  return able.some(({ id }) => id === user.id) ? { ...facts, userId: user.id } : null
}

const toSigner: Load<'notice-confirm'> = async (db, about, { recipient }) => {
  const facts = await toEditor(db, about, recipient)
  if (!facts) return null
  if (about.step === 'returned') return facts.notice.state === 'draft' ? facts : null
  const editors = await ableEditors(db, await idsAbout(db, about.noticeId))
  const mayStill = facts.notice.state === 'ready' && signingRefusal(facts.userId, facts.notice, editors.length) === null
  return mayStill ? facts : null
}

const toTold: Load<'notice-published'> = async (db, about, { recipient }) => {
  if (about.requestId !== undefined) {
    const request = await findRequest(db, about.requestId)
    return request && request.email !== '' ? factsOf(db, about, request.name || 'reader') : null
  }
  const people = await loadAuthors(db, [about.citingId ?? about.articleId])
  const person = people.find(({ email }) => email.toLowerCase() === recipient.toLowerCase())
  const user = person ? undefined : await findUserByEmail(db, recipient.toLowerCase())
  return factsOf(db, about, person?.fullName ?? user?.full_name ?? 'colleague')
}

const toConcerned: Load<'concern-due'> = async (db, about, { recipient }) => {
  const closer = await db
    .selectFrom('notices')
    .select('id')
    .where('closes_id', '=', about.noticeId)
    .where('state', '=', 'published')
    .executeTakeFirst()
  return closer ? null : toEditor(db, about, recipient)
}

/** With its article, in a sentence. */
const A_NOTICE: Readonly<Record<NoticeKind, string>> = {
  ...{ correction: 'a correction', addendum: 'an addendum', concern: 'an expression of concern' },
  ...{ 'concern-closed': 'a notice that a concern is resolved', retraction: 'a retraction', removal: 'a removal' },
  ...{ comment: 'a comment', reply: 'a reply' },
}

/** What a published notice means for the authors of the article. */
const MEANS: Readonly<Record<NoticeKind, string>> = {
  correction: 'The corrected article is at the same address, and earlier versions can still be read there.',
  addendum: 'Your article stays as it is; the addendum is linked from it.',
  concern: 'Your article stays online, and the concern stands above it until it is resolved.',
  'concern-closed': 'The concern above your article is marked as resolved.',
  retraction: 'Your article stays online, and every page and file says that it is retracted.',
  removal: 'The text of your article is no longer online. Its title, its authors and the notice remain.',
  comment: 'Your article stays as it is; the comment is linked from it.',
  reply: 'Your article stays as it is; the reply is linked from it.',
}
const FOR_CITING =
  'An article of yours in this journal cites it. Please look whether what you have concluded depends on what the notice is about.'

const FOR_REQUESTER = 'You had written to us about this article. Thank you for your help in keeping the record right.'

const TO_SIGN = 'It is ready to be signed. Nothing appears until you agree.'
const RETURNED =
  'It was signed and could not be published, because the article or a file has been changed meanwhile. It is a draft again.'

const EXAMPLE_NOTICE: NoticeRow = {
  ...{ id: 'a-retraction', article_id: 'the-retraction', kind: 'retraction', state: 'asked', whose_error: 'authors' },
  what: 'the chromosome plates of Figure 3 are not from Ferula',
  details: 'The vouchers, checked in the herbarium, are a cultivated Heracleum.',
  ...{ why: '', found_by: '', effect: '', action: '', closes_id: null, replaced_by: null, review_on: '2026-07-20' },
  ...{ unasked_reason: null, urgent_reason: null, correction: null, agreement: null, drafted_by: 'samina' },
  ...{ drafted_at: '2026-06-01T09:00:00.000Z', asked_at: '2026-06-01T09:00:00.000Z', answers_due_on: '2026-06-15' },
  ...{ ready_at: null, confirmed_by: null, confirmed_at: null, release_at: null, published_at: null },
  ...{ dropped_reason: null, version: 2 },
}
const about = {
  ...{ noticeId: 'a-retraction', articleId: 'ploidy-in-wild-ferula', notice: EXAMPLE_NOTICE },
  title: 'Ploidy and seed set in wild <i>Ferula</i> of the Zarafshan range',
}

const meaning = (kind: NoticeKind, as: (typeof TOLD_AS)[number]): string =>
  as === 'author' ? MEANS[kind] : as === 'citing' ? FOR_CITING : FOR_REQUESTER

const title = (facts: NoticeFacts) => titled(facts.title)
const kind = ({ notice }: NoticeFacts) => plain(A_NOTICE[notice.kind])
const desk = ({ notice }: NoticeFacts, publicUrl: string) => address(publicUrl + paths.notice(notice.id))

export const noticeEmails: KindsOfEmail<NoticeEmails, { [Kind in keyof NoticeEmails]: NoticeFacts }> = {
  'notice-draft': {
    values: { title, kind, due: ({ notice }) => plain(longDate(notice.answers_due_on)) },
    example: { ...about, name: 'Dilrabo Saidzod', step: 'asked' },
    load: toAsked,
    secretLink: (tx, { noticeId }, { recipient, publicUrl, at }) =>
      makePersonLink(tx, publicUrl, { purpose: 'notice', subjectId: noticeId, email: recipient }, at),
  },
  'notice-confirm': {
    values: {
      ...{ title, kind, link: desk },
      isReady: ({ step }) => plain(step === 'returned' ? 'a draft again' : 'ready to be signed'),
      state: ({ step }) => plain(step === 'returned' ? RETURNED : TO_SIGN),
    },
    example: { ...about, name: 'Samina Farooqi', step: 'ready' },
    load: toSigner,
  },
  'notice-published': {
    values: {
      title,
      name: (facts) => plain(facts.name),
      kindName: ({ notice }) => plain(NOTICES[notice.kind].name),
      what: ({ notice }) => paragraphs(notice.what),
      means: ({ notice, as }) => plain(meaning(notice.kind, as)),
      link: ({ notice }, publicUrl) => address(publicUrl + paths.article(notice.article_id ?? '')),
    },
    example: { ...about, name: 'Dilrabo Saidzod', as: 'author' },
    load: toTold,
  },
  'concern-due': {
    values: {
      ...{ title, link: desk },
      due: ({ notice }) => plain(longDate(notice.review_on)),
      isDue: ({ step }) => plain(step.endsWith(' 14') ? 'had promised' : 'has promised'),
    },
    example: { ...about, name: 'Samina Farooqi', step: 'concern 0' },
    load: toConcerned,
  },
}
