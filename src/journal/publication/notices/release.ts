import type { CorrectionOfArticle } from '../../../contract/api/submission.ts'
import { CHANGED_MEANWHILE } from '../../../contract/api/approval.ts'
import {
  agreementLine,
  moveNotice,
  NOTICES,
  ONE_EDITOR,
  RESEARCH_ARTICLE,
  standingOf,
} from '../../../contract/rules/articles/notices.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { contributorOf } from '../../../contract/rules/people/people.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockAllForUpdate, lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { enqueueJob } from '../../../platform/jobs/queue.ts'
import { saveHeads } from '../../../platform/search-engine/article-heads.ts'
import { writeCorrection } from '../articles/correct.ts'
import { removeFullText, type TextToAttach } from '../articles/full-text/draft.ts'
import { hasBeenPublic, isPublic } from '../articles/transitions.ts'
import { saveReplaced } from '../articles/uploads.ts'
import { writeArticle } from '../articles/write-article.ts'
import { takeSnapshot, writeVersion } from '../versions/write-version.ts'
import { announceNextMorning } from '../following/digest.ts'
import { enqueueDeposit } from '../dois/enqueue-deposit.ts'
import { doiFor } from '../dois/mint-doi.ts'
import { isSignedAlone } from './editors.ts'
import { changeNotice, idsAbout, lockNotice, noteForEach, noticesInForce } from './rows.ts'
import { lookAfter } from './ready.ts'
import { lockRequestsOf, moveRequestsOf } from '../requests/of-notices.ts'
import { tellOfPublication } from './tell.ts'
import { abstractOf, printedAnswers } from './text.ts'

/** A waiting correction as its drafter has made it. */
export const correctionOf = ({ correction, what }: NoticeRow, articleId: string): CorrectionOfArticle | null =>
  correction === null
    ? null
    : { ...(JSON.parse(correction) as Omit<CorrectionOfArticle, 'id' | 'reason'>), id: articleId, reason: what }

/**
 * Publishes a signed notice whose ten minutes are over, and all that it changes, in one transaction: the correction that waited,
 * or the removal; the notice as an article of its own; the standing of each article; deposits and emails. False if it is not
 * due any more, as when another process has published it.
 */
export async function releaseNotice(tx: Tx, id: string, at: string, text?: TextToAttach): Promise<boolean> {
  const notice = await lockNotice(tx, id)
  const moved = notice && moveNotice(notice.state, 'release', 'system')
  if (!moved || 'kind' in moved || notice.release_at === null || notice.release_at > at) return false
  const about = await idsAbout(tx, id)
  await lockAllForUpdate(tx, 'articles', about.toSorted())
  // Before any email or job: who answers one of them has it locked, and waits for those.
  await lockRequestsOf(tx, id)
  const articles = await inOrder(tx, about)

  await takeEffect(tx, notice, articles, at, text)
  const published = await changeNotice(tx, notice, {
    ...{
      state: moved.state,
      published_at: at,
      agreement: agreementLine(await printedAnswers(tx, id), notice.unasked_reason),
    },
    urgent_reason: isSignedAlone(notice.kind, notice.drafted_by, notice.confirmed_by)
      ? (notice.urgent_reason ?? ONE_EDITOR)
      : notice.urgent_reason,
  })
  const own = await publishAsArticle(tx, published, articles, at)
  await tx.updateTable('notices').set({ article_id: own.id }).where('id', '=', id).execute()
  for (const articleId of about) {
    const standing = standingOf(await noticesInForce(tx, articleId))
    await tx.updateTable('articles').set({ standing }).where('id', '=', articleId).execute()
  }
  for (const changed of await changedBy(tx, notice, about)) await renew(tx, changed, at)
  await noteForEach(tx, notice.confirmed_by, about, (articleId) => [
    'article.publish-notice',
    articleId,
    { after: { noticeId: id, kind: notice.kind, articleId: own.id, doi: own.doi } },
  ])
  await moveRequestsOf(tx, id, 'release')
  await tellOfPublication(tx, notice, articles)
  await announceNextMorning(tx, at)
  await enqueueDeposit(tx, own, 'approval')
  await enqueueJob(tx, 'noticePdfs', own.id)
  await touchPublicSite(tx)
  await lookAfter(tx, id)
  return true
}

async function inOrder(tx: Tx, ids: readonly string[]): Promise<ArticleRow[]> {
  const rows = await tx.selectFrom('articles').selectAll().where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)!)
}

/** What the notice does to the content of its articles. */
async function takeEffect(
  tx: Tx,
  notice: NoticeRow,
  articles: readonly ArticleRow[],
  at: string,
  text: TextToAttach | undefined,
): Promise<void> {
  const [article] = articles
  const correction = correctionOf(notice, article!.id)
  if (correction) {
    if (article!.version !== correction.version) throw new DomainError('conflict', CHANGED_MEANWHILE)
    // From here on they are the article's.
    await tx.deleteFrom('notice_files').where('notice_id', '=', notice.id).execute()
    await writeVersionOfNotice(tx, notice, article!, correction, text)
  }
  if (notice.kind === 'removal') for (const one of articles) await removeContent(tx, notice, one, at)
}

/** The one place where a notice makes another version of an article. The files are those of its drafter. */
const writeVersionOfNotice = (
  tx: Tx,
  { id, drafted_by }: NoticeRow,
  article: ArticleRow,
  correction: CorrectionOfArticle,
  text: TextToAttach | undefined,
): Promise<void> =>
  writeCorrection(tx, { userId: drafted_by, role: 'admin', sessionId: '' }, article, correction, text, {
    isTold: true,
    ...{ weight: 'notice', noticeId: id },
  })

