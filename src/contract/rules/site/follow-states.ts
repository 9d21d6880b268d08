import { type Followed, SCOPES_WITH_ID } from './follow-scopes.ts'

/** What the pages of following say after their forms were sent, which without scripts come back by an address. */
export const FOLLOW_STATES = ['sent', 'address', 'often', 'busy', 'gone', 'ended', 'unknown'] as const
export type FollowState = (typeof FOLLOW_STATES)[number]

export const followStateIn = (search: URLSearchParams): FollowState | null =>
  FOLLOW_STATES.find((state) => state === search.get('state')) ?? null

/** The id of an article, category or author, or the last part of a keyword's address. */
export const isFollowedId = (id: string): boolean => id.length <= 240 && /^[\p{L}\p{M}\p{N}_-]+$/u.test(id)

/** One thing that is followed, as a word in an address or a form: 'category:3f9k2m8x7w4q'. */
export const aboutWord = ({ scope, id }: Followed): string => `${scope}:${id}`

/** The one thing that the form is about: an article by its id, anything else by `about`; null for the journal. */
export function followedIn(search: URLSearchParams): (Followed & { id: string }) | null {
  const about = search.get('about') ?? `article:${search.get('article') ?? ''}`
  const scope = SCOPES_WITH_ID.find((one) => about.startsWith(`${one}:`))
  const id = about.slice(about.indexOf(':') + 1)
  return scope && isFollowedId(id) ? { scope, id } : null
}

/** The same for every address, whether it follows already, was refused before, or belongs to nobody. */
export const FOLLOW_ASKED =
  'Thank you. We have sent this address an email: please open its link, so that we know that the address is yours. Only then do we write to it.'
