import type { z } from 'zod'
import type { notices as table, NoticeFields } from '../../../contract/api/notices.ts'
import type { CorrectionOfArticle } from '../../../contract/api/submission.ts'
import { CHANGED_MEANWHILE } from '../../../contract/api/approval.ts'
import {
  closesConcerns,
  isReplaceable,
  missingIn,
  moveNotice,
  NOTICES,
  RESEARCH_ARTICLE,
  type NoticeKind,
} from '../../../contract/rules/articles/notices.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { fileIdOf } from '../../../contract/rules/files/file-rules.ts'
import { joinNames } from '../../../contract/rules/people/author-names.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockAllForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { cancelJob } from '../../../platform/jobs/queue.ts'
import { refuseOtherPdf } from '../articles/names-lock.ts'
import { hasBeenPublic } from '../articles/transitions.ts'
import { loadWorks, NO_WORKS } from '../articles/declared-works.ts'
import { supplementsFrom } from '../articles/supplements.ts'
import { isTaken } from '../files/claims.ts'
import { ownUploads } from '../files/own-uploads.ts'
import { areAllHeard, askAuthors, dropAnswers, dueOn } from './answers.ts'
import { linkToNotice, moveRequestsOf, unlinkFromNotice } from '../requests/of-notices.ts'
import { ableEditors, isInvolved, signingRefusal } from './editors.ts'
import { lookAfter, makeReady } from './ready.ts'
import { changeNotice, loadAnswers, lockNotice, noteForEach, openForMove } from './rows.ts'
import { tellSigners } from './tell.ts'
import { releaseAtOf } from './timetable.ts'

type Draft = z.output<(typeof table)['draft']['input']>
type Fields = z.output<typeof NoticeFields>
interface Seen {
  id: string
  version: number
}

export const NO_PART =
  'You are an author of this article, or recused from it: another editor has to write and sign notices about it.'
const NOT_PUBLISHED = 'Notices are about published articles. This one is not, or has been deleted.'
const ABOUT_NOTICE = 'A notice about a notice is about it alone.'
const ONE_ARTICLE = 'A correction with changes is about one article.'
const NO_CHANGES = 'This kind of notice changes nothing in the article.'
const CONCERN_GONE = 'This concern has been closed already, or is about another article.'
const REPLACEMENT_GONE = 'Please choose a published article that takes the place of this one.'
const PAST_DAY = 'Please choose a day that is still to come.'
const TOO_LATE = 'The ten minutes are over: the notice is being published.'
const FILE_TAKEN = 'This file already belongs to an article or another notice. Please upload it again.'

/** Begins a notice about published articles. Files of a waiting correction are claimed, so that they are not swept. */
export async function draftNotice(
  tx: Tx,
  caller: Caller,
  { about, correction, kind, requestId, ...fields }: Draft,
): Promise<string> {
  const ids = [...new Set(about)]
  const articles = await lockAllForUpdate(tx, 'articles', ids.toSorted())
  if (articles.length < ids.length || !articles.every(hasBeenPublic)) throw invalid('about', NOT_PUBLISHED)
  if (await isInvolved(tx, caller.userId, ids)) throw new DomainError('forbidden', NO_PART)
  if (ids.length > 1 && articles.some(({ type }) => type !== RESEARCH_ARTICLE)) throw invalid('about', ABOUT_NOTICE)
  const id = newId()
  const at = now()
  const row = {
    ...{ id, kind, state: 'draft' as const, drafted_by: caller.userId, drafted_at: at },
    ...columnsOf(kind, fields),
    correction: correction === undefined ? null : JSON.stringify(correction),
  }
  await checkFields(tx, row, ids)
  await tx
    .insertInto('notices')
    .values({ ...EMPTY, ...row })
    .execute()
  await tx
    .insertInto('notice_articles')
    .values(ids.map((about_id, position) => ({ notice_id: id, about_id, position })))
    .execute()
  if (correction) {
    if (NOTICES[kind].standing !== 'corrected') throw invalid('correction', NO_CHANGES)
    if (ids.length > 1) throw invalid('about', ONE_ARTICLE)
    await claimFiles(tx, caller, { noticeId: id, article: articles[0]!, correction })
  }
  if (requestId !== undefined) await linkToNotice(tx, caller, requestId, { noticeId: id, about: ids })
  await noteForEach(tx, caller.userId, ids, (articleId) => [
    'article.draft-notice',
    articleId,
    { after: { noticeId: id, kind } },
  ])
  return id
}

