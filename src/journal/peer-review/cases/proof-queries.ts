import type { z } from 'zod'
import {
  type AskedQuery,
  type ProofQuery,
  QUERIES_OPEN,
  QUERY_NOT_ANSWERED,
  QUERY_OVER,
} from '../../../contract/api/proof-queries.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { ReviewTables } from '../../../platform/database/review-tables.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { lockCaseForProofs } from './relation.ts'

type QueryRow = ReviewTables['proof_queries']

/** Where a question stands. */
interface OfQuery {
  articleId: string
  proofId: string
  position: number
}

export async function putQueries(
  tx: Tx,
  proofId: string,
  asked: readonly z.output<typeof AskedQuery>[],
): Promise<void> {
  if (!asked.length) return
  const open = { answer: null, answered_at: null, settled_at: null, settled_by: null }
  await tx
    .insertInto('proof_queries')
    .values(
      asked.map(({ page, ...query }, position) => ({
        proof_id: proofId,
        position,
        page: page ?? null,
        ...query,
        ...open,
      })),
    )
    .execute()
}

/** The questions at proofs, by the ids of these. */
export async function queriesOfEach(db: Db, proofIds: readonly string[]): Promise<Map<string, ProofQuery[]>> {
  if (!proofIds.length) return new Map()
  const rows = await db
    .selectFrom('proof_queries')
    .selectAll()
    .where('proof_id', 'in', proofIds)
    .orderBy('proof_id')
    .orderBy('position')
    .execute()
  const grouped = Map.groupBy(rows, ({ proof_id }) => proof_id)
  return new Map([...grouped].map(([id, queries]) => [id, queries.map(present)]))
}

export const queriesOf = async (db: Db, proofId: string | undefined): Promise<ProofQuery[]> =>
  proofId === undefined ? [] : ((await queriesOfEach(db, [proofId])).get(proofId) ?? [])

const present = ({ position, page, anchor, question, answer, settled_at }: QueryRow): ProofQuery => ({
  ...{ position, page, anchor, question, answer },
  isSettled: settled_at !== null,
})

/** A proof is approved once every question at it has an answer. */
export async function requireAnswered(tx: Tx, proofId: string): Promise<void> {
  const open = await tx
    .selectFrom('proof_queries')
    .select('position')
    .where('proof_id', '=', proofId)
    .where('answer', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (open) throw new DomainError('conflict', QUERIES_OPEN)
}

/**
 * Keeps the answer of an author, who may change it until the proof has been answered or an editor has settled the question.
 * The caller has locked the case. `by` is null for an author with a link.
 */
export async function answerQuery(
  tx: Tx,
  { articleId, proofId, position, answer, by }: OfQuery & { answer: string; by: string | null },
): Promise<void> {
  const proof = await lastOf(tx, articleId)
  if (proof?.id !== proofId) throw notFound('Proof')
  const query = await find(tx, proofId, position)
  if (query.answer === answer) return
  if (proof.answer !== null || query.settled_at !== null) throw new DomainError('conflict', QUERY_OVER)
  await change(tx, query, { answer, answered_at: now() })
  await writeAuditEntry(tx, by, 'article.answer-query', articleId, { after: { proofId, position } })
}

/** An editor has done what the answer asks for, if anything. Settling it again changes nothing. */
export async function settleQuery(tx: Tx, editor: Caller, { articleId, proofId, position }: OfQuery): Promise<void> {
  await lockCaseForProofs(tx, editor, articleId)
  const proof = await tx.selectFrom('proofs').select('article_id').where('id', '=', proofId).executeTakeFirst()
  if (proof?.article_id !== articleId) throw notFound('Proof')
  const query = await find(tx, proofId, position)
  if (query.settled_at !== null) return
  if (query.answer === null) throw new DomainError('conflict', QUERY_NOT_ANSWERED)
  await change(tx, query, { settled_at: now(), settled_by: editor.userId })
  await writeAuditEntry(tx, editor.userId, 'article.settle-query', articleId, { after: { proofId, position } })
}

const lastOf = (tx: Tx, articleId: string) =>
  tx
    .selectFrom('proofs')
    .select(['id', 'answer'])
    .where('article_id', '=', articleId)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

async function find(tx: Tx, proofId: string, position: number): Promise<QueryRow> {
  const query = await tx
    .selectFrom('proof_queries')
    .selectAll()
    .where('proof_id', '=', proofId)
    .where('position', '=', position)
    .executeTakeFirst()
  if (!query) throw notFound('Question')
  return query
}

const change = (tx: Tx, { proof_id, position }: QueryRow, to: Partial<QueryRow>) =>
  tx.updateTable('proof_queries').set(to).where('proof_id', '=', proof_id).where('position', '=', position).execute()
