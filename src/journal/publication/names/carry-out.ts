import { buffer } from 'node:stream/consumers'
import { CHANGED_MEANWHILE } from '../../../contract/api/approval.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockAllForUpdate } from '../../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { ArticleRow, FileRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueJob } from '../../../platform/jobs/queue.ts'
import { saveHeads } from '../../../platform/search-engine/article-heads.ts'
import { xmlTypesetter } from '../../documents/typesetting/typeset-xml.ts'
import type { FullTextResources } from '../articles/full-text/draft.ts'
import { isPublic } from '../articles/transitions.ts'
import { enqueueDeposit } from '../dois/enqueue-deposit.ts'
import { isClaimed } from '../files/claims.ts'
import { openIntact } from '../files/intact.ts'
import { storedPictures } from '../files/figures.ts'
import { finalPdf } from '../articles/uploads.ts'
import { type FileToStore, insertFile, withStored } from '../files/stored-files.ts'
import { queueFullText } from '../full-text/stored-text.ts'
import { decideRequest } from '../requests/commands.ts'
import { decodedXml, markupPieces } from './markup-pieces.ts'
import { renameIn, renameInRecords } from './places.ts'
import { chosenPlaces, openNameRequest } from './propose.ts'
import { findNameChange, type NamedPlace, type PdfOfArticle, pdfsOf, proposalOf, sourcesOf } from './rows.ts'

export const NOT_AGREED = 'The person has not agreed to this change yet.'
export const PDF_UNANSWERED = 'Please upload a new PDF in place of each that was uploaded, or say that there is none.'
const nameLeft = ({ title }: ArticleRow) =>
  `The former name is still in the text of “${plainTitle(title)}”, parted by markup. Please correct the text first.`
const nameInPdf = (name: string) => `The former name is still in ${name}. Please upload a PDF without it.`
const notTypeset = ({ title }: ArticleRow) =>
  `The PDF of “${plainTitle(title)}” could not be set again. Please try later.`
const NAMES_PDF_MAX = 20_000_000

export interface CarryOut {
  id: string
  version: number
  answer: string
  pdfs: { fileId: string; url: string | null }[]
}

/** A file in place of a stored one. */
interface Renewed {
  former: FileRow
  /** Null: there is none any more. `own`: an upload of the editor. */
  next: FileToStore | Own | null
}

/** An upload, and its name without the former one. */
interface Own {
  own: string
  name: string
}

/**
 * Changes a name everywhere at once. Files are made before, while nothing is locked; then one transaction writes all texts and
 * puts the files in place of the former ones, which are removed. Nothing of what was replaced is kept.
 */
export async function carryOutName(resources: FullTextResources, caller: Caller, asked: CarryOut): Promise<void> {
  const { database } = resources
  const proposal = proposalOf(await agreedChange(database.db, asked.id))
  if (!proposal) throw new DomainError('conflict', NOT_AGREED)
  const places = await chosenPlaces(database.db, caller, proposal)
  const renewed: Renewed[] = []
  for (const place of places) renewed.push(...(await renewedFiles(resources, place, asked)))
  const made = renewed.flatMap(({ next }) => (next && 'content' in next ? [next] : []))
  const gone = await withStored(resources, made, (kept) =>
    database.transaction(async (tx) => {
      const files = renewed.map(({ former, next }) => ({
        former,
        next: next === null || 'own' in next ? next : kept[made.indexOf(next)]!,
      }))
      return { ids: await write(tx, caller, asked, places, files) }
    }),
  )
  for (const id of gone?.ids ?? []) await resources.store.remove(id)
}

async function agreedChange(db: Parameters<typeof findNameChange>[0], id: string) {
  const change = await findNameChange(db, id)
  return change?.state === 'agreed' ? change : undefined
}

