import { Plus, Search } from 'lucide-react'
import { useId, type Ref } from 'react'
import { SEARCH_MAX } from '../../../../../contract/rules/articles/article-policy.ts'
import type { InvitationCandidate } from '../../../../../contract/api/invitations.ts'
import { Empty, Failure, TryAgain } from '../../../../ui/states.tsx'
import { CandidateRow } from './candidate-row.tsx'
import { keyOf } from './choice.ts'

/** The people who could be invited, the search among them, and the way to someone else. */
export function CandidateList({
  candidates,
  typed,
  search,
  isSearching,
  failed,
  hasReviewers,
  picked,
  standby,
  onType,
  onTryAgain,
  onToggle,
  onStandby,
  onOtherPerson,
}: {
  candidates: readonly InvitationCandidate[]
  typed: string
  search: Ref<HTMLInputElement>
  isSearching: boolean
  failed: boolean
  hasReviewers: boolean
  picked: readonly string[]
  standby: readonly string[]
  onType: (typed: string) => void
  onTryAgain: () => void
  onToggle: (candidate: InvitationCandidate) => void
  onStandby: (candidate: InvitationCandidate) => void
  onOtherPerson: () => void
}) {
  const id = useId()
  return (
    <section className="cands" aria-labelledby={`${id}-head`}>
      <div className="cbar aligned">
        <h2 className="panel-title" id={`${id}-head`}>
          {typed ? 'Found' : 'Suggested for this manuscript'} <span className="n">{candidates.length}</span>
        </h2>
        <form className="finder" role="search" onSubmit={(event) => event.preventDefault()}>
          <label htmlFor={`${id}-find`}>
            Find<span className="sr"> a person by name, email or topic</span>
          </label>
          <span className="box">
            <Search className="ic" aria-hidden="true" />
            <input
              ref={search}
              id={`${id}-find`}
              className="in"
              type="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={SEARCH_MAX}
              aria-keyshortcuts="/"
              value={typed}
              onChange={(event) => onType(event.target.value)}
            />
            <kbd aria-hidden="true">/</kbd>
          </span>
        </form>
        <button type="button" className="btn text pull" onClick={onOtherPerson}>
          <Plus className="ic" aria-hidden="true" />
          Add Another Person
        </button>
      </div>
      <p className="hint small muted" role="status">
        {isSearching ? 'Searching...' : 'Sorted by expertise, past replies and current workload.'}
      </p>
      {failed && (
        <Failure message="Failed to search for reviewers">
          <TryAgain onClick={onTryAgain} />
        </Failure>
      )}
      {!failed && candidates.length === 0 && !isSearching && (
        <Nobody typed={typed} hasReviewers={hasReviewers} onOtherPerson={onOtherPerson} />
      )}
      {!failed && candidates.length > 0 && (
        <ol className="rows" role="list" aria-busy={isSearching}>
          {candidates.map((candidate, index) => {
            const key = keyOf(candidate)
            return (
              <CandidateRow
                key={key}
                candidate={candidate}
                rank={index + 1}
                isPicked={picked.includes(key)}
                standbyPlace={standby.indexOf(key) + 1}
                onToggle={() => onToggle(candidate)}
                onStandby={() => onStandby(candidate)}
              />
            )
          })}
        </ol>
      )}
    </section>
  )
}

function Nobody({
  typed,
  hasReviewers,
  onOtherPerson,
}: {
  typed: string
  hasReviewers: boolean
  onOtherPerson: () => void
}) {
  if (typed) {
    return (
      <Empty title="Nobody found">
        <p>Try part of a name, an email address or a topic, or add another person.</p>
      </Empty>
    )
  }
  return (
    <Empty title={hasReviewers ? 'Nobody to suggest' : 'No reviewers yet'}>
      <p>
        {hasReviewers
          ? 'Nobody in the reviewer list matches.'
          : 'Invite the first person by name and email address. People you invite are added to the list.'}
      </p>
      <button type="button" className="btn" onClick={onOtherPerson}>
        Add a Person
      </button>
    </Empty>
  )
}
