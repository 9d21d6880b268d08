import {
  ChartColumn,
  FileCheck,
  LayoutDashboard,
  LibraryBig,
  ListCheck,
  ListChecks,
  ReceiptText,
  Settings,
} from 'lucide-react'
import { type LinksFunction, Outlet } from 'react-router'
import { type Actor, hasDuty } from '../../../contract/rules/accounts/access.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { useActor } from '../../client/session.ts'
import { AddressBand } from '../../features/accounts/session/address-band.tsx'
import { SiteFrame } from '../../site/site-frame.tsx'
import { type AreaLink, WorkArea } from '../../site/work-area.tsx'
import stylesheet from '../../styles/areas.css?url'
import { useArriving } from '../skeletons.tsx'

export { handle } from '../needs-scripts.ts'
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

const linksFor = (actor: Actor | null): AreaLink[] => [
  ...(actor?.duties?.length ? [{ to: paths.desk, label: 'Today', icon: ListCheck, end: true }] : []),
  ...(hasDuty(actor, 'section') || hasDuty(actor, 'observer')
    ? [{ to: paths.deskFigures, label: 'Review Statistics', icon: ChartColumn }]
    : []),
  ...(hasDuty(actor, 'production')
    ? [
        { to: paths.deskProduction, label: 'Production', icon: FileCheck },
        { to: paths.deskVolumes, label: 'Volumes', icon: LibraryBig },
      ]
    : []),
  ...(hasDuty(actor, 'fees') ? [{ to: paths.deskFees, label: 'Fees', icon: ReceiptText }] : []),
  ...(hasDuty(actor, 'observer')
    ? [
        { to: paths.deskManuscripts, label: 'Manuscripts', icon: ListChecks },
        { to: paths.deskSettings, label: 'Settings', icon: Settings },
      ]
    : []),
  { to: paths.dashboard, label: 'My Articles', icon: LayoutDashboard },
]

/** The area of people with duties who are no administrators, and of those who have been invited to one. */
export default function DeskLayout() {
  const arriving = useArriving()
  const actor = useActor()
  if (arriving && !arriving.inArea) return <SiteFrame>{arriving.skeleton}</SiteFrame>
  return (
    <WorkArea label="Desk" guide={hasDuty(actor, 'section')} links={linksFor(actor)}>
      <AddressBand />
      {arriving?.skeleton ?? <Outlet />}
    </WorkArea>
  )
}
