import { FilePlus2, LayoutDashboard } from 'lucide-react'
import { Outlet } from 'react-router'
import { paths } from '../../../contract/rules/site/paths.ts'
import { AddressBand } from '../../features/accounts/session/address-band.tsx'
import { SiteFrame } from '../../site/site-frame.tsx'
import { WorkArea, type AreaLink } from '../../site/work-area.tsx'
import { useArriving } from '../skeletons.tsx'

const LINKS: AreaLink[] = [
  { to: paths.dashboard, label: 'Dashboard', icon: LayoutDashboard, end: true },
  { to: paths.submit, label: 'Submit Research', icon: FilePlus2 },
]

/** The area of authors, and of guest editors, who have the guide as well. The layout of a route is given no props. */
export function AuthorArea({ guide = false }: { guide?: boolean }) {
  const arriving = useArriving()
  if (arriving && !arriving.inArea) return <SiteFrame>{arriving.skeleton}</SiteFrame>
  return (
    <WorkArea label="Author area" links={LINKS} support guide={guide}>
      <AddressBand />
      {arriving?.skeleton ?? <Outlet />}
    </WorkArea>
  )
}
