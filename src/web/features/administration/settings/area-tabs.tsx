import { NavLink } from 'react-router'
import { AREAS } from '../../../../contract/rules/settings/fields.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'

/** The areas of Settings beside each other. */
export function AreaTabs() {
  return (
    <nav className="area-tabs" aria-label="Settings" tabIndex={0}>
      {AREAS.map(({ id, title }) => (
        <NavLink key={id} to={paths.adminSettingsArea(id)}>
          {title}
        </NavLink>
      ))}
      <NavLink to={paths.adminTexts}>Pages, emails and letters</NavLink>
      <NavLink to={paths.adminSettingsHistory}>History</NavLink>
    </nav>
  )
}
