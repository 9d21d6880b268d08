import type { funders } from '../../../contract/api/funders.ts'
import { type ListedFunder, wordsOfFunder } from '../../../contract/rules/articles/funders.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { endLoad, listedIn, ROWS_IN_STATEMENT } from '../../../platform/database/loaded-list.ts'
import { KNOWN_FUNDERS } from './known-funders.ts'
import { suggestFunders } from './suggest.ts'

export const funderHandlers: Handlers<{ funders: typeof funders }>['funders'] = {
  suggest: ({ database }, { q = '' }) => suggestFunders(database.db, q),

  list: async ({ database }) => {
    const { listed, loadedAt } = await listedIn(database.db, 'funders')
    return { listed: loadedAt === null ? KNOWN_FUNDERS.length : listed, loadedAt }
  },

  load: ({ database, caller }, { startedAt, total, rows }) =>
    database.transaction(async (tx) => {
      const distinct = [...new Map(rows.map((row) => [row.ror, row])).values()]
      await insertFunders(tx, distinct, startedAt)
      if (total !== null) {
        const listed = await endLoad(tx, 'funders', { startedAt, total })
        await writeAuditEntry(tx, caller.userId, 'funders.load', 'funders', { after: { listed } })
      }
      const { listed } = await listedIn(tx, 'funders')
      return { message: `${counted(listed, 'funder')} listed`, listed }
    }),
}

async function insertFunders(tx: Tx, funders: readonly ListedFunder[], loadedAt: string): Promise<void> {
  for (let from = 0; from < funders.length; from += ROWS_IN_STATEMENT) {
    const part = funders.slice(from, from + ROWS_IN_STATEMENT)
    await tx
      .insertInto('funders')
      .values(part.map(({ ror, name, country }) => ({ ror, name, country, loaded_at: loadedAt })))
      .onConflict((conflict) =>
        conflict.column('ror').doUpdateSet(({ ref }) => ({
          ...{ name: ref('excluded.name'), country: ref('excluded.country'), loaded_at: ref('excluded.loaded_at') },
        })),
      )
      .execute()
    const ids = part.map(({ ror }) => ror)
    await tx.deleteFrom('funder_words').where('ror', 'in', ids).execute()
  }
  const words = funders.flatMap((funder) => wordsOfFunder(funder).map((word) => ({ word, ror: funder.ror })))
  for (let from = 0; from < words.length; from += ROWS_IN_STATEMENT) {
    await tx
      .insertInto('funder_words')
      .values(words.slice(from, from + ROWS_IN_STATEMENT))
      .execute()
  }
}
