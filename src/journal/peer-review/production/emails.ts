import type { ProofAnswer } from '../../../contract/rules/peer-review/stages.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { KindsOfEmail } from '../../../platform/email/kinds.ts'
import { address, paragraphs, plain, titled } from '../../../platform/email/values.ts'
import { findUserByEmail } from '../../accounts/users/queries.ts'
import { producedFor } from '../who-sees.ts'
import type { AboutProof, ProductionEmails } from './tell.ts'

interface ProofFacts {
  name: string
  number: string
  title: string
  answer: ProofAnswer
  corrections: string
}

const ANSWERS: Record<ProofAnswer, string> = {
  approved: 'The authors have approved the proof.',
  corrections: 'The authors have asked for corrections of the proof.',
}

/** Null for those who no longer work on it. */
async function loadProof(
  db: Db,
  { articleId, proofId }: AboutProof,
  { recipient }: { recipient: string },
): Promise<ProofFacts | null> {
  const person = await findUserByEmail(db, recipient.toLowerCase())
  if (!person) return null
  const row = await db
    .selectFrom('proofs')
    .innerJoin('articles', 'articles.id', 'proofs.article_id')
    .innerJoin('review_cases', 'review_cases.article_id', 'proofs.article_id')
    .select(['review_cases.number', 'articles.title', 'proofs.answer', 'proofs.corrections'])
    .where('proofs.id', '=', proofId)
    .where('proofs.article_id', '=', articleId)
    .where('proofs.article_id', 'in', producedFor({ userId: person.id, role: person.role }))
    .executeTakeFirst()
  if (!row || row.answer === null) return null
  const { number, title, answer, corrections } = row
  return { name: person.full_name, number, title, answer, corrections: corrections ?? '' }
}

export const productionEmails: KindsOfEmail<ProductionEmails, { [Kind in keyof ProductionEmails]: ProofFacts }> = {
  'production-proof-answered': {
    values: {
      number: ({ number }) => plain(number),
      title: ({ title }) => titled(title),
      answer: ({ answer }) => plain(ANSWERS[answer]),
      corrections: ({ corrections }) => paragraphs(corrections),
      link: ({ articleId }, publicUrl) => address(publicUrl + paths.deskProducedArticle(articleId)),
    },
    example: {
      ...{ articleId: 'sap-flow-in-prosopis', proofId: 'proof', name: 'Lâm Thanh Nga', number: '2026-041' },
      title: 'Sap flow and night-time refilling in <i>Prosopis cineraria</i> through two dry seasons',
      answer: 'corrections',
      corrections: 'Page 4: please write Prosopis cineraria in italics.',
    },
    load: loadProof,
  },
}
