import type { SentProof } from '../../../contract/api/case-view.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { madeProofs } from '../../publication/articles/typeset/made-pdfs.ts'
import { queriesOfEach } from '../cases/proof-queries.ts'
import type { ProofRow } from '../cases/proofs.ts'
import { filesById } from './read-report-files.ts'

/** Proofs with their files and questions, for those who make them. */
export async function presentProofs(db: Db, proofs: readonly ProofRow[]): Promise<SentProof[]> {
  const files = await filesById(
    db,
    proofs.map(({ file_id }) => file_id),
  )
  const queries = await queriesOfEach(db, proofs.map(({ id }) => id)) // prettier-ignore
  const made = await madeProofs(
    db,
    proofs.map(({ file_id }) => file_id),
  )
  return proofs.flatMap((proof) => {
    const file = files.get(proof.file_id)
    if (!file) return []
    return [
      {
        id: proof.id,
        file,
        sentAt: proof.sent_at,
        dueOn: proof.due_on,
        answer: proof.answer,
        corrections: proof.corrections,
        answeredAt: proof.answered_at,
        isMade: made.has(proof.file_id),
        queries: queries.get(proof.id) ?? [],
      },
    ]
  })
}
