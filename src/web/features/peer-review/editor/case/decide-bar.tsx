import { DECISION_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { Link } from '../../../../ui/link.tsx'
import { caseLinks, useCase } from './case-context.ts'

/** The decisions that are possible now, always in reach; keys 1 to 4. */
export function DecideBar() {
  const { view, isGuest } = useCase()
  const links = caseLinks(view.id, isGuest)
  if (!view.possibleDecisions.length) return null
  return (
    <div className="decide-bar">
      <Link className="btn solid phone" to={links.decide()}>
        Decide
      </Link>
      <p id="decide-label">Decide</p>
      <div role="group" aria-labelledby="decide-label">
        {view.possibleDecisions.map((kind, index) => (
          <Link key={kind} className="btn" to={links.decide(kind)} aria-keyshortcuts={String(index + 1)}>
            {DECISION_NAMES[kind]} <kbd aria-hidden="true">{index + 1}</kbd>
          </Link>
        ))}
      </div>
    </div>
  )
}
