import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Activity, OutgoingEmail } from '../../../../contract/api/activity.ts'
import type { ActionNoun } from '../../../../contract/rules/accounts/actions.ts'
import type { EmailState } from '../../../../contract/rules/site/email-kinds.ts'
import { type Paged, pageFromSearch } from '../../../../contract/rules/site/page-numbers.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { AreaHead } from '../../../ui/area-head.tsx'
import { FilterChoice, FilterForm, FilterText } from '../../../ui/filter-form.tsx'

/** Labels of the subjects in the audit log's filter. */
export const NOUN_WORDS: Record<ActionNoun, string> = {
  announcement: 'News',
  article: 'Articles',
  category: 'Categories',
  fee: 'Fees',
  volume: 'Volumes',
  'editorial-members': 'The editorial board',
  session: 'Sign-ins and sign-outs',
  user: 'Accounts',
  reviewer: 'Reviewers',
  'sample-content': 'The sample content',
}

export const STATE_WORDS: Record<EmailState, string> = { waiting: 'Waiting', sent: 'Sent' }

/** Shown as the actor of actions by the system. */
export const THE_JOURNAL = 'The journal'

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

const NOUNS = Object.entries(NOUN_WORDS).map(([value, label]) => ({ value, label }))
const STATES = Object.entries(STATE_WORDS).map(([value, label]) => ({ value, label }))

/** The heading, the tabs for log and emails, and their filters. */
export function ActivityFrame({ note, children }: { note?: ReactNode; children: ReactNode }) {
  const emails = showsEmails(new URLSearchParams(useLocation().search))
  return (
    <>
      <AreaHead title={emails ? 'Emails' : 'Activity Log'} note={note} />
      <nav className="tabs" aria-label="Activity and emails">
        <ul role="list">
          <li>
            <Link to={paths.adminActivity} aria-current={emails ? undefined : 'page'}>
              Activity
            </Link>
          </li>
          <li>
            <Link to={`${paths.adminActivity}?show=emails`} aria-current={emails ? 'page' : undefined}>
              Emails
            </Link>
          </li>
        </ul>
      </nav>
      {emails ? <EmailFilters /> : <LogFilters />}
      {children}
    </>
  )
}

function LogFilters() {
  return (
    <FilterForm label="Filter activity" keep={['actorId', 'subject']}>
      {(present) => (
        <>
          <FilterChoice name="about" label="About" present={present} all="Everything" options={NOUNS} />
          <FilterText name="from" label="From" type="date" present={present} />
          <FilterText name="to" label="To" type="date" present={present} />
        </>
      )}
    </FilterForm>
  )
}

function EmailFilters() {
  return (
    <FilterForm label="Filter emails" keep={['show']}>
      {(present) => <FilterChoice name="state" label="Status" present={present} all="All Emails" options={STATES} />}
    </FilterForm>
  )
}
