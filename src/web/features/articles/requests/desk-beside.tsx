import { ArrowLeft } from 'lucide-react'
import type { Request } from '../../../../contract/api/requests.ts'
import { REQUESTED_BY_WORDS } from '../../../../contract/rules/articles/requests.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { Link } from '../../../ui/link.tsx'
import { AskedText } from './desk-asked.tsx'

/** A request beside the form in which the article is changed. */
export function RequestBeside({ request }: { request: Request }) {
  return (
    <aside className="beside" aria-labelledby="requested">
      <h2 id="requested">What is asked</h2>
      <p className="muted small">
        {REQUESTED_BY_WORDS[request.from]}, {longDate(request.receivedOn)}
      </p>
      <AskedText request={request} />
      <Link className="btn text pull" to={paths.request(request.id)}>
        <ArrowLeft className="ic" aria-hidden="true" />
        The Request
      </Link>
    </aside>
  )
}
