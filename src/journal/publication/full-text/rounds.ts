import { buffer } from 'node:stream/consumers'
import { MINUTE_MS } from '../../../contract/rules/text/durations.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { figureImages } from '../files/figures.ts'
import { openIntact } from '../files/intact.ts'
import { hasRoom } from '../files/room.ts'
import { now } from '../../../platform/ids.ts'
import { replaceReferences } from '../../documents/references/replace.ts'
import { startRounds, type Rounds } from '../../../platform/rounds.ts'
import { keepFullText, queueOutdatedTexts } from './keep.ts'
import type { FullTextResources } from './resources.ts'
import { sourceOf } from './source.ts'

/** How often a text is tried: its file may be damaged, or the machine may have had a bad day. */
const MOST_ATTEMPTS = 3
/** Longer than an attempt, so that several processes share the work and one that died gives it back. */
const RETRY_MS = 10 * MINUTE_MS

/** Starts rendering in the background, first of all what an earlier renderer has made. */
export function startRendering(resources: FullTextResources): Rounds {
  let isQueued = false
  return startRounds({
    round: async (stopped) => {
      if (!isQueued) await queueOutdatedTexts(resources.database.db)
      isQueued = true
      await renderDueTexts(resources, stopped)
    },
    failed: (error) => resources.log.error({ err: error }, 'the texts to render could not be read'),
    everyMs: MINUTE_MS,
  })
}

/** Renders the texts that are due, one after the other; returns how many were settled. */
export async function renderDueTexts(resources: FullTextResources, stopped = () => false): Promise<number> {
  const { database, log } = resources
  let settled = 0
  while (!stopped() && (await hasRoom(resources))) {
    const articleId = await claimNext(database.db)
    if (articleId === null) break
    try {
      if (await renderText(resources, articleId)) settled++
    } catch (error) {
      log.error({ err: error, articleId }, 'the text of an article could not be rendered')
    }
  }
  return settled
}

async function claimNext(db: Db): Promise<string | null> {
  for (;;) {
    const due = await db
      .selectFrom('texts_to_render')
      .selectAll()
      .where('attempts', '<', MOST_ATTEMPTS)
      .where('next_try_at', '<=', now())
      .orderBy('next_try_at')
      .limit(1)
      .executeTakeFirst()
    if (!due) return null
    const { numUpdatedRows } = await db
      .updateTable('texts_to_render')
      .set({ attempts: due.attempts + 1, next_try_at: new Date(Date.now() + RETRY_MS).toISOString() })
      .where('article_id', '=', due.article_id)
      .where('next_try_at', '=', due.next_try_at)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return due.article_id
    // Another process has claimed this one; there may be others.
  }
}

async function renderText(resources: FullTextResources, articleId: string): Promise<boolean> {
  const { database, fullTextRenderer, log } = resources
  const source = await sourceOf(database.db, articleId)
  const images = await figureImages(database.db, articleId)
  const answer = source
    ? await fullTextRenderer.render(await buffer((await openIntact(resources, source)).read()), images)
    : { text: null, references: [] }
  if (!answer) throw new Error('The process that renders gave no answer.')
  if ('problem' in answer) {
    log.error({ articleId, problem: answer.problem }, 'the text of an article could not be rendered')
    return false
  }
  const unknown = answer.text?.unknown ?? {}
  if (Object.keys(unknown).length) log.warn({ articleId, unknown }, 'a text has elements that are shown as plain text')
  return database.transaction(async (tx) => {
    // Deleted, or given another file, while it was rendered.
    if ((await sourceOf(tx, articleId))?.id !== source?.id) return false
    await keepFullText(tx, articleId, answer.text)
    await replaceReferences(tx, articleId, answer.references)
    const isPublic = await tx.selectFrom('public_articles').select('id').where('id', '=', articleId).executeTakeFirst()
    if (isPublic) await touchPublicSite(tx)
    return true
  })
}