/** The files of an article with the new name. */
async function renewedFiles(
  resources: FullTextResources,
  { article, renaming }: NamedPlace,
  { pdfs }: CarryOut,
): Promise<Renewed[]> {
  const renewed: Renewed[] = []
  const named = (name: string) => renaming.text(name)
  const read = async (file: FileRow) => buffer((await openIntact(resources, file)).read())
  const sources = await sourcesOf(resources.database.db, article)
  const xmlOf = new Map<number | 'now', Uint8Array>()
  for (const { file, versions, isCurrent } of sources) {
    const bytes = await read(file)
    const source = decodedXml(bytes)
    const xml = renaming.markup(source)
    const whole = markupPieces(xml)
      .map(({ kind, text }) => (kind === 'tag' ? '' : text))
      .join('')
    if (renaming.text(whole) !== whole) throw new DomainError('conflict', nameLeft(article))
    const content = xml === source ? bytes : Buffer.from(xml)
    for (const version of versions) xmlOf.set(version, content)
    if (isCurrent) xmlOf.set('now', content)
    if (xml !== source || named(file.name) !== file.name)
      renewed.push({ former: file, next: { name: named(file.name), content, mediaType: file.media_type } })
  }
  const typeset = xmlTypesetter(resources.workers)
  for (const pdf of await pdfsOf(resources.database.db, article)) {
    if (pdf.fate === 'locked') continue
    if (pdf.fate === 'uploaded') {
      renewed.push({ former: pdf.file, next: await uploadedFor(resources, pdf, pdfs, renaming) })
      continue
    }
    const xml = xmlOf.get(pdf.isCurrent ? 'now' : pdf.versions[0]!)
    const made = xml && (await typeset({ xml, pictures: await storedPictures(resources, article.id) }))
    if (!made || made === 'no text') throw new DomainError('conflict', notTypeset(article))
    renewed.push({ former: pdf.file, next: { name: pdf.file.name, content: made.pdf, mediaType: 'application/pdf' } })
  }
  return renewed
}

/** The upload in place of a PDF: one in which the former name can still be read is refused. */
async function uploadedFor(
  resources: FullTextResources,
  { file }: PdfOfArticle,
  pdfs: CarryOut['pdfs'],
  renaming: NamedPlace['renaming'],
): Promise<Own | null> {
  const given = pdfs.find(({ fileId }) => fileId === file.id)
  if (!given) throw new DomainError('conflict', PDF_UNANSWERED)
  if (given.url === null) return null
  const upload = await resources.database.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', given.url.split('/')[2] ?? '')
    .executeTakeFirst()
  if (upload && upload.bytes < NAMES_PDF_MAX && upload.media_type === 'application/pdf') {
    const content = await buffer((await openIntact(resources, upload)).read())
    const read = await resources.documents.manuscriptText({ mediaType: upload.media_type, content })
    const text = 'unavailable' in read ? '' : read.paragraphs.map(({ text }) => text).join('\n')
    if (renaming.text(text) !== text) throw new DomainError('conflict', nameInPdf(upload.name))
  }
  return { own: given.url, name: renaming.text(upload?.name ?? '') }
}

