import { NavLink } from 'react-router'
import { paths } from '../../../../contract/rules/site/paths.ts'

/** What people do for the journal, and all accounts. */
export const UserTabs = () => (
  <nav className="area-tabs" aria-label="Users" tabIndex={0}>
    <NavLink to={paths.adminRoles}>Roles</NavLink>
    <NavLink to={paths.adminUsers} end>
      All accounts
    </NavLink>
  </nav>
)
