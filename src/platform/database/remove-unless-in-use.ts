import { DomainError } from '../errors.ts'
import { isForeignKeyViolation, type Database, type Db, type Tx } from './connect.ts'

/**
 * Runs `remove` on a category or volume that has no articles in any state, so that none is orphaned.
 * `refusal` makes the message from their number.
 */
export async function removeUnlessInUse(
  { db, transaction }: Database,
  { column, id }: { column: 'category_id' | 'volume_id'; id: string },
  refusal: (articles: number) => string,
  remove: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await transaction(async (tx) => {
      const articles = await articlesIn(tx, column, id)
      if (articles > 0) throw new DomainError('conflict', refusal(articles))
      await remove(tx)
    })
  } catch (error) {
    // An article was added after the count: the foreign key prevented the removal.
    if (!isForeignKeyViolation(error)) throw error
    throw new DomainError('conflict', refusal(Math.max(1, await articlesIn(db, column, id))))
  }
}

async function articlesIn(db: Db, column: 'category_id' | 'volume_id', id: string): Promise<number> {
  const { total } = await db
    .selectFrom('articles')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow()
  return Number(total)
}
