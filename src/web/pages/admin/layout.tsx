import { ListChecks } from 'lucide-react'
import { Outlet } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { WorkArea, type AreaLink } from '../../site/work-area.tsx'

const LINKS: AreaLink[] = [{ to: paths.admin, label: 'Research Listings', icon: ListChecks, end: true }]

/** The admin area. */
export default function AdminLayout() {
  return (
    <WorkArea label="Admin area" links={LINKS}>
      <Outlet />
    </WorkArea>
  )
}
