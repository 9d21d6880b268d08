/** What the pages of following say after their forms were sent, which without scripts come back by an address. */
export const FOLLOW_STATES = ['sent', 'address', 'often', 'busy', 'gone', 'ended', 'unknown'] as const
export type FollowState = (typeof FOLLOW_STATES)[number]

export const followStateIn = (search: URLSearchParams): FollowState | null =>
  FOLLOW_STATES.find((state) => state === search.get('state')) ?? null

/** The article that the form is about; null for the whole journal. */
export const followedIn = (search: URLSearchParams): string | null => {
  const id = search.get('article')
  return id !== null && /^[\w-]{1,100}$/.test(id) ? id : null
}

/** The same for every address, whether it follows already, was refused before, or belongs to nobody. */
export const FOLLOW_ASKED =
  'Thank you. We have sent this address an email: please open its link, so that we know that the address is yours. Only then do we write to it.'
