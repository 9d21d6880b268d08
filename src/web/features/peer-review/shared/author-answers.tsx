import type { AuthorProposal } from '../../../../contract/api/manuscripts.ts'
import { ANSWER_WORDS } from '../../../../contract/rules/peer-review/authorship.ts'

type Answer = Omit<AuthorProposal['answers'][number], 'isRemoved'> & {
  isRemoved?: boolean
  /** False if another author has the same address, so that no email asks them. */
  hasAddress?: boolean
}

/** Who of those named agrees to a list of authors, and why not. */
export const AuthorAnswers = ({ answers }: { answers: readonly Answer[] }) => (
  <ul role="list">
    {answers.map(({ fullName, state, isTold, isRemoved = false, hasAddress = true, reason }, index) => (
      <li key={index}>
        {fullName}
        {isRemoved && ' (no longer on the list)'}:{' '}
        <span className="muted">
          {state !== 'asked' || isTold ? ANSWER_WORDS[state] : hasAddress ? 'Not asked yet' : 'No own address'}
        </span>
        {reason && <p className="lines breakable">{reason}</p>}
      </li>
    ))}
  </ul>
)
