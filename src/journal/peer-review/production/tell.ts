import type { Tx } from '../../../platform/database/connect.ts'
import { enqueue, type NewEmail } from '../../../platform/email/outbox.ts'
import { producersOf } from '../who-sees.ts'

export interface AboutProof {
  articleId: string
  proofId: string
}

/** They hold ids alone: what was answered is read when an email is made. */
export interface ProductionEmails {
  'production-proof-answered': AboutProof
}

/** Tells those who make proofs that the authors have answered one; not those who have been told as editors. */
export async function tellProduction(tx: Tx, about: AboutProof, told: ReadonlySet<string>): Promise<void> {
  for (const { id, email } of await producersOf(tx, about.articleId)) {
    if (told.has(id)) continue
    await enqueue<NewEmail<ProductionEmails>>(tx, { kind: 'production-proof-answered', recipient: email, data: about })
  }
}
