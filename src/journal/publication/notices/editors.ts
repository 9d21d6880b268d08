import { sql } from 'kysely'
import { NOTICES, refusalToSign, type NoticeKind } from '../../../contract/rules/articles/notices.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'
import { administrators, type Administrator } from '../../accounts/users/administrators.ts'
import { findCase } from '../../peer-review/cases/case-rows.ts'
import { isRecused, ownWithoutCase } from '../../peer-review/recusal.ts'

/**
 * True if a user is an author of one of these articles, by account, address or ORCID iD, or recused from its case: they have no
 * part in notices about it.
 */
export async function isInvolved(db: Db, userId: string, articleIds: readonly string[]): Promise<boolean> {
  for (const id of articleIds) if (await isInvolvedIn(db, userId, id)) return true
  return false
}

// Where there was a case, the rule of recusal knows the authors too, and whom an editor has named by mistake.
const isInvolvedIn = async (db: Db, userId: string, articleId: string): Promise<boolean> =>
  (await findCase(db, articleId)) ? isRecused(db, userId, articleId) : isNamed(db, userId, articleId)

async function isNamed(db: Db, userId: string, articleId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${ownWithoutCase(userId)} as own where id = ${articleId}`.execute(db)
  return rows.length > 0
}

/** The editors who can act on notices about these articles: a journal has a handful. */
export async function ableEditors(db: Db, articleIds: readonly string[]): Promise<Administrator[]> {
  const able: Administrator[] = []
  for (const editor of await administrators(db)) {
    if (!(await isInvolved(db, editor.id, articleIds))) able.push(editor)
  }
  return able
}

type Signed = Pick<NoticeRow, 'kind' | 'drafted_by' | 'urgent_reason'>

/** Why an editor who can act on a notice cannot sign it; null if they can. */
export const signingRefusal = (
  userId: string,
  { kind, drafted_by, urgent_reason }: Signed,
  editors: number,
): string | null => refusalToSign(userId, { kind, draftedBy: drafted_by, isUrgent: urgent_reason !== null, editors })

/** True if a notice that needs two editors has one alone. */
export const isSignedAlone = (kind: NoticeKind, draftedBy: string, confirmedBy: string | null): boolean =>
  NOTICES[kind].isGrave && draftedBy === confirmedBy
