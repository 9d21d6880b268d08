import { TriangleAlert } from 'lucide-react'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { Link } from '../../../ui/link.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'

/** Where deposits go, if there is anything to know about it. */
export function DepositsNotice({ prefix, host }: { prefix: string | null; host: string | null }) {
  if (prefix === null) {
    return (
      <p className="notice space">
        <strong>The journal has no DOI prefix</strong>
        Articles get no DOI until one is set in journal.config.ts. Crossref assigns a prefix to its members.
      </p>
    )
  }
  if (host === null) {
    return (
      <p className="notice space">
        <strong>Crossref’s user name and password are not set</strong>
        Deposits are saved here. Save the file, upload it at doi.crossref.org under Submissions, Upload submissions, and
        mark it as registered when Crossref’s email confirms it.
      </p>
    )
  }
  if (/^test\./.test(host)) {
    return (
      <p className="notice space">
        <strong>Deposits go to Crossref’s test system</strong>
        Nothing is registered there, and DOIs lead nowhere until CROSSREF_URL is removed from the settings.
      </p>
    )
  }
  return null
}

/** On Today: deposits that wait for a person. Nothing is shown of none. */
export function FailedDeposits() {
  const { answer } = useAnswer(() => browserApi.deposits.list({ state: 'attention', limit: 1 }))
  const count = answer?.meta.totalItems ?? 0
  if (!count) return null
  return (
    <p className="notice caution space">
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
