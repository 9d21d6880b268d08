import { paths } from '../../../contract/rules/site/paths.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Link } from '../../ui/link.tsx'
import { Plant } from '../../ui/plant.tsx'

export default function Unauthorized() {
  return (
    <div className="wrap empty">
      <PageHead title="Access Restricted" />
      <div className="bare">
        <Plant seed="restricted" species="vetch" eager />
      </div>
      <h1>Access Restricted</h1>
      <p>You do not have permission to see this area. If you think you should, please contact an administrator.</p>
      <p className="go">
        <Link className="btn solid" to={paths.home}>
          Go to Home
        </Link>{' '}
        <Link className="btn" to={paths.login}>
          Login
        </Link>
      </p>
    </div>
  )
}
