import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { redirect } from 'react-router'
import { journal } from '../../../contract/journal.ts'
import { REQUEST_DAYS, UNCONFIRMED_DAYS } from '../../../contract/rules/articles/requests.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { isApiError } from '../../client/api-error.ts'
import { NeedsScripts, Outcome } from '../../features/accounts/session/link-pages.tsx'
import { ListingFailure } from '../../features/articles/listing/listing-page.tsx'
import { ReportProblemForm, type SentReport } from '../../features/peer-review/requests/report-form.tsx'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonLines } from '../../ui/states.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import type { Route } from './+types/report'

export { handle, links } from '../needs-scripts.ts'

const load = async ({ api, params: { id = '' } }: LoadArgs) => {
  try {
    const { title } = await api.versions.list({ id })
    return { id, title }
  } catch (error) {
    // Its own page has the reasons for its removal.
    if (isApiError(error) && error.removed) throw redirect(paths.article(id))
    throw error
  }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Where a reader tells the editors what is wrong with an article. */
export default function ReportProblem({ loaderData: { data, failure } }: Route.ComponentProps) {
  return failure ? <ListingFailure failure={failure} /> : <Report key={data.id} {...data} />
}

function Report({ id, title }: { id: string; title: string }) {
  const [sent, setSent] = useState<SentReport>()
  // What is kept on this device is known to the browser alone.
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  const contact = <a href={`mailto:${journal().contact.email}`}>{journal().contact.email}</a>
  return (
    <div className="wrap account">
      <PageHead
        title={`Report a problem: ${plainTitle(title)}`}
        description="Tell the editors what is wrong with this article."
        noindex
        path={paths.reportProblem(id)}
      />
      <p>
        <Link className="btn text pull" to={paths.article(id)}>
          <ArrowLeft className="ic" aria-hidden="true" />
          The article
        </Link>
      </p>
      <h1>Report a problem</h1>
      <p className="muted breakable">
        <TitleText title={title} />
      </p>
      {sent ? (
        <Sent {...sent} />
      ) : isLive ? (
        <ReportProblemForm id={id} onSent={setSent} />
      ) : (
        <>
          <NeedsScripts what="Reporting a problem here" />
          <SkeletonLines widths={[40, 100, 100, 40, 100]} />
        </>
      )}
      <p className="muted small">You can also write to {contact}.</p>
    </div>
  )
}

const Sent = ({ message, email }: SentReport) => (
  <Outcome title={message}>
    <ol className="listed">
      <li>
        Open the link in our email to <b className="breakable">{email}</b> within {UNCONFIRMED_DAYS} days. If it does
        not arrive within a few minutes, please check your spam folder, and that the address is right.
      </li>
      <li>The editors read your report, and answer within {REQUEST_DAYS} days. Nobody else sees who you are.</li>
      <li>If something in the article changes, readers see what and why.</li>
    </ol>
  </Outcome>
)
