import type { Notice } from '../../../contract/api/notices.ts'
import { agreementLine } from '../../../contract/rules/articles/notices.ts'
import { CORRECTION_FIELDS, type CorrectionField } from '../../../contract/rules/articles/statements.ts'
import { joinNames } from '../../../contract/rules/people/author-names.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { countFollowers } from '../following/rows.ts'
import { loadAuthors } from '../articles/contributor-rows.ts'
import { missingOf } from './commands.ts'
import { ableEditors, isInvolved, signingRefusal } from './editors.ts'
import { findNotice, idsAbout, loadAnswers } from './rows.ts'

/** A notice as an editor works on it; it does not exist for authors of its articles and recused editors. */
export async function noticeFor(db: Db, userId: string, id: string): Promise<Notice> {
  const notice = await findNotice(db, id)
  const about = notice ? await idsAbout(db, notice.id) : []
  if (!notice || (await isInvolved(db, userId, about))) throw notFound('Notice')
  const request = await db.selectFrom('requests').select('id').where('notice_id', '=', notice.id).executeTakeFirst()
  return { ...(await presentNotice(db, userId, notice, about)), requestId: request?.id ?? null }
}

/** All notices under way that an editor may see, the oldest first. */
export async function openNotices(db: Db, userId: string): Promise<Notice[]> {
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .where('state', 'not in', ['published', 'dropped'])
    .orderBy('drafted_at')
    .orderBy('id')
    .execute()
  const shown: Notice[] = []
  for (const row of rows) {
    const about = await idsAbout(db, row.id)
    if (!(await isInvolved(db, userId, about))) shown.push(await presentNotice(db, userId, row, about))
  }
  return shown
}

async function presentNotice(db: Db, userId: string, notice: NoticeRow, about: readonly string[]): Promise<Notice> {
  const answers = await loadAnswers(db, notice.id)
  const people = new Map((await usersOf(db, [notice.drafted_by, notice.confirmed_by])).map((user) => [user.id, user]))
  const correction = notice.correction === null ? {} : (JSON.parse(notice.correction) as object)
  return {
    ...{ id: notice.id, articleId: notice.article_id, kind: notice.kind, state: notice.state },
    about: await articlesOf(db, about),
    followers: await countFollowers(db, about),
    ...{ whoseError: notice.whose_error, what: notice.what, details: notice.details, why: notice.why },
    ...{ foundBy: notice.found_by, effect: notice.effect, action: notice.action },
    ...{ closesId: notice.closes_id, replacedBy: notice.replaced_by, reviewOn: notice.review_on },
    openConcerns: await openConcerns(db, about),
    ...{ unaskedReason: notice.unasked_reason, urgentReason: notice.urgent_reason },
    changes: Object.keys(correction).flatMap((field) =>
      field in CORRECTION_FIELDS ? [CORRECTION_FIELDS[field as CorrectionField]] : [],
    ),
    answers: answers.map(({ name, email, answer, remark, may_print, answered_at }) => ({
      ...{ name, hasAddress: email !== '', answer, remark, mayPrint: may_print === 1 },
      answeredOn: answered_at && dayOf(answered_at),
    })),
    agreement: notice.agreement ?? agreementLine(answers, notice.unasked_reason),
    draftedBy: people.get(notice.drafted_by) ?? { id: notice.drafted_by, name: '' },
    ...{ draftedAt: notice.drafted_at, askedAt: notice.asked_at, answersDueOn: notice.answers_due_on },
    confirmedBy: people.get(notice.confirmed_by ?? '') ?? null,
    ...{ releaseAt: notice.release_at, version: notice.version },
    missing: missingOf(notice),
    maySign: signingRefusal(userId, notice, (await ableEditors(db, about)).length),
  }
}

const usersOf = (db: Db, ids: readonly (string | null)[]) =>
  db
    .selectFrom('users')
    .select(['id', 'full_name as name'])
    .where('id', 'in', [...new Set(ids.filter((id) => id !== null))])
    .execute()

async function articlesOf(db: Db, ids: readonly string[]): Promise<Notice['about']> {
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'title', 'doi', 'standing'])
    .where('id', 'in', ids)
    .execute()
  const authors = Map.groupBy(await loadAuthors(db, ids), ({ articleId }) => articleId)
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    return row ? [{ ...row, authors: joinNames((authors.get(id) ?? []).map(({ fullName }) => fullName)) }] : []
  })
}

/** The published concerns about these articles that no published notice has ended. */
async function openConcerns(db: Db, about: readonly string[]): Promise<Notice['openConcerns']> {
  const rows = await db
    .selectFrom('notices')
    .innerJoin('notice_articles', 'notice_articles.notice_id', 'notices.id')
    .select(['notices.id', 'notices.published_at', 'notices.what'])
    .distinct()
    .where('notice_articles.about_id', 'in', about)
    .where('notices.kind', '=', 'concern')
    .where('notices.state', '=', 'published')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as closer')
            .select('closer.id')
            .whereRef('closer.closes_id', '=', 'notices.id')
            .where('closer.state', '=', 'published'),
        ),
      ),
    )
    .orderBy('notices.published_at')
    .execute()
  return rows.map(({ id, published_at, what }) => ({ id, on: dayOf(published_at!), what }))
}
