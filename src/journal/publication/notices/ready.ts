import { moveNotice } from '../../../contract/rules/articles/notices.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'
import { refuse } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueJob } from '../../../platform/jobs/queue.ts'
import { changeNotice, noteForEach } from './rows.ts'
import { tellSigners } from './tell.ts'

/** The authors have been heard: all have answered, or the days are over. The notice is locked. */
export async function makeReady(tx: Tx, notice: NoticeRow, about: readonly string[]): Promise<NoticeRow> {
  const moved = moveNotice(notice.state, 'heard', 'system')
  if ('kind' in moved) refuse(moved)
  const ready = await changeNotice(tx, notice, { state: 'ready', ready_at: now() })
  await noteForEach(tx, null, about, (id) => ['article.hear-notice', id, { after: { noticeId: notice.id } }])
  await tellSigners(tx, ready, about, { step: 'ready' })
  await lookAfter(tx, notice.id)
  return ready
}

/** Has the background look what time brings for a notice: at once, and then whenever something is due. */
export const lookAfter = (tx: Tx, noticeId: string): Promise<void> => enqueueJob(tx, 'notices', noticeId)
