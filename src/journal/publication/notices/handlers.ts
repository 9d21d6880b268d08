import type { noticeAnswers, notices } from '../../../contract/api/notices.ts'
import type { Handlers } from '../../../platform/call.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'

const refused = async (): Promise<never> => {
  throw new DomainError('conflict', 'Notices cannot be written yet.')
}

export const noticeHandlers: Handlers<{ notices: typeof notices }>['notices'] = {
  published: async () => ({
    notices: [],
    figures: { thisYear: 0, articles: 0, medianDays: null, openConcerns: 0, late: 0 },
  }),
  about: async () => ({ notices: [], own: null }),
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
