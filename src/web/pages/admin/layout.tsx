import { ListChecks } from 'lucide-react'
import { Outlet, type LinksFunction } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import stylesheet from '../../styles/areas.css?url'
import { WorkArea, type AreaLink } from '../../site/work-area.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

const LINKS: AreaLink[] = [{ to: paths.admin, label: 'Research Listings', icon: ListChecks, end: true }]

/** The admin area. */
export default function AdminLayout() {
  return (
    <WorkArea label="Admin area" links={LINKS}>
      <Outlet />
    </WorkArea>
  )
}
