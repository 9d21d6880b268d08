import type { Tx } from '../../../platform/database/connect.ts'

/** A username from the address, with a number if another account than `id` has that name already. */
export async function freeUsername(tx: Tx, email: string, id = ''): Promise<string> {
  const name = email.split('@')[0]!.replace(/\W+/g, '_').slice(0, 24).padEnd(3, '_')
  for (let number = 1; ; number++) {
    const username = number === 1 ? name : `${name}_${number}`
    const taken = await tx
      .selectFrom('users')
      .select('id')
      .where((where) => where(where.fn('lower', ['username']), '=', username.toLowerCase()))
      .where('id', '<>', id)
      .executeTakeFirst()
    if (!taken) return username
  }
}
