import type { NewName, Permit, Voucher } from '../../contract/rules/articles/declared-material.ts'
import type { ArticleLink, Award } from '../../contract/rules/articles/declared-works.ts'
import type { CreditRole, SaidBy } from '../../contract/rules/people/credit.ts'
import type { Answer, Statement } from '../../contract/rules/articles/statements.ts'

/** What the people of an article have declared: see the migration for what their columns mean. */
export interface DeclarationTables {
  statement_answers: StatementAnswerRow
  awards: Award & { article_id: string; position: number }
  article_links: ArticleLink & { article_id: string; position: number }
  vouchers: VoucherRow
  permits: Omit<Permit, 'on'> & { article_id: string; position: number; issued_on: string }
  new_names: NewName & { article_id: string; position: number }
  supplements: SupplementRow
  contributor_credit: { contributor_id: string; role: CreditRole; said_by: SaidBy | null }
}

export interface SupplementRow {
  article_id: string
  position: number
  file_id: string
  title: string
  licence_url: string | null
  doi: string | null
}

export interface StatementAnswerRow {
  article_id: string
  statement: Statement
  answer: Answer
  answered_by: string
  at: string
}

export type VoucherRow = Omit<Voucher, 'typeStatus' | 'sensitive'> & {
  article_id: string
  position: number
  type_status: Voucher['typeStatus']
  sensitive: number
}
