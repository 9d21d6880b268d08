import type { Announcement } from '../../../../../contract/api/announcements.ts'
import { slugOf } from '../../../../../contract/api/field-schemas.ts'
import { NEWS_SLUG_MAX, type NewsKind } from '../../../../../contract/rules/site/news.ts'

/** An item of the news as an editor writes it. */
export interface NewsDraft {
  kind: NewsKind
  title: string
  /** The address; empty as long as it follows the title. */
  slug: string
  body: string
  from: string
  until: string
  deadline: string
  /** The published version that it was begun with; 0 for none. */
  version: number
}

export const EMPTY_NEWS: NewsDraft = {
  ...{ kind: 'news', title: '', slug: '', body: '', from: '', until: '', deadline: '', version: 0 },
}

export const draftOfPublished = ({ kind, title, slug, body, version, ...dates }: Announcement): NewsDraft => ({
  ...{ kind, title, slug, body, version, from: dates.from, until: dates.until ?? '', deadline: dates.deadline ?? '' },
})

/** What was kept, as far as it is one: an older program may have kept other fields. */
export function readNewsDraft(content: string, otherwise: NewsDraft): NewsDraft {
  try {
    const found = JSON.parse(content) as Partial<Record<keyof NewsDraft, unknown>>
    const known = (Object.keys(EMPTY_NEWS) as (keyof NewsDraft)[]).filter(
      (field) => typeof found[field] === typeof EMPTY_NEWS[field],
    )
    const draft = { ...otherwise, ...Object.fromEntries(known.map((field) => [field, found[field]])) }
    return { ...draft, kind: draft.kind === 'call' ? 'call' : 'news' }
  } catch {
    return otherwise
  }
}

const WRITTEN = ['kind', 'title', 'slug', 'body', 'from', 'until', 'deadline'] as const

export const isSameNews = (one: NewsDraft, other: NewsDraft): boolean =>
  WRITTEN.every((field) => one[field] === other[field])

/** The address that it gets: as it was typed, or after its title; of one without Latin letters after its kind and day. */
export function addressOf({ slug, title, kind }: Pick<NewsDraft, 'slug' | 'title' | 'kind'>, today: string): string {
  if (slug || !title.trim()) return slug
  return slugOf(title).slice(0, NEWS_SLUG_MAX).replace(/^-|-$/g, '') || `${kind}-${today}`
}
