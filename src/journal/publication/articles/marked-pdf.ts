import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { doiUrl } from '../../../contract/rules/articles/doi.ts'
import {
  bandSentence,
  bannerSentence,
  decisiveNotice,
  isDoubted,
  STANDING_WORDS,
  publicTitle,
} from '../../../contract/rules/articles/notices.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { longDate, MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { oneLine } from '../../../contract/rules/text/plain-text.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ArticleRow, FileRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { FileStore } from '../../../platform/storage/store.ts'
import type { WorkerTask } from '../../../platform/workers/workers.ts'
import type { MarkedPdf, PdfMark } from '../../documents/pdf/mark-pdf.ts'
import { openIntact } from '../files/intact.ts'
import type { FileResources } from '../files/resources.ts'
import { hasRoom } from '../files/room.ts'
import { notesOf } from '../notices/queries.ts'

/** Raised whenever files are marked differently: those that are kept are made again. */
const MARKING = 2

/** A file of five hundred pages takes seconds; each has a process of its own, as it came from outside. */
const TASK: WorkerTask = {
  module: join(import.meta.dirname, '../../documents/pdf/mark-pdf.ts'),
  timeoutMs: MINUTE_MS,
  largeFrom: 10_000_000,
}
/** Who asks for the files of a whole archive at once gets some of them, and may come again. */
const MOST_WAITING = 20
/** How many marked files of deleted articles are removed at a time. */
const BATCH = 500

type Stored = Pick<FileRow, 'id' | 'bytes' | 'sha256'>
type Article = Pick<ArticleRow, 'id' | 'title' | 'standing'>

/** An earlier version, when it was published, and the number of the current one. */
export interface Former {
  number: number
  at: string
  current: number
}

/** What a PDF of this article has to say on each page; null if nothing. */
async function markOf(
  { database, publicUrl }: FileResources,
  { id, title, standing }: Article,
  former: Former | null,
): Promise<(PdfMark & { by: string }) | null> {
  const doubt = isDoubted(standing) ? standing : null
  if (!doubt && !former) return null
  const url = publicUrl + paths.article(id)
  const told = publicTitle(oneLine(plainTitle(title)), standing)
  const notice = doubt ? decisiveNotice((await notesOf(database.db, [id])).about.get(id) ?? [], standing) : null
  const address = notice ? (notice.doi === null ? publicUrl + paths.article(notice.id) : doiUrl(notice.doi)) : url
  const { lead, rest } = notice
    ? bannerSentence(notice.kind, { on: notice.publishedAt.slice(0, 10), what: notice.what, reviewOn: notice.reviewOn })
    : { lead: doubt ? STANDING_WORDS[doubt] : '', rest: '' }
  const earlier =
    former && `This is version ${former.number} of ${longDate(former.at)}; the current one is ${former.current}`
  return {
    band: [doubt && bandSentence(lead, address), earlier && `${earlier}: ${url}`].filter(Boolean).join(' · '),
    word: doubt ? STANDING_WORDS[doubt].toUpperCase() : 'EARLIER VERSION',
    title: told === oneLine(plainTitle(title)) ? null : told,
    cover: {
      title: told,
      lines: [
        ...(notice ? [`${lead} ${rest}`, `Notice: ${address}`] : []),
        ...(earlier ? [`${earlier}.`] : []),
        `Nothing can be written onto this file, because it is protected or damaged. It is kept as it was: ${publicUrl}${paths.articleOriginalPdf(id)}`,
        url,
      ],
    },
    by: notice?.id ?? '',
  }
}

/** What is being looked for or marked, so that many who want one file have it made once. */
const underWay = new WeakMap<FileStore, Map<string, Promise<Stored>>>()

/**
 * The file to send in place of a stored PDF: the same one, or a copy whose pages show the standing of the article. The
 * copy is made when it is first asked for, and kept; the stored bytes never change.
 */
