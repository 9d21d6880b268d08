import { ChevronRight } from 'lucide-react'
import type { Reviewer } from '../../../../../contract/api/reviewers.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { isInventedAddress } from '../../../../../contract/rules/site/samples.ts'
import { reviewerState } from '../../../../../contract/rules/peer-review/reviewer-state.ts'
import { Chip } from '../../../../ui/chip.tsx'
import type { Column } from '../../../../ui/data-table.tsx'
import { STATE_WORDS } from './load-reviewers.ts'
import { EmailAddress } from '../../../../ui/web-address.tsx'

const CHIPS = { available: 'published', away: 'pending', 'never-ask': 'rejected' } as const

export const stateOf = (reviewer: Reviewer) => reviewerState(reviewer, new Date().toISOString().slice(0, 10))

const none = <span className="muted">none</span>

/** The columns of the table of reviewers. */
export const reviewerColumns = (open: (reviewer: Reviewer) => void): Column<Reviewer>[] => [
  {
    head: 'Name and address',
    className: 'ttl',
    cell: ({ fullName, emails }) => (
      <>
        {fullName}
        {emails[0] && isInventedAddress(emails[0].email) && <Chip kind="sample">Sample</Chip>}
        <span className="muted small block">{emails[0] && <EmailAddress>{emails[0].email}</EmailAddress>}</span>
      </>
    ),
  },
  { head: 'Affiliation', className: 'fact', cell: ({ affiliation }) => affiliation || none },
  { head: 'Expertise', className: 'fact', cell: ({ expertise }) => expertise || none },
  {
    head: 'Away until',
    className: 'fact',
    cell: ({ awayUntil }) => (awayUntil ? longDate(awayUntil) : <span className="muted">–</span>),
  },
  {
    head: 'Status',
    className: 'fact',
    cell: (reviewer) => <Chip kind={CHIPS[stateOf(reviewer)]}>{STATE_WORDS[stateOf(reviewer)]}</Chip>,
  },
  {
    head: 'Actions',
    className: 'actions',
    cell: (reviewer) => (
      <span className="acts">
        <button type="button" className="btn text" onClick={() => open(reviewer)}>
          Details<span className="sr">: {reviewer.fullName}</span>
          <ChevronRight className="ic" aria-hidden="true" />
        </button>
      </span>
    ),
  },
]
