import { SOMETHING_WENT_WRONG } from '../../contract/rules/text/messages.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Plant } from '../ui/plant.tsx'
import { TryAgain } from '../ui/states.tsx'
import { Link } from '../ui/link.tsx'

/** A path that does not exist, with links to continue. */
export function NotFoundPage() {
  return (
    <div className="wrap empty">
      <PageHead title="Page not found" />
      <div className="bare">
        <Plant seed="not-found" eager />
      </div>
      <h1>Page not found</h1>
      <p>The address may be wrong, or the page has moved.</p>
      <p className="go">
        <Link className="btn solid" to={paths.articles}>
          Current Articles
        </Link>{' '}
        <Link className="btn" to={paths.home}>
          Go to Home
        </Link>
      </p>
    </div>
  )
}

/** An error that no page handles. */
export function FailurePage() {
  return (
    <div className="wrap empty">
      <PageHead title={SOMETHING_WENT_WRONG} />
      <h1>{SOMETHING_WENT_WRONG}</h1>
      <p>This page could not be displayed. Nothing you have saved is lost.</p>
      <p className="go">
        <TryAgain />{' '}
        <Link className="btn text" to={paths.home}>
          Go to Home
        </Link>
      </p>
    </div>
  )
}
