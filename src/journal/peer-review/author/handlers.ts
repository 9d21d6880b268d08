import type { z } from 'zod'
import { CHANGED_MEANWHILE } from '../../../contract/api/approval.ts'
import {
  type Manuscript,
  type ManuscriptChange,
  type manuscripts,
  NEEDS_YOU_MAX,
} from '../../../contract/api/manuscripts.ts'
import { DOCUMENT_TYPES, fileIdOf } from '../../../contract/rules/files/file-rules.ts'
import { NO_PROPOSAL } from '../../../contract/rules/peer-review/authorship.ts'
import { stageSentence } from '../../../contract/rules/peer-review/case-moves.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { writeCorrection } from '../../publication/articles/correct.ts'
import { saveReplaced } from '../../publication/articles/uploads.ts'
import { isTaken } from '../../publication/files/claims.ts'
import { ownUploads } from '../../publication/files/own-uploads.ts'
import { proposeAuthors, withdrawProposal } from '../authorship/proposals.ts'
import { loadVersions } from '../cases/case-rows.ts'
import { sendCaseMessage } from '../cases/notify.ts'
import { sendGrievance } from '../cases/grievances.ts'
import { answerProof } from '../cases/proofs.ts'
import { answerQuery } from '../cases/proof-queries.ts'
import { lockCaseForAuthor } from '../cases/relation.ts'
import { askForTime } from '../cases/revision-date.ts'
import { submitRevision } from '../cases/revise.ts'
import { refuseWhileDecisionWaits, withdrawManuscript } from '../cases/withdraw.ts'
import { answerForAuthors } from '../published/consent.ts'
import { presentManuscript } from './present.ts'
import { manuscriptRecords } from './records.ts'
import { composeReply } from './reply.ts'

const seen = async (db: Db, { userId }: Caller, id: string): Promise<Manuscript> =>
  presentManuscript(await manuscriptRecords(db, userId, id))

export const manuscriptHandlers: Handlers<{ manuscripts: typeof manuscripts }>['manuscripts'] = {
  needsYou: async ({ database: { db }, caller }) => {
    const open = await db
      .selectFrom('review_cases')
      .innerJoin('articles', 'articles.id', 'review_cases.article_id')
      .select('articles.id')
      .where('articles.submitter_id', '=', caller.userId)
      .where(({ or, and, eb, exists, selectFrom }) =>
        or([
          eb('review_cases.stage', '=', 'revising'),
          and([
            eb('review_cases.stage', '=', 'accepted'),
            exists(
              selectFrom('proofs')
                .select('proofs.id')
                .whereRef('proofs.article_id', '=', 'articles.id')
                .where('proofs.answered_at', 'is', null),
            ),
          ]),
        ]),
      )
      .where('articles.published_at', 'is', null)
      .where('articles.archived_at', 'is', null)
      .orderBy('review_cases.received_on')
      .limit(NEEDS_YOU_MAX)
      .execute()
    const waiting: Manuscript[] = []
    for (const { id } of open) {
      const manuscript = await seen(db, caller, id)
      if (manuscript.may.revise || manuscript.may.answerProof) waiting.push(manuscript)
    }
    const due = ({ status }: Manuscript) => status.date ?? ''
    return waiting.toSorted((one, other) => (due(one) < due(other) ? -1 : 1))
  },

  get: ({ database, caller }, { id }) => seen(database.db, caller, id),

  change: ({ database, caller }, change) =>
    database.transaction(async (tx) => {
      await changeManuscript(tx, caller, change)
      return seen(tx, caller, change.id)
    }),

  revise: ({ database, caller }, { id, version, files, replies, reply, contributors, ...words }) =>
    database.transaction(async (tx) => {
      const labels = await labelsOfLastLetter(tx, caller, id)
      const composed = composeReply(labels, replies, reply)
      await submitRevision(tx, caller, { articleId: id, files, reply: composed, words, seen: version, contributors })
      return seen(tx, caller, id)
    }),

  proposeAuthors: ({ database, caller }, { id, contributors }) =>
    database.transaction(async (tx) => {
      await lockCaseForAuthor(tx, caller, id)
      const { may, proposal } = await seen(tx, caller, id)
      if (!may.proposeAuthors && proposal?.state !== 'open') throw new DomainError('conflict', NO_PROPOSAL)
      await proposeAuthors(tx, { articleId: id, by: caller.userId, wanted: contributors })
      return seen(tx, caller, id)
    }),

  withdrawAuthors: ({ database, caller }, { id }) =>
    database.transaction(async (tx) => {
      await lockCaseForAuthor(tx, caller, id)
      await withdrawProposal(tx, { articleId: id, by: caller.userId })
      return seen(tx, caller, id)
    }),

  askForTime: ({ database, caller }, request) =>
    database.transaction(async (tx) => {
      await askForTime(tx, caller, request)
      return seen(tx, caller, request.id)
    }),

  withdraw: ({ database, caller }, { id, reason }) =>
    database.transaction(async (tx) => {
      const { theCase } = await lockCaseForAuthor(tx, caller, id)
      // The same button pressed twice.
      const isDone = theCase.stage === 'withdrawn' && theCase.withdrawn_by === caller.userId
      if (!isDone) await withdrawManuscript(tx, caller, 'author', theCase, reason)
      return seen(tx, caller, id)
    }),

  sendMessage: ({ database, caller }, { id, text }) =>
    database.transaction(async (tx) => {
      await lockCaseForAuthor(tx, caller, id)
      await sendCaseMessage(tx, caller, 'author', { articleId: id, text })
      return seen(tx, caller, id)
    }),

  answerProof: ({ database, caller }, { id, proofId, answer, corrections }) =>
    database.transaction(async (tx) => {
      await answerProof(tx, caller, { articleId: id, proofId, answer, corrections })
      return seen(tx, caller, id)
    }),

  allowReviews: ({ database, caller }, { id, answer }) =>
    database.transaction(async (tx) => {
      await answerForAuthors(tx, caller, { articleId: id, answer })
      return seen(tx, caller, id)
    }),

  answerQuery: ({ database, caller }, { id, ...answer }) =>
    database.transaction(async (tx) => {
      await lockCaseForAuthor(tx, caller, id)
      await answerQuery(tx, { articleId: id, by: caller.userId, ...answer })
      return seen(tx, caller, id)
    }),

  appeal: ({ database, caller }, { id, ...grievance }) =>
    database.transaction(async (tx) => {
      await sendGrievance(tx, caller, { articleId: id, ...grievance })
      return seen(tx, caller, id)
    }),
}

