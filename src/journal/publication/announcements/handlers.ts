import type { announcements } from '../../../contract/api/announcements.ts'
import { NEW_ITEM } from '../../../contract/rules/site/news.ts'
import type { Handlers } from '../../../platform/call.ts'
import { discardDraft, draftsFrom, saveDraft } from '../../../platform/drafts.ts'
import { notFound } from '../../../platform/errors.ts'
import { withPictures } from '../../settings/pictures/add-picture.ts'
import type { FileResources } from '../files/resources.ts'
import { createAnnouncement, removeAnnouncement, updateAnnouncement } from './commands.ts'
import { draftItem, NEWS_DRAFTS, ownDraft, requireItem } from './drafts.ts'
import { newsHtml, newsSummary } from './news-text.ts'
import { allNews, currentNews, inBrief, listNews, presentAnnouncement, readNews, thisDay } from './queries.ts'

export const announcementHandlers: Handlers<{ announcements: typeof announcements }, FileResources>['announcements'] = {
  list: async ({ database }, page) => {
    const today = thisDay()
    const { data, meta } = await listNews(database.db, page, today)
    return { data: data.map((row) => inBrief(row, today)), meta }
  },

  current: async ({ database }) => {
    const today = thisDay()
    return (await currentNews(database.db, today)).map((row) => inBrief(row, today))
  },

  read: async ({ database }, { slug }) => {
    const item = await readNews(database.db, slug, thisDay())
    if (!item) throw notFound('Item of the news')
    return item
  },

  all: async ({ database, caller }) => {
    const today = thisDay()
    const items = (await allNews(database.db)).map((row) => presentAnnouncement(row, today))
    const drafts = await draftsFrom(database.db, caller.userId, NEWS_DRAFTS)
    // One that was saved at the moment in which its item was deleted is about nothing.
    const known = new Set([NEW_ITEM, ...items.map(({ id }) => id)])
    return { items, drafts: drafts.filter(({ item }) => known.has(item)) }
  },

  create: async ({ database, caller }, form) =>
    presentAnnouncement(await database.transaction((tx) => createAnnouncement(tx, caller.userId, form)), thisDay()),

  update: async ({ database, caller }, form) =>
    presentAnnouncement(await database.transaction((tx) => updateAnnouncement(tx, caller.userId, form)), thisDay()),

  remove: async ({ database, caller }, { id }) => {
    await database.transaction((tx) => removeAnnouncement(tx, caller.userId, id))
    return { message: 'Deleted' }
  },

  preview: async (context, { body }) => ({
    html: await withPictures(context, newsHtml(body)),
    summary: newsSummary(body),
  }),

  draft: ({ database, caller }, { item }) => ownDraft(database.db, caller.userId, item),

  saveDraft: ({ database, caller }, { item, content, revision }) =>
    database.transaction(async (tx) => {
      await requireItem(tx, item)
      return saveDraft(tx, caller.userId, { item: draftItem(item), ...content, seen: revision })
    }),

  discardDraft: ({ database, caller }, { item, revision }) =>
    database.transaction(async (tx) => {
      await discardDraft(tx, caller.userId, draftItem(item), revision)
      return ownDraft(tx, caller.userId, item)
    }),
}
