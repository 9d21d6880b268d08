import type { NoticeKind } from '../../src/contract/rules/articles/notices.ts'
import type { Database, Tx } from '../../src/platform/database/connect.ts'
import { now } from '../../src/platform/ids.ts'
import { draftNotice, signNotice, skipAsking } from '../../src/journal/publication/notices/commands.ts'
import { releaseNotice } from '../../src/journal/publication/notices/release.ts'
import { aUser } from './builders.ts'

export interface NoticeOptions {
  kind: NoticeKind
  about: readonly string[]
  what?: string
  closesId?: string
  replacedBy?: string
  reviewOn?: string
  /** A draft that waits for its release, of which the public must not know. */
  isSigned?: boolean
}

/** Publishes a signed notice as if its ten minutes were over. */
export async function releaseNow(tx: Tx, noticeId: string): Promise<void> {
  const at = now()
  await tx.updateTable('notices').set({ release_at: at }).where('id', '=', noticeId).execute()
  if (!(await releaseNotice(tx, noticeId, at))) throw new Error('The notice was not published.')
}

/** A notice by two editors, by the commands that editors use; published, unless it is only signed. */
export async function aPublishedNotice(
  database: Database,
  {
    kind,
    about,
    isSigned = false,
    what = 'the photographs of Figure 2 show the same cuttings',
    ...more
  }: NoticeOptions,
): Promise<{ noticeId: string; articleId: string }> {
  const editor = async (fullName: string) => {
    const { id } = await aUser(database, { role: 'admin', fullName })
    return { userId: id, role: 'admin' as const, sessionId: '' }
  }
  const [drafter, signer] = [await editor('Samina Farooqi'), await editor('Bilal Rahujo')]
  const reviewOn = kind === 'concern' ? { reviewOn: '2099-01-31' } : {}
  return database.transaction(async (tx) => {
    const noticeId = await draftNotice(tx, drafter, {
      ...{ kind, about: [...about], what, whoseError: 'journal' },
      details: 'In Figure 2, the cuttings at 20 and 40 mg/l are one photograph, once turned.',
      why: 'The pictures were mixed up in naming files.',
      foundBy: 'A reader who does not wish to be named',
      effect: 'The percentages of rooting cannot be checked, so the conclusion has no support.',
      action: 'We say so above the article, on every page and in every file.',
      ...{ ...reviewOn, ...more },
    })
    const seen = async () => {
      const { version } = await tx
        .selectFrom('notices')
        .select('version')
        .where('id', '=', noticeId)
        .executeTakeFirstOrThrow()
      return { id: noticeId, version }
    }
    await skipAsking(tx, drafter, { ...(await seen()), reason: 'It was our own error.' })
    await signNotice(tx, signer, await seen())
    if (!isSigned) await releaseNow(tx, noticeId)
    const { article_id } = await tx
      .selectFrom('notices')
      .select('article_id')
      .where('id', '=', noticeId)
      .executeTakeFirstOrThrow()
    return { noticeId, articleId: article_id ?? '' }
  })
}
