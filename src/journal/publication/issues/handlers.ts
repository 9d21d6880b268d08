import type { issues } from '../../../contract/api/issues.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import { type Database, retrying, type Tx } from '../../../platform/database/connect.ts'
import { notFound, refuse } from '../../../platform/errors.ts'
import type { Documents } from '../../documents/documents.ts'
import { articlePolicy } from '../../../contract/rules/articles/article-policy.ts'
import { actingOn } from '../../peer-review/recusal.ts'
import { APPROVAL_INDEXES } from '../articles/approve.ts'
import { type ReadPdf, readForNames } from '../articles/names-lock.ts'
import { seenText } from '../articles/full-text/seen-text.ts'
import { isInProduction, recordOf } from '../articles/policy.ts'
import type { TypesetResources } from '../articles/typeset/make-pdf.ts'
import { keepNothing, withStored } from '../files/stored-files.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { type Held, heldFor, heldTextId, holdOf } from './held.ts'
import { queueIssuePdfs } from './issue-pdfs.ts'
import type { Keeping } from './held-text.ts'
import { allMadeAgain, type MadeAgain, withOtherDay } from './make-again.ts'
import { holdArticle, pdfOf, releaseArticle, tryHold } from './hold.ts'
import { planIssue, type Prepared, publishAhead, publishIssue, refuseUnseen } from './publish-issue.ts'

type IssueResources = TypesetResources & { readonly documents: Documents }

export const issueHandlers: Handlers<{ issues: typeof issues }, IssueResources>['issues'] = {
  planned: async ({ database }) =>
    database.db
      .selectFrom('volumes')
      .select(['id', 'title'])
      .where('state', '=', 'planned')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute(),

  held: async ({ database, caller }, { id }) => {
    await requireKnown(database, caller, id)
    return { held: await heldOf(database, id) }
  },

  hold: async (resources, hold) => {
    const { database, caller } = resources
    // Before files are read, which costs; the rest is asked where the article is locked.
    await requireKnown(database, caller, hold.id)
    const read = await readForNames(resources, hold)
    const prepared = await seenText(resources, caller, hold)
    const heldId = prepared ? await heldTextId(database.db, hold.id) : null
    await withStored(resources, prepared?.pictures ?? [], async (pictures) => {
      const keeping = trying(resources)
      const given = { text: prepared && { text: prepared, pictures, ...keeping, heldId }, keeping }
      await retrying(APPROVAL_INDEXES, () => tryOut(database, (tx) => tryHold(tx, caller, hold, { ...given, read })))
      await database.transaction((tx) => holdArticle(tx, caller, hold, given))
      return true
    })
    const held = await heldOf(database, hold.id)
    if (!held) throw notFound('Post')
    return held
  },

  release: async ({ database, caller }, { id }) => {
    await database.transaction((tx) => releaseArticle(tx, caller, id))
    return { message: 'Taken out of the issue. It can be published at any time.' }
  },

  publishAhead: async (resources, { id }) => {
    const { database, caller } = resources
    const held = await holdOf(database.db, id)
    const all = held ? await heldFor(database.db, caller, held.volume_id) : []
    const prepared = await prepare(
      resources,
      caller,
      all.filter(({ article_id }) => article_id === id),
    )
    return publishing(resources, prepared, (tx, ready) => publishAhead(tx, caller, id, ready))
  },

  plan: async (resources, { id }) => {
    const { database, caller } = resources
    const waiting = await heldFor(database.db, caller, id)
    const read = await readAll(resources, waiting)
    const later = await withOtherDay(database.db, resources.publicUrl, waiting)
    const prepared = { read, later, keeping: trying(resources) }
    const plan = await retrying(APPROVAL_INDEXES, () => tryOut(database, (tx) => planIssue(tx, caller, id, prepared)))
    // While the editor reads it, so that publishing need not make them.
    if (later.size) await database.transaction((tx) => queueIssuePdfs(tx, later))
    return plan
  },

  publish: async (resources, form) => {
    const { database, caller } = resources
    const waiting = await heldFor(database.db, caller, form.id)
    // Before PDFs are made, which takes long; where nothing waits, the transaction finds why.
    if (waiting.length) refuseUnseen(waiting, form.articleIds)
    const prepared = await prepare(resources, caller, waiting)
    return publishing(resources, prepared, (tx, ready) => publishIssue(tx, caller, form, ready))
  },
}

/** Refuses those who may not know whether an article is held. */
async function requireKnown({ db }: Database, caller: Caller, id: string): Promise<void> {
  const row = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Post')
  const record = recordOf(row, null, await isInProduction(db, caller, id))
  refuse(articlePolicy.refusal(await actingOn(db, caller, id), 'readAsProduction', record))
}

async function heldOf({ db }: Database, id: string) {
  const row = await holdOf(db, id)
  if (!row) return null
  return {
    ...{ volume: { id: row.volume_id, title: row.title }, heldAt: row.held_at },
    ...{ pdf: { url: pdfOf(row), name: row.name }, issue: row.issue, pageNum: row.page_num },
    fullText:
      row.text_file_id !== null && row.text_name !== null
        ? { url: fileUrl({ id: row.text_file_id, name: row.text_name }), name: row.text_name }
        : null,
  }
}

/** To try out an approval: the file of its full text is not stored. */
const trying = ({ publicUrl }: IssueResources): Keeping => ({ keep: keepNothing, publicUrl })

/** Publishes in one transaction; what was stored for it is removed if it fails. */
async function publishing(
  resources: IssueResources,
  prepared: Omit<Prepared, 'keeping'>,
  work: (tx: Tx, prepared: Prepared) => Promise<string>,
): Promise<{ message: string }> {
  const { database, publicUrl } = resources
  const message = await withStored(resources, [], (_none, keep) =>
    retrying(APPROVAL_INDEXES, () =>
      database.transaction((tx) => work(tx, { ...prepared, keeping: { keep, publicUrl } })),
    ),
  )
  return { message: message! }
}

/** What is done before the transaction, because it takes seconds. */
async function prepare(
  resources: IssueResources,
  caller: Caller,
  waiting: readonly Held[],
): Promise<Omit<Prepared, 'keeping'>> {
  const made = await allMadeAgain(resources, caller, waiting)
  return { made, read: await readAll(resources, waiting, made) }
}

/** The PDFs of articles with new names, one after the other. */
async function readAll(
  resources: IssueResources,
  waiting: readonly Held[],
  made: ReadonlyMap<string, MadeAgain> = new Map(),
): Promise<Map<string, ReadPdf>> {
  const texts = new Map<string, ReadPdf>()
  for (const held of waiting) {
    const pdfUrl = made.get(held.article_id)?.pdfUrl ?? pdfOf(held)
    const read = await readForNames(resources, { id: held.article_id, pdfUrl })
    if (read) texts.set(held.article_id, read)
  }
  return texts
}

class TriedOut extends Error {}

/** Does the work in a transaction that is taken back: what it answers, or refuses, is what would come of it. */
async function tryOut<T>({ transaction }: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let answer: { is: T } | undefined
  try {
    await transaction(async (tx) => {
      answer = { is: await work(tx) }
      throw new TriedOut()
    })
  } catch (error) {
    if (!(error instanceof TriedOut)) throw error
  }
  return answer!.is
}
