import { TriangleAlert } from 'lucide-react'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { Link } from '../../../ui/link.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'

/** On Today: deposits that wait for a person. Nothing is shown of none. */
export function FailedDeposits() {
  const { answer } = useAnswer(() => browserApi.deposits.list({ state: 'attention', limit: 1 }))
  const count = answer?.meta.totalItems ?? 0
  if (!count) return null
  return (
    <p className="notice caution failed-deposits">
      <TriangleAlert className="ic" aria-hidden="true" />
      <span>
        {count === 1
          ? 'The metadata of one article could not be registered at Crossref. '
          : `The metadata of ${count} articles could not be registered at Crossref. `}
        <Link to={`${paths.adminDeposits}?state=attention`}>See the deposits</Link>
      </span>
    </p>
  )
}
