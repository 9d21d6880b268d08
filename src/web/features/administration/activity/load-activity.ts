import type { Activity, OutgoingEmail } from '../../../../contract/api/activity.ts'
import type { ActionNoun } from '../../../../contract/rules/accounts/actions.ts'
import type { EmailState } from '../../../../contract/rules/site/email-kinds.ts'
import { pageFromSearch, type Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { browserApi } from '../../../client/api.ts'
import { NOUN_WORDS, STATE_WORDS } from './words.ts'

export type ActivityOrEmails = { log: Paged<Activity> } | { emails: Paged<OutgoingEmail> & { delivering: boolean } }

/** True for the tab with the emails: `?show=emails`. */
export const showsEmails = (search: URLSearchParams): boolean => search.get('show') === 'emails'

const oneOf = <W extends string>(words: Record<W, string>, word: string | null): W | undefined =>
  word !== null && Object.hasOwn(words, word) ? (word as W) : undefined

const ID = /^[\w-]{1,64}$/
const idOf = (word: string | null): string | undefined => (word !== null && ID.test(word) ? word : undefined)

/** A valid date, or nothing: the query may contain anything. */
const dayOf = (word: string | null): string | undefined =>
  word !== null && /^\d{4}-\d\d-\d\d$/.test(word) && !Number.isNaN(Date.parse(word)) ? word : undefined

/** Parses the query: the audit log or the emails, filters and page. */
export async function loadActivity(search: URLSearchParams): Promise<ActivityOrEmails> {
  const page = pageFromSearch(search)
  if (showsEmails(search)) {
    const state = oneOf<EmailState>(STATE_WORDS, search.get('state'))
    return { emails: await browserApi.emails.list({ page, state }) }
  }
  const log = await browserApi.activity.list({
    page,
    about: oneOf<ActionNoun>(NOUN_WORDS, search.get('about')),
    actorId: idOf(search.get('actorId')),
    subject: idOf(search.get('subject')),
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
  })
  return { log }
}
