import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { AreaHead } from '../../../ui/area-head.tsx'
import { FilterChoice, FilterForm, FilterText } from '../../../ui/filter-form.tsx'
import { showsEmails } from './load-activity.ts'
import { NOUN_WORDS, STATE_WORDS } from './words.ts'

export const PAGER_SIZE = 5

const NOUNS = Object.entries(NOUN_WORDS).map(([value, label]) => ({ value, label }))
const STATES = Object.entries(STATE_WORDS).map(([value, label]) => ({ value, label }))

/** The heading, the tabs for log and emails, and their filters. */
export function ActivityFrame({ note, children }: { note?: ReactNode; children: ReactNode }) {
  const emails = showsEmails(new URLSearchParams(useLocation().search))
  return (
    <>
      <AreaHead title={emails ? 'Emails' : 'Activity'} note={note} />
      <nav className="views" aria-label="Activity and emails">
        <Link to={paths.adminActivity} aria-current={emails ? undefined : 'page'}>
          Activity
        </Link>
        <Link to={`${paths.adminActivity}?show=emails`} aria-current={emails ? 'page' : undefined}>
          Emails
        </Link>
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
      {(present) => <FilterChoice name="state" label="State" present={present} all="All emails" options={STATES} />}
    </FilterForm>
  )
}