/**
 * Takes abstract, text, figures and files of an article from the public; title, authors and data of publication stay. The bytes
 * are kept for the record, and what the columns held is with the corrections.
 */
async function removeContent(tx: Tx, notice: NoticeRow, article: ArticleRow, at: string): Promise<void> {
  const { id } = article
  const seenBefore = await takeSnapshot(tx, article)
  const shown = await tx
    .selectFrom('article_files')
    .select('file_id')
    .where('article_id', '=', id)
    .where('kind', '=', 'source')
    .union(tx.selectFrom('article_figures').select('file_id').where('article_id', '=', id))
    .execute()
  const files = new Set([...shown.map(({ file_id }) => file_id), article.pdf_file_id, article.image_file_id])
  const kept = [...files].filter((file) => file !== null)
  if (kept.length) {
    await tx
      .insertInto('notice_files')
      .values(kept.map((file_id) => ({ notice_id: notice.id, file_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await removeFullText(tx, id, at)
  await saveReplaced(tx, id, article.pdf_file_id, at)
  await saveReplaced(tx, id, article.image_file_id, at)
  const gone = { abstract: '', excerpt: '', pdf_file_id: null, image_file_id: null, image_alt: null }
  const version = article.version + 1
  await tx
    .updateTable('articles')
    .set({ ...gone, version, corrected_at: at })
    .where('id', '=', id)
    .execute()
  if (seenBefore && hasBeenPublic(article)) {
    const of = { reason: notice.what, weight: 'notice' as const, noticeId: notice.id }
    await writeVersion(tx, article, seenBefore, { ...of, edit: version, at, by: notice.confirmed_by! })
  }
  const url = (file: string | null) => file && fileUrl({ id: file, name: 'file' })
  await tx
    .insertInto('article_corrections')
    .values({
      ...{ id: newId(), article_id: id, version, at, corrected_by: notice.confirmed_by, reason: notice.what },
      replaced: JSON.stringify({
        ...{ abstract: article.abstract, excerpt: article.excerpt, imageAlt: article.image_alt },
        ...{ pdfUrl: url(article.pdf_file_id), imageUrl: url(article.image_file_id) },
      }),
    })
    .execute()
}

/** The notice as an article: signed by its editors, without peer review, with a DOI of its own. */
async function publishAsArticle(
  tx: Tx,
  notice: NoticeRow,
  articles: readonly ArticleRow[],
  at: string,
): Promise<ArticleRow> {
  const [first] = articles
  const others = articles.length - 1
  const title = `${NOTICES[notice.kind].prefix}${first!.title}${others ? ` and ${counted(others, 'other article')}` : ''}`
  const signers = [...new Set([notice.drafted_by, notice.confirmed_by!])]
  const users = await tx.selectFrom('users').select(['id', 'full_name']).where('id', 'in', signers).execute()
  const origin = articles.some((article) => article.origin === 'sample') ? 'sample' : 'submitted'
  const place = await currentPlace(tx)
  const { id } = await writeArticle(tx, {
    content: {
      ...{ title, keywords: '', excerpt: notice.what, categoryId: first!.category_id, ...place },
      abstract: abstractOf(notice, await printedAnswers(tx, notice.id)),
    },
    contributors: signers.flatMap((signer) => {
      const user = users.find((one) => one.id === signer)
      const person = { email: '', affiliation: '', affiliations: [], orcidId: null, role: 'Author' as const }
      return user ? [contributorOf({ ...person, fullName: user.full_name })] : []
    }),
    ...{ submitterId: null, origin, type: NOTICES[notice.kind].articleType },
    files: { kind: 'manuscript', ids: [] },
    ...{ createdAt: at, publishedAt: at, at },
  })
  const row = await lockForUpdate(tx, 'articles', id)
  const doi = await doiFor(tx, row!, { ...place, at })
  await tx.updateTable('articles').set({ doi }).where('id', '=', id).execute()
  return { ...row!, doi }
}

/** Where the journal's articles appear at present: there a notice is found, and kept by archives, which take whole volumes. */
async function currentPlace(tx: Tx): Promise<{ volumeId: string | null; issue: string | null }> {
  const newest = await tx
    .selectFrom('public_articles')
    .select(['volume_id', 'issue'])
    .where('type', '=', RESEARCH_ARTICLE)
    .where('source_journal', 'is', null)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { volumeId: newest?.volume_id ?? null, issue: newest?.issue ?? null }
}

/** The articles of which something public is another now: those it is about, the one in place of it, and a concern it ends. */
async function changedBy(
  tx: Tx,
  { replaced_by, closes_id }: NoticeRow,
  about: readonly string[],
): Promise<ArticleRow[]> {
  const concern =
    closes_id === null
      ? undefined
      : await tx.selectFrom('notices').select('article_id').where('id', '=', closes_id).executeTakeFirst()
  const ids = new Set([...about, replaced_by, concern?.article_id ?? null].filter((id) => id !== null))
  return lockAllForUpdate(tx, 'articles', [...ids].toSorted())
}

async function renew(tx: Tx, article: ArticleRow, at: string): Promise<void> {
  const version = article.version + 1
  await tx.updateTable('articles').set({ version, updated_at: at }).where('id', '=', article.id).execute()
  await saveHeads(tx, [article.id])
  if (isPublic(article)) await enqueueDeposit(tx, { ...article, version }, 'correction')
}
