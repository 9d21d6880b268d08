import type { fullTexts } from '../../../contract/api/full-texts.ts'
import { articlePolicy } from '../../../contract/rules/articles/article-policy.ts'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { findFullText, findPublicText } from '../full-text/find.ts'
import { actingOn } from '../../peer-review/recusal.ts'
import { recordOf } from './policy.ts'
import { articleGone } from './tombstones.ts'

export const fullTextHandlers: Handlers<{ fullTexts: typeof fullTexts }>['fullTexts'] = {
  get: async ({ database: { db }, caller }, { id, page }) => {
    const text = await findPublicText(db, id, page)
    if (text !== undefined) return text
    if (!caller || !(await mayReadInFull(db, caller, id))) throw await articleGone(db, id)
    return findFullText(db, id, page)
  },
}

async function mayReadInFull(db: Db, caller: Actor, id: string): Promise<boolean> {
  const row = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst()
  return row !== undefined && articlePolicy.can(await actingOn(db, caller, id), 'readInFull', recordOf(row, null))
}
