import { POLICY_LINKS } from '../../../site/site-links.ts'
import { NavLink } from '../../../ui/link.tsx'

const policyGroupTitle = 'Policies & Guidelines'

/** Navigation between the eight policy pages. */
export function PolicyNav() {
  return (
    <nav className="policy-nav" aria-labelledby="policy-nav">
      <h2 id="policy-nav">{policyGroupTitle}</h2>
      <ul role="list">
        {POLICY_LINKS.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to}>{label}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