/** The labels of the reports that the author can reply to. */
async function labelsOfLastLetter(tx: Tx, { userId }: Caller, id: string): Promise<Set<string>> {
  const { decisions, reports } = await manuscriptRecords(tx, userId, id)
  return new Set(decisions.flatMap((decision) => reports.get(decision.id) ?? []).map(({ label }) => label))
}

const REASON = 'Changed by its author before the initial check was done'
const DOCUMENTS = new Set<string>(Object.values(DOCUMENT_TYPES))

/**
 * The author changes a manuscript while it is being screened: as a correction, so that the audit log and the
 * replaced texts are kept. Of two changes of the same version the second is refused.
 */
async function changeManuscript(
  tx: Tx,
  author: Caller,
  { id, version, comments, files, ...texts }: z.output<typeof ManuscriptChange> & { id: string },
): Promise<void> {
  const { article, theCase } = await lockCaseForAuthor(tx, author, id)
  await refuseWhileDecisionWaits(tx, id)
  if (theCase.stage !== 'screening' || article.published_at !== null) {
    throw new DomainError('conflict', `${stageSentence(theCase.stage)} It can no longer be changed here.`)
  }
  if (article.version !== version) throw new DomainError('conflict', CHANGED_MEANWHILE)
  if (files !== undefined) await replaceFiles(tx, author, id, files)
  await writeCorrection(tx, author, article, { id, version, reason: REASON, ...texts })
  // Comments to the editor are no part of the article's content.
  const { version: written } = await tx
    .selectFrom('articles')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isWritten = written !== version
  const isCommented = comments !== undefined && comments !== article.comments
  if (!isCommented && (isWritten || files === undefined)) return
  await tx
    .updateTable('articles')
    .set({
      ...(isCommented ? { comments } : {}),
      ...(isWritten ? {} : { version: version + 1, updated_at: now() }),
    })
    .where('id', '=', id)
    .execute()
}

/** Replaces the files of the newest version; those left out are kept for a while, as after a correction. */
async function replaceFiles(tx: Tx, author: Caller, articleId: string, urls: readonly string[]): Promise<void> {
  const newest = (await loadVersions(tx, articleId)).at(-1)!
  const rows = await tx
    .selectFrom('article_files')
    .select('file_id')
    .where('article_id', '=', articleId)
    .where('version_id', '=', newest.id)
    .orderBy('position')
    .execute()
  const present = rows.map(({ file_id }) => file_id)
  const wanted = urls.map((url) => fileIdOf(url) ?? '')
  if (new Set(wanted).size !== wanted.length) throw invalid('files', 'A file is named twice.')
  if (wanted.join() === present.join()) return
  const added = urls.filter((_url, index) => !present.includes(wanted[index]!))
  const uploads = added.length ? await ownUploads(tx, author.userId, 'files', added) : []
  if (uploads.some((file) => !DOCUMENTS.has(file.media_type))) {
    throw invalid('files', 'Content files must be documents, tables or slides')
  }
  if (await isTaken(tx, ...uploads))
    throw new DomainError('conflict', 'A file already belongs to a manuscript. Please upload it again.')
  await tx.deleteFrom('article_files').where('article_id', '=', articleId).where('version_id', '=', newest.id).execute()
  const { last } = await tx
    .selectFrom('article_files')
    .select((select) => select.fn.max<number | null>('position').as('last'))
    .where('article_id', '=', articleId)
    .where('kind', '=', 'manuscript')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('article_files')
    .values(
      wanted.map((file_id, index) => ({
        article_id: articleId,
        file_id,
        kind: 'manuscript' as const,
        position: (last ?? -1) + 1 + index,
        version_id: newest.id,
      })),
    )
    .execute()
  const at = now()
  for (const id of present) if (!wanted.includes(id)) await saveReplaced(tx, articleId, id, at)
}