export async function pdfToSend(
  resources: FileResources,
  article: Article,
  stored: Stored,
  former: Former | null = null,
): Promise<Stored> {
  const said = await markOf(resources, article, former)
  if (!said) return stored
  const { by, ...mark } = said
  const madeFrom = createHash('sha256')
    .update(JSON.stringify([MARKING, stored.sha256, article.standing, by, mark]))
    .digest('base64url')
  const known = underWay.get(resources.store) ?? new Map<string, Promise<Stored>>()
  underWay.set(resources.store, known)
  const asked = known.get(madeFrom)
  if (asked) return asked
  if (known.size >= MOST_WAITING) throw busy()
  // Looked for within: what has just been made is not made again.
  const found = async () =>
    (await keptCopy(resources, article.id, madeFrom)) ?? make(resources, article, stored, { mark, by, madeFrom })
  const sent = found().finally(() => known.delete(madeFrom))
  known.set(madeFrom, sent)
  return sent
}

const busy = () =>
  new DomainError('unavailable', 'This file is being prepared. Please try again in a minute.', { retryAfter: 60 })

async function keptCopy(resources: FileResources, articleId: string, madeFrom: string): Promise<Stored | null> {
  const row = await resources.database.db
    .selectFrom('marked_pdfs')
    .select(['file_id as id', 'bytes', 'sha256'])
    .where('article_id', '=', articleId)
    .where('made_from', '=', madeFrom)
    .executeTakeFirst()
  if (!row) return null
  try {
    await (await openIntact(resources, row)).close()
    return row
  } catch (error) {
    // A missing or damaged one is made again.
    if (error instanceof DomainError) return null
    throw error
  }
}

async function make(
  resources: FileResources,
  { id }: Article,
  stored: Stored,
  { mark, by, madeFrom }: { mark: PdfMark; by: string; madeFrom: string },
): Promise<Stored> {
  const { workers, log, store, database } = resources
  if (!(await hasRoom(resources))) throw busy()
  const file = await openIntact(resources, stored)
  const answer = await workers.ask(TASK, {
    ...{ asked: mark, content: () => file.read(), bytes: stored.bytes, isBackground: true },
  })
  // One that takes too long, or too much memory, gets a page too: it is never sent as if nothing had happened.
  const done = isMarked(answer) ? answer : await workers.ask(TASK, { asked: mark, content: new Uint8Array() })
  if (!isMarked(done)) {
    log.error({ articleId: id }, 'a PDF could not be marked')
    throw busy()
  }
  if (done.isCover)
    log.warn({ articleId: id, fileId: stored.id }, 'a PDF that cannot be marked is sent as a page about it')
  const fileId = newId()
  const copy = await store.keep(fileId, Buffer.from(done.marked))
  try {
    const former = await database.transaction(async (tx) => {
      const gone = await tx
        .deleteFrom('marked_pdfs')
        .where('article_id', '=', id)
        .where(({ or, eb }) => or([eb('made_from', '=', madeFrom), eb('notice', '<>', by)]))
        .returning('file_id')
        .execute()
      await tx
        .insertInto('marked_pdfs')
        .values({ article_id: id, made_from: madeFrom, notice: by, file_id: fileId, ...copy })
        .execute()
      return gone
    })
    for (const { file_id } of former) await store.remove(file_id)
  } catch (error) {
    await store.remove(fileId)
    throw error
  }
  return { id: fileId, ...copy }
}

const isMarked = (answer: unknown): answer is MarkedPdf =>
  typeof answer === 'object' && answer !== null && (answer as MarkedPdf).marked instanceof Uint8Array

/** Removes the marked files of articles that have been deleted: rows first, so that no row is left without its bytes. */
export async function sweepMarkedPdfs({
  database,
  store,
}: {
  database: { db: Db }
  store: FileStore
}): Promise<number> {
  const { db } = database
  const gone = await db
    .deleteFrom('marked_pdfs')
    .where(
      'article_id',
      'in',
      db
        .selectFrom('marked_pdfs as marked')
        .leftJoin('articles as article', 'article.id', 'marked.article_id')
        .select('marked.article_id')
        .where('article.id', 'is', null)
        .limit(BATCH),
    )
    .returning('file_id')
    .execute()
  for (const { file_id } of gone) await store.remove(file_id)
  return gone.length
}
