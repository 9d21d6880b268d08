import { followStateIn } from '../../../contract/rules/site/follow-states.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import type { Route } from './+types/unfollow'

export { links } from '../needs-scripts.ts'

const load = async ({ search }: LoadArgs) => followStateIn(search)

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/**
 * Where following ends. Opening it ends nothing: programs that check emails open every link. The form goes to the address at
 * which it was opened, whose secret the page itself need not know.
 */
export default function Unfollow({ loaderData: { data: state } }: Route.ComponentProps) {
  return (
    <div className="wrap account">
      <PageHead title="Stop these emails" />
      {state === 'ended' ? (
        <>
          <h1>You get no more of these emails</h1>
          <p className="muted">One that is being sent at this moment may still arrive.</p>
        </>
      ) : (
        <>
          <h1>Stop these emails?</h1>
          {state === 'unknown' && (
            <p className="notice bad" role="alert">
              This link is not complete. Please open the whole link from our email.
            </p>
          )}
          <p className="muted">The email came because its address follows an article or the journal.</p>
          <form method="post">
            <input type="hidden" name="from" value="page" />
            <p className="buttons">
              <button className="btn solid" type="submit">
                Stop Following
              </button>
              <button className="btn" type="submit" name="all" value="yes">
                Stop All That I Follow
              </button>
            </p>
          </form>
        </>
      )}
      <p>
        <Link to={paths.home}>Go to Home</Link>
      </p>
    </div>
  )
}
