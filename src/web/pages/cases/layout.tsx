import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { useActor } from '../../client/session.ts'
import AdminLayout from '../admin/layout.tsx'
import { AuthorArea } from '../author/area.tsx'
import DeskLayout from '../desk/layout.tsx'

export { handle, links } from '../admin/layout.tsx'

/** The area of the case's editor: guest editors have the menu of authors. */
export default function CaseLayout() {
  const actor = useActor()
  if (isAdministrator(actor)) return <AdminLayout />
  return actor?.duties?.length ? <DeskLayout /> : <AuthorArea guide />
}
