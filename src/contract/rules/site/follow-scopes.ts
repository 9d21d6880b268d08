/** What can be followed by email. The first four are about one thing each. */
export const FOLLOW_SCOPES = ['article', 'category', 'author', 'keyword', 'articles', 'volumes', 'news'] as const
export type FollowScope = (typeof FOLLOW_SCOPES)[number]

/** Scopes that need an id: of an article or a category, or what the address of an author's or a keyword's page ends in. */
export const SCOPES_WITH_ID = ['article', 'category', 'author', 'keyword'] as const
export const needsId = (scope: FollowScope): boolean => (SCOPES_WITH_ID as readonly string[]).includes(scope)

export const RHYTHMS = { daily: 'The next morning', monthly: 'Once a month' } as const
export type Rhythm = keyof typeof RHYTHMS

export interface Followed {
  scope: FollowScope
  id: string | null
}

/** All that is followed without naming one thing, in words. */
export const SCOPE_WORDS = {
  articles: 'Every new article',
  volumes: 'The contents of each volume',
  news: 'News and calls for papers',
} as const

/** What emails about it are for, as a sentence. */
export function whenTold(scope: FollowScope, rhythm: Rhythm): string {
  if (scope === 'article')
    return 'You get an email only when this article is corrected, questioned, retracted, commented on or changed.'
  const when = rhythm === 'monthly' ? 'once a month' : 'in the morning'
  if (scope === 'volumes') return `You get one email ${when} for each volume that has appeared.`
  if (scope === 'news') return `You get one email ${when} after something was announced.`
  return `You get one email ${when} after something was published, and none at other times.`
}
