import type { OldAddress, redirects } from '../../../contract/api/redirects.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PageResources } from '../pages/resources.ts'
import { removeRedirect, saveRedirect } from './commands.ts'
import { mostAsked } from './missed.ts'

const MISSED_SHOWN = 20
const REDIRECTS_SHOWN = 1_000

export const redirectHandlers: Handlers<{ redirects: typeof redirects }, Platform & PageResources>['redirects'] = {
  list: async ({ database: { db } }) => {
    const rows = await db.selectFrom('redirects').selectAll().orderBy('from_path').limit(REDIRECTS_SHOWN).execute()
    const asked = new Map((await mostAsked(db).execute()).map((row) => [row.path, Number(row.asked)]))
    const known = new Set(rows.map(({ from_path }) => from_path))
    const all = rows.map(({ from_path: from, to_path: to, subject }): OldAddress => {
      return { from, to, isFixed: subject !== null, asked: asked.get(from) ?? 0 }
    })
    return {
      redirects: all.toSorted((one, other) => Number(one.isFixed) - Number(other.isFixed) || other.asked - one.asked),
      missed: [...asked]
        .flatMap(([path, times]) => (known.has(path) ? [] : [{ path, asked: times }]))
        .slice(0, MISSED_SHOWN),
    }
  },

  save: async (context, input) => {
    await context.database.transaction((tx) => saveRedirect(tx, context, context.caller.userId, input))
    return { message: `${input.from} leads to ${input.to}.` }
  },

  remove: async ({ database, caller }, { from }) => {
    await database.transaction((tx) => removeRedirect(tx, caller.userId, from))
    return { message: `${from} leads nowhere now.` }
  },
}
