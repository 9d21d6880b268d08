import { useEffect, useState, useSyncExternalStore } from 'react'
import { announcements, type Announcement, type OwnNewsDraft } from '../../../../../contract/api/announcements.ts'
import type { OutputOf } from '../../../../../contract/api/endpoint.ts'
import { type ApiError, failureOf } from '../../../../client/api-error.ts'
import { browserApi } from '../../../../client/api.ts'
import { sendOnLeaving } from '../../../../client/send-on-leaving.ts'
import { DeviceDrafts } from '../../../../ui/drafts/device-drafts.ts'
import { type DraftKind, DraftSync, newTab, type SavedDraft } from '../../../../ui/drafts/draft-sync.ts'
import { draftOfPublished, EMPTY_NEWS, isSameNews, type NewsDraft, readNewsDraft } from './news-draft.ts'

type Own = OutputOf<typeof announcements.draft>

const publishedText = ({ published }: Pick<OwnNewsDraft, 'published'>): NewsDraft =>
  published ? draftOfPublished(published) : EMPTY_NEWS

const saved = (own: Own): SavedDraft<NewsDraft> | null =>
  own.draft && { ...own.draft, content: readNewsDraft(own.draft.content, publishedText(own)) }

/** What the journal has; a draft that was published or discarded elsewhere is what readers have. */
const newestOf = (own: Own): SavedDraft<NewsDraft> =>
  saved(own) ?? { content: publishedText(own), revision: own.revision, savedAt: new Date().toISOString() }

const asText = (item: string, { content, revision }: { content: NewsDraft; revision: number }) => ({
  ...{ item, content: JSON.stringify(content), revision },
})

const newsKind = (item: string, empty: NewsDraft): DraftKind<NewsDraft> => ({
  empty,
  isSame: isSameNews,
  holdsAllOf: (draft, other) => isSameNews(draft, other) || isSameNews(other, empty),
  save: (draft) => browserApi.announcements.saveDraft(asText(item, draft)),
  newerIn: async ({ statusCode }) =>
    statusCode === 409 ? newestOf(await browserApi.announcements.draft({ item })) : null,
  leave: ({ content, revision }) => {
    const endpoint = { ...announcements.saveDraft, path: `/announcement-drafts/${item}` as const }
    const { item: _inPath, ...body } = asText(item, { content, revision })
    sendOnLeaving(endpoint, body)
  },
  look: async () => newestOf(await browserApi.announcements.draft({ item })),
})

export interface OpenedNews {
  keeper: DraftSync<NewsDraft>
  published: Announcement | null
}

/** Opens what an editor was writing about an item of the news: what the journal has of it, and what this device has. */
export function useOpenedNews(userId: string, item: string) {
  const [opened, setOpened] = useState<OpenedNews | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isGone = false
    let stop = () => {}
    const open = async () => {
      const device = new DeviceDrafts<NewsDraft>('journal-news')
      const subject = `${userId} ${item}`
      const own = await browserApi.announcements.draft({ item })
      // Private windows of some browsers keep nothing: then the journal alone does.
      const entries = await device.read(subject).catch(() => [])
      if (isGone) return
      const empty = publishedText(own)
      const kept = entries.map((entry) => ({ ...entry, content: readNewsDraft(JSON.stringify(entry.content), empty) }))
      const start = { subject, draft: saved(own), revision: own.revision }
      const keeper = new DraftSync(newsKind(item, empty), device, start, kept, newTab())
      stop = keeper.start()
      setOpened({ keeper, published: own.published })
    }
    open().catch((error: unknown) => !isGone && setFailure(failureOf(error)))
    return () => {
      isGone = true
      stop()
    }
  }, [userId, item, attempt])

  const tryAgain = () => {
    setFailure(null)
    setAttempt((before) => before + 1)
  }
  return { opened, failure, tryAgain }
}

export const useNewsDraft = (keeper: DraftSync<NewsDraft>) => useSyncExternalStore(keeper.subscribe, keeper.state)
