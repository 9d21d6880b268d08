import { DomainError } from '../errors.ts'
import { isForeignKeyViolation, type Database, type Db, type Tx } from './connect.ts'

/**
 * Runs `remove` on a category or volume that has no articles in any state, so that none is orphaned.
 * `refusal` makes the message from their number, and how many of them readers do not see.
 */
export async function removeUnlessInUse(
  { db, transaction }: Database,
  { column, id }: { column: 'category_id' | 'volume_id'; id: string },
  refusal: (articles: number, hidden: number) => string,
  remove: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await transaction(async (tx) => {
      const { all, hidden } = await articlesIn(tx, column, id)
      if (all > 0) throw new DomainError('conflict', refusal(all, hidden))
      await remove(tx)
    })
  } catch (error) {
    // An article was added after the count: the foreign key prevented the removal.
    if (!isForeignKeyViolation(error)) throw error
    const { all, hidden } = await articlesIn(db, column, id)
    throw new DomainError('conflict', refusal(Math.max(1, all), hidden))
  }
}

async function articlesIn(db: Db, column: 'category_id' | 'volume_id', id: string) {
  const count = async (table: 'articles' | 'public_articles') => {
    const query = db.selectFrom(table).select((select) => select.fn.countAll<number>().as('total'))
    const { total } = await query.where(column, '=', id).executeTakeFirstOrThrow()
    return Number(total)
  }
  const all = await count('articles')
  return { all, hidden: Math.max(0, all - (await count('public_articles'))) }
}
