import type { Db, Tx } from '../../../platform/database/connect.ts'
import { recusedAmong } from '../../peer-review/recusal.ts'

export interface Administrator {
  id: string
  name: string
  email: string
}

/** The accounts that administer the journal, the oldest first. */
export const administrators = (db: Db): Promise<Administrator[]> =>
  db
    .selectFrom('users')
    .select(['id', 'full_name as name', 'email'])
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Those of them who may know of an article's case: its authors are left out. */
export async function unrecusedAdministrators(tx: Tx, articleId: string): Promise<Administrator[]> {
  const all = await administrators(tx)
  const recused = await recusedAmong(
    tx,
    all.map(({ id }) => id),
    articleId,
  )
  return all.filter(({ id }) => !recused.has(id))
}
