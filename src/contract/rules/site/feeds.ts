import { paths } from './paths.ts'

/** The formats of the feeds of new articles. */
export const FEED_FORMATS = [
  { format: 'atom', name: 'Atom', type: 'application/atom+xml' },
  { format: 'rss', name: 'RSS', type: 'application/rss+xml' },
  { format: 'json', name: 'JSON Feed', type: 'application/feed+json' },
] as const

export type FeedFormat = (typeof FEED_FORMATS)[number]['format']

/** The path of the journal's feed, or of a category's. */
export const feedPath = (format: FeedFormat, categoryId?: string): string =>
  `${categoryId === undefined ? '' : paths.category(categoryId)}/feed.${format}`