/** Everything in one transaction; the ids of the files whose bytes are to be removed. */
async function write(
  tx: Tx,
  caller: Caller,
  { id, version, answer }: CarryOut,
  places: readonly NamedPlace[],
  files: readonly { former: FileRow; next: FileRow | Own | null }[],
): Promise<string[]> {
  const request = await openNameRequest(tx, caller, { id, version })
  if (!(await agreedChange(tx, id))) throw new DomainError('conflict', NOT_AGREED)
  const ids = places.map(({ article }) => article.id)
  const locked = await lockAllForUpdate(tx, 'articles', ids.toSorted())
  for (const { article } of places)
    if (locked.find((one) => one.id === article.id)?.version !== article.version)
      throw new DomainError('conflict', CHANGED_MEANWHILE)

  const gone: string[] = []
  for (const { former, next } of files) {
    let file: FileRow | null = null
    if (next !== null && 'own' in next) {
      file = await finalPdf(tx, caller.userId, next.own)
      await tx.updateTable('files').set({ name: next.name }).where('id', '=', file.id).execute()
    } else if (next !== null) {
      file = next
      await insertFile(tx, file)
    }
    await replaceFile(tx, former.id, file?.id ?? null)
    gone.push(former.id)
  }
  gone.push(...(await forgetCopies(tx, ids)))

  const at = now()
  const changed = new Set(ids)
  for (const place of places) {
    const { noticeIds, articleIds } = await noticesAbout(tx, place.article.id)
    for (const one of articleIds) changed.add(one)
    gone.push(...(await forgetCopies(tx, articleIds)))
    if (place.article.names_locked === 0) gone.push(...(await setNoticesAgain(tx, articleIds)))
    await renamePerson(tx, place)
    const about = [place.article.id, ...articleIds]
    await renameIn(tx, { articleIds: about, noticeIds }, place.renaming)
    await renameInRecords(tx, [...about, id], place.renaming)
    await forgetWords(tx, place)
    await renameAccount(tx, place, request.user_id)
  }
  await renewArticles(tx, [...changed], at)
  for (const { article } of places)
    await writeAuditEntry(tx, caller.userId, 'article.change-name', article.id, { after: { requestId: id } })

  // That it was done, by whom and when, is kept; what was changed is not.
  await tx
    .updateTable('name_changes')
    .set({ state: 'done', change: '', done_by: caller.userId, done_at: at })
    .where('request_id', '=', id)
    .execute()
  const { fullName, email } = places[0]!.renaming.next
  const unnamed = { name: fullName, text: '', passages: '[]', ...(email && request.user_id === null ? { email } : {}) }
  await tx.updateTable('requests').set(unnamed).where('id', '=', id).execute()
  await decideRequest(tx, caller, { id, version, outcome: 'change', answer })
  await touchPublicSite(tx)
  return removeUnclaimed(tx, gone)
}

/** A file in the place of another, wherever readers get it; null: it is taken away. */
async function replaceFile(tx: Tx, former: string, next: string | null): Promise<void> {
  await tx.updateTable('articles').set({ pdf_file_id: next }).where('pdf_file_id', '=', former).execute()
  await tx.updateTable('typeset_pdfs').set({ file_id: next }).where('file_id', '=', former).execute()
  if (next === null) await tx.deleteFrom('article_version_files').where('file_id', '=', former).execute()
  else {
    await tx.updateTable('article_version_files').set({ file_id: next }).where('file_id', '=', former).execute()
    await tx.updateTable('article_files').set({ file_id: next }).where('file_id', '=', former).execute()
    await tx.updateTable('typeset_pdfs').set({ source_file_id: next }).where('source_file_id', '=', former).execute()
  }
  // It was kept for thirty days after a correction.
  await tx.deleteFrom('replaced_files').where('file_id', '=', former).execute()
}

/** What was made from the former name and is made again when it is asked for; the ids of its files. */
async function forgetCopies(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return []
  await tx.deleteFrom('version_texts').where('article_id', 'in', ids).execute()
  await tx.deleteFrom('article_citations').where('article_id', 'in', ids).execute()
  await tx.deleteFrom('pdf_texts').where('article_id', 'in', ids).execute()
  const cards = await tx.deleteFrom('article_cards').where('article_id', 'in', ids).returning('file_id').execute()
  const marked = await tx.deleteFrom('marked_pdfs').where('article_id', 'in', ids).returning('file_id').execute()
  return [...cards, ...marked].map(({ file_id }) => file_id)
}

/** The PDFs of notices are made from their text, and again now; the ids of the former files. */
async function setNoticesAgain(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return []
  const rows = await tx
    .selectFrom('articles')
    .select(['id', 'pdf_file_id'])
    .where('id', 'in', ids)
    .where('pdf_file_id', 'is not', null)
    .execute()
  for (const { id } of rows) {
    await tx.updateTable('articles').set({ pdf_file_id: null }).where('id', '=', id).execute()
    await enqueueJob(tx, 'noticePdfs', id)
  }
  return rows.map(({ pdf_file_id }) => pdf_file_id!)
}

