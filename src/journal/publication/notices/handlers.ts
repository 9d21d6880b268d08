import type { noticeAnswers, notices } from '../../../contract/api/notices.ts'
import type { Handlers } from '../../../platform/call.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { isPublicArticle } from '../articles/queries.ts'
import { articleGone } from '../articles/tombstones.ts'
import { allNotices, noticesAbout } from './queries.ts'

const refused = async (): Promise<never> => {
  throw new DomainError('conflict', 'Notices cannot be written yet.')
}

export const noticeHandlers: Handlers<{ notices: typeof notices }>['notices'] = {
  published: ({ database }) => allNotices(database.db, now().slice(0, 10)),
  about: async ({ database }, { id }) => {
    const found = await noticesAbout(database.db, id)
    if (!found.notices.length && !found.own && !(await isPublicArticle(database.db, id))) {
      throw await articleGone(database.db, id)
    }
    return found
  },
  open: async () => ({ notices: [], concerns: [] }),
  draft: refused,
  read: async () => {
    throw notFound('Notice')
  },
  edit: refused,
  ask: refused,
  goUnasked: refused,
  sendBack: refused,
  confirm: refused,
  undo: refused,
  drop: refused,
  reach: async () => {
    throw notFound('Notice')
  },
}

export const noticeAnswerHandlers: Handlers<{ noticeAnswers: typeof noticeAnswers }>['noticeAnswers'] = {
  open: refused,
  answer: refused,
}