/** Columns that have no default. */
const EMPTY = {
  ...{ article_id: null, whose_error: null, closes_id: null, replaced_by: null, review_on: null, urgent_reason: null },
  ...{ unasked_reason: null, agreement: null, asked_at: null, answers_due_on: null, ready_at: null },
  ...{ confirmed_by: null, confirmed_at: null, release_at: null, published_at: null, dropped_reason: null },
}

async function claimFiles(
  tx: Tx,
  caller: Caller,
  {
    noticeId,
    article,
    correction,
  }: { noticeId: string; article: ArticleRow; correction: NonNullable<Draft['correction']> },
): Promise<void> {
  if (article.version !== correction.version) throw new DomainError('conflict', CHANGED_MEANWHILE)
  refuseOtherPdf(article, correction.pdfUrl)
  const present = new Set([article.pdf_file_id, article.image_file_id])
  for (const field of ['pdfUrl', 'imageUrl', 'fullTextUrl'] as const) {
    const url = correction[field]
    if (!url || present.has(fileIdOf(url) ?? '')) continue
    const [file] = await ownUploads(tx, caller.userId, field, [url])
    if (await isTaken(tx, file!)) throw new DomainError('conflict', FILE_TAKEN, { errors: { [field]: FILE_TAKEN } })
    await tx.insertInto('notice_files').values({ notice_id: noticeId, file_id: file!.id }).execute()
  }
  if (!correction.supplements) return
  const { supplements } = (await loadWorks(tx, [article.id])).get(article.id) ?? NO_WORKS
  const known = new Set(supplements.map(({ id }) => id))
  const next = await supplementsFrom(tx, caller.userId, correction.supplements, supplements)
  const fresh = next.filter(({ id }) => !known.has(id)).map(({ id }) => ({ notice_id: noticeId, file_id: id }))
  if (fresh.length) await tx.insertInto('notice_files').values(fresh).execute()
}

