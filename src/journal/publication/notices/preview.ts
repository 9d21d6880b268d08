import type { noticePreviews } from '../../../contract/api/notice-previews.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import { inOrderOf } from '../../../platform/database/list-pages.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { DomainError, NO_ROOM, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { type LoadedArticle, presentPublicArticle } from '../articles/present.ts'
import { findPublicArticle, findPublicArticles } from '../articles/queries.ts'
import {
  keepPdf,
  noticeToTypeset,
  typesetOrRefuse,
  type TypesetResources,
  warningsOf,
} from '../articles/typeset/make-pdf.ts'
import { hasRoom } from '../files/room.ts'
import { noticeFor } from './present.ts'
import { releaseNotice } from './release.ts'
import { idsAbout, lockNotice } from './rows.ts'

export const NOTHING_TO_SHOW =
  'There is nothing to preview: this notice, or an article that it is about, cannot be seen by readers.'

/** Ends the transaction of a preview with what was read in it. */
class Seen<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('A preview keeps nothing.')
    this.result = result
  }
}

/**
 * Publishes a notice in a transaction that is always undone, and returns what `read` finds in it: the same code writes it when
 * its time has come: `own` is the article that the notice becomes, `about` has the ids of those that it is about.
 */
export async function asReleased<T>(
  { database }: { database: Database },
  { userId }: Caller,
  id: string,
  read: (tx: Tx, released: { own: LoadedArticle; about: string[] }) => Promise<T>,
): Promise<T> {
  await noticeFor(database.db, userId, id)
  try {
    return await database.transaction(async (tx) => {
      const notice = await lockNotice(tx, id)
      if (!notice || notice.state === 'dropped') throw notFound('Notice')
      const about = await idsAbout(tx, id)
      if (notice.state !== 'published') {
        const at = now()
        await tx
          .updateTable('notices')
          .set({
            ...{ state: 'confirmed', confirmed_by: notice.confirmed_by ?? userId },
            ...{ confirmed_at: notice.confirmed_at ?? at, release_at: at },
          })
          .where('id', '=', id)
          .execute()
        await releaseNotice(tx, id, at)
      }
      const own = (await lockNotice(tx, id))?.article_id
      // It could not be published as it is, or has been taken off the site since.
      const found = own ? await findPublicArticle(tx, own) : null
      if (!found) throw new DomainError('conflict', NOTHING_TO_SHOW)
      throw new Seen(await read(tx, { own: found, about }))
    })
  } catch (error) {
    if (error instanceof Seen) return error.result as T
    throw error
  }
}

export const noticePreviewHandlers: Handlers<
  { noticePreviews: typeof noticePreviews },
  TypesetResources
>['noticePreviews'] = {
  read: ({ database, caller }, { id }) =>
    asReleased({ database }, caller, id, async (tx, { own, about }) => ({
      notice: presentPublicArticle(own),
      about: inOrderOf(about, (await findPublicArticles(tx, about)).map(presentPublicArticle), ({ id: one }) => one),
    })),

  pdf: async ({ caller, ...resources }, { id }) => {
    if (!(await hasRoom(resources))) throw new DomainError('insufficient_storage', NO_ROOM)
    const notice = await asReleased(resources, caller, id, (_tx, { own }) => Promise.resolve(own))
    const made = await typesetOrRefuse(resources, noticeToTypeset(notice, resources.publicUrl))
    const file = await keepPdf(resources, caller, { name: 'notice.pdf', pdf: made.pdf })
    return {
      file: { id: file.id, url: fileUrl(file), name: file.name, bytes: file.bytes, mediaType: file.media_type },
      pages: made.pages,
      warnings: warningsOf(made),
    }
  },
}
