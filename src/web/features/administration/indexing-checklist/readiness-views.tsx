import { Link } from 'react-router'
import { paths } from '../../../../contract/rules/site/paths.ts'

/** The tabs for the rules of the indexes and the deposits with Crossref. */
export const ReadinessViews = ({ current }: { current: 'readiness' | 'deposits' }) => (
  <nav className="views" aria-label="Readiness and deposits">
    <Link to={paths.adminReadiness} aria-current={current === 'readiness' ? 'page' : undefined}>
      Readiness
    </Link>
    <Link to={paths.adminDeposits} aria-current={current === 'deposits' ? 'page' : undefined}>
      Deposits
    </Link>
  </nav>
)