/** The columns of fields that a kind of notice has; absent ones are absent. */
function columnsOf(kind: NoticeKind, fields: Omit<Fields, 'kind'>): Partial<NoticeRow> {
  const { whoseError, what, details, why, foundBy, effect, action, closesId, replacedBy, reviewOn, urgentReason } =
    fields
  const all = {
    ...{ whose_error: whoseError, what, details, why, found_by: foundBy, effect, action },
    closes_id: closesConcerns(kind) ? closesId : null,
    replaced_by: isReplaceable(kind) ? replacedBy : null,
    review_on: kind === 'concern' ? reviewOn : null,
    urgent_reason: urgentReason === undefined ? undefined : urgentReason?.trim() || null,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** What a draft names must be there: it is looked at again before it is signed. */
async function checkFields(
  tx: Tx,
  { id, closes_id, replaced_by, review_on }: Partial<NoticeRow>,
  about: readonly string[],
): Promise<void> {
  if (review_on && review_on <= dayOf(now())) throw invalid('reviewOn', PAST_DAY)
  if (closes_id && !(await isOpenConcern(tx, closes_id, about, id))) throw invalid('closesId', CONCERN_GONE)
  if (!replaced_by) return
  const other = await tx
    .selectFrom('public_articles')
    .select('id')
    .where('id', '=', replaced_by)
    .where('id', 'not in', about)
    .where('type', '=', RESEARCH_ARTICLE)
    .executeTakeFirst()
  if (!other) throw invalid('replacedBy', REPLACEMENT_GONE)
}

/** A published concern about one of these articles that no other notice has closed, or is about to. It is locked. */
async function isOpenConcern(tx: Tx, id: string, about: readonly string[], by?: string): Promise<boolean> {
  const concern = await lockNotice(tx, id)
  if (concern?.state !== 'published' || concern.kind !== 'concern') return false
  const same = await tx
    .selectFrom('notice_articles')
    .select('about_id')
    .where('notice_id', '=', id)
    .where('about_id', 'in', about)
    .executeTakeFirst()
  let closers = tx
    .selectFrom('notices')
    .select('id')
    .where('closes_id', '=', id)
    .where('state', 'in', ['confirmed', 'published'])
  if (by !== undefined) closers = closers.where('id', '<>', by)
  return same !== undefined && (await closers.executeTakeFirst()) === undefined
}

/** Saves fields of a draft. To other words nobody has answered yet. */
export async function editNotice(
  tx: Tx,
  caller: Caller,
  { id, version, kind: given, ...fields }: Fields & Seen,
): Promise<void> {
  const { notice, about } = await openForMove(tx, caller, { id, version }, 'edit')
  const kind = given ?? notice.kind
  if (notice.correction !== null && NOTICES[kind].standing !== 'corrected') throw invalid('kind', NO_CHANGES)
  const columns = { kind, ...columnsOf(kind, fields) }
  const changed = (Object.keys(columns) as (keyof NoticeRow)[]).filter(
    (name) => columns[name as 'what'] !== notice[name],
  )
  if (!changed.length) return
  await checkFields(tx, { ...columns, id }, about)
  if (notice.asked_at !== null) await dropAnswers(tx, id)
  await changeNotice(tx, notice, { ...columns, asked_at: null, answers_due_on: null })
  await noteForEach(tx, caller.userId, about, (articleId) => [
    'article.edit-notice',
    articleId,
    { after: { noticeId: id, fields: changed } },
  ])
}

function refuseUnfinished(notice: NoticeRow): void {
  const missing = missingOf(notice)
  if (missing.length) throw new DomainError('conflict', `Please fill in first: ${joinNames(missing)}.`)
}

/** What has still to be filled in, in words. */
export const missingOf = ({ kind, found_by, whose_error, review_on, closes_id, ...row }: NoticeRow): string[] =>
  missingIn(kind, { ...row, foundBy: found_by, whoseError: whose_error, reviewOn: review_on, closesId: closes_id })

/**
 * Asks the authors. If the very same words were before them already, as after a signature that was taken back, what they have
 * answered and their days still count.
 */
export async function askAboutNotice(tx: Tx, caller: Caller, seen: Seen): Promise<void> {
  const { notice, about, state } = await openForMove(tx, caller, seen, 'ask')
  refuseUnfinished(notice)
  const isSame = notice.asked_at !== null
  const askedAt = notice.asked_at ?? now()
  const asked = await changeNotice(tx, notice, {
    ...{ state, asked_at: askedAt, unasked_reason: null },
    answers_due_on: isSame ? notice.answers_due_on : dueOn(notice, askedAt),
  })
  // Before any email: who answers the request has it locked, and waits for those.
  await moveRequestsOf(tx, notice.id, 'askAuthors')
  const authors = isSame ? (await loadAnswers(tx, notice.id)).length : await askAuthors(tx, asked, about, askedAt)
  await noteForEach(tx, caller.userId, about, (articleId) => [
    'article.ask-about-notice',
    articleId,
    { after: { noticeId: notice.id, authors } },
  ])
  // Nobody has an address, or all have answered before.
  if (areAllHeard(await loadAnswers(tx, notice.id))) await makeReady(tx, asked, about)
  await lookAfter(tx, notice.id)
}

const REASON_TO_SKIP =
  'Authors are not asked only about the journal’s own error, or in urgency: please say whose error it was, or why it is urgent.'

export async function skipAsking(
  tx: Tx,
  caller: Caller,
  { reason, ...seen }: Seen & { reason: string },
): Promise<void> {
  const { notice, about, state } = await openForMove(tx, caller, seen, 'goUnasked')
  refuseUnfinished(notice)
  if (notice.whose_error !== 'journal' && notice.urgent_reason === null)
    throw new DomainError('conflict', REASON_TO_SKIP)
  await dropAnswers(tx, notice.id)
  const ready = await changeNotice(tx, notice, {
    ...{ state, unasked_reason: reason, asked_at: null, answers_due_on: null, ready_at: now() },
  })
  await noteForEach(tx, caller.userId, about, (articleId) => [
    'article.skip-asking',
    articleId,
    { after: { noticeId: notice.id, reason } },
  ])
  await tellSigners(tx, ready, about, { step: 'ready', except: caller.userId })
  await lookAfter(tx, notice.id)
}

/** Makes it a draft again; what was answered to its words is forgotten. */
export async function sendBackNotice(tx: Tx, caller: Caller, seen: Seen): Promise<void> {
  const { notice, about, state } = await openForMove(tx, caller, seen, 'sendBack')
  await dropAnswers(tx, notice.id)
  await changeNotice(tx, notice, {
    ...{ state, asked_at: null, answers_due_on: null, unasked_reason: null, ready_at: null },
  })
  await noteForEach(tx, caller.userId, about, (id) => [
    'article.send-back-notice',
    id,
    { after: { noticeId: notice.id } },
  ])
}

/** Signs a notice: it is published after ten minutes, unless it is taken back. */
export async function signNotice(tx: Tx, caller: Caller, seen: Seen): Promise<void> {
  const { notice, about, state } = await openForMove(tx, caller, seen, 'confirm')
  const refusal = signingRefusal(caller.userId, notice, (await ableEditors(tx, about)).length)
  if (refusal !== null) throw new DomainError('forbidden', refusal)
  await checkFields(tx, notice, about)
  if (notice.correction !== null) {
    const { version } = JSON.parse(notice.correction) as Pick<CorrectionOfArticle, 'version'>
    const [article] = await lockAllForUpdate(tx, 'articles', about)
    if (article?.version !== version) throw new DomainError('conflict', CHANGED_MEANWHILE)
  }
  const at = new Date()
  await changeNotice(tx, notice, {
    ...{ state, confirmed_by: caller.userId, confirmed_at: at.toISOString(), release_at: releaseAtOf(at) },
  })
  await noteForEach(tx, caller.userId, about, (id) => [
    'article.sign-notice',
    id,
    { after: { noticeId: notice.id, kind: notice.kind } },
  ])
  await lookAfter(tx, notice.id)
}

const UNSIGNED = { confirmed_by: null, confirmed_at: null, release_at: null }

/** Takes a signature back. What the authors have answered stays as long as the words do. */
export async function undoNotice(tx: Tx, caller: Caller, id: string): Promise<void> {
  const { notice, about, state } = await openForMove(tx, caller, { id }, 'undo')
  refuseTooLate(notice)
  await changeNotice(tx, notice, { state, ...UNSIGNED, ready_at: null })
  await cancelJob(tx, 'notices', id)
  await noteForEach(tx, caller.userId, about, (articleId) => [
    'article.undo-notice',
    articleId,
    { after: { noticeId: id } },
  ])
}

function refuseTooLate({ release_at }: NoticeRow): void {
  if (release_at !== null && release_at <= now()) throw new DomainError('conflict', TOO_LATE)
}

/** A signed notice that could not be published is a draft again, and those who may sign it get an email. */
export async function giveBackNotice(tx: Tx, id: string, about: readonly string[], reason: string): Promise<void> {
  const notice = await lockNotice(tx, id)
  const moved = notice && moveNotice(notice.state, 'giveBack', 'system')
  if (!moved || 'kind' in moved) return
  const draft = await changeNotice(tx, notice, { state: moved.state, ...UNSIGNED, ready_at: null })
  await noteForEach(tx, null, about, (articleId) => [
    'article.give-back-notice',
    articleId,
    { after: { noticeId: id, reason } },
  ])
  await tellSigners(tx, draft, about, { step: 'returned' })
}

/** Ends a notice that has not been published; its files are nobody's any more. */
export async function dropNotice(
  tx: Tx,
  caller: Caller,
  { reason, ...seen }: Seen & { reason: string },
): Promise<void> {
  const { notice, about, state } = await openForMove(tx, caller, seen, 'drop')
  refuseTooLate(notice)
  await changeNotice(tx, notice, { state, dropped_reason: reason, correction: null, ...UNSIGNED })
  await tx.deleteFrom('notice_files').where('notice_id', '=', notice.id).execute()
  await unlinkFromNotice(tx, notice.id)
  await tx
    .updateTable('person_links')
    .set({ revoked_at: now() })
    .where('purpose', '=', 'notice')
    .where('subject_id', '=', notice.id)
    .where('revoked_at', 'is', null)
    .execute()
  await cancelJob(tx, 'notices', notice.id)
  await noteForEach(tx, caller.userId, about, (id) => [
    'article.drop-notice',
    id,
    { after: { noticeId: notice.id, reason } },
  ])
}