/** The notices about an article, and the articles that they have become. */
async function noticesAbout(tx: Tx, articleId: string) {
  const rows = await tx
    .selectFrom('notices')
    .innerJoin('notice_articles', 'notice_articles.notice_id', 'notices.id')
    .select(['notices.id', 'notices.article_id'])
    .where('notice_articles.about_id', '=', articleId)
    .execute()
  return {
    noticeIds: rows.map(({ id }) => id),
    articleIds: rows.flatMap(({ article_id }) => (article_id === null ? [] : [article_id])),
  }
}

/** The person in the list of authors: their ORCID iD, their places and what they have said stay. */
async function renamePerson(tx: Tx, { person, renaming: { next } }: NamedPlace): Promise<void> {
  await tx
    .updateTable('contributors')
    .set({
      ...{ full_name: next.fullName, family_name: next.familyName, given_names: next.givenNames },
      ...(next.email === null ? {} : { email: next.email }),
    })
    .where('id', '=', person.id)
    .execute()
  if (next.email === null || person.email === '') return
  for (const table of ['author_confirmations', 'notice_answers'] as const)
    await tx
      .updateTable(table as 'notice_answers')
      .set({ email: next.email.toLowerCase() })
      .where('contributor_id', '=', person.id)
      .execute()
}

/** The account of who has asked, and one with the same confirmed address: articles show the name of their submitter. */
async function renameAccount(tx: Tx, { person, renaming }: NamedPlace, userId: string | null): Promise<void> {
  const accounts = await tx
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb, fn }) =>
      or([
        ...(userId === null ? [] : [eb('id', '=', userId)]),
        and([
          eb(fn<string>('lower', ['email']), '=', person.email.toLowerCase() || '-'),
          eb('email_confirmed_at', 'is not', null),
        ]),
      ]),
    )
    .execute()
  for (const { id, full_name } of accounts) {
    if (!renaming.isThem({ fullName: full_name })) continue
    await tx.updateTable('users').set({ full_name: renaming.next.fullName }).where('id', '=', id).execute()
    const own = await tx.selectFrom('articles').select('id').where('submitter_id', '=', id).execute()
    await saveHeads(tx, own.map((one) => one.id)) // prettier-ignore
  }
}

/** Takes the articles out of the index until they are indexed again, and the name out of the words that it proposes. */
async function forgetWords(tx: Tx, { article, renaming }: NamedPlace): Promise<void> {
  await tx.deleteFrom('search_articles').where('article_id', '=', article.id).execute()
  if (renaming.formerWords.length)
    await tx.deleteFrom('search_words').where('word', 'in', renaming.formerWords).execute()
}

/** Harvesters, the search and Crossref hear of it; readers are not told of a change. */
async function renewArticles(tx: Tx, ids: readonly string[], at: string): Promise<void> {
  const rows = await lockAllForUpdate(tx, 'articles', ids.toSorted())
  for (const row of rows) {
    const version = row.version + 1
    await tx.updateTable('articles').set({ version, updated_at: at }).where('id', '=', row.id).execute()
    await queueFullText(tx, row.id)
    await enqueueJob(tx, 'index', row.id)
    if (isPublic(row)) await enqueueDeposit(tx, { ...row, version }, 'correction')
  }
  await saveHeads(tx, ids)
}

async function removeUnclaimed(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return []
  const claimed = await tx.selectFrom('files').select('id').where('id', 'in', ids).where(isClaimed).execute()
  const kept = new Set(claimed.map(({ id }) => id))
  const gone = ids.filter((id) => !kept.has(id))
  if (gone.length) await tx.deleteFrom('files').where('id', 'in', gone).execute()
  return gone
}
