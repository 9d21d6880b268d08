import {
  ChartColumn,
  ContactRound,
  Glasses,
  HeartPulse,
  History,
  LibraryBig,
  ListCheck,
  ListChecks,
  Megaphone,
  Radar,
  ReceiptText,
  Settings,
  Shapes,
  UsersRound,
} from 'lucide-react'
import { type LinksFunction, Outlet, useLocation } from 'react-router'
import { paths } from '../../../contract/rules/site/paths.ts'
import { AddressBand } from '../../features/accounts/session/address-band.tsx'
import { useStateAttention } from '../../features/administration/health/state-notice.tsx'
import { Tour } from '../../features/administration/tour/tour.tsx'
import { SiteFrame } from '../../site/site-frame.tsx'
import { type AreaLink, WorkArea } from '../../site/work-area.tsx'
import stylesheet from '../../styles/areas.css?url'
import { browserApi } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { useAnswer } from '../../ui/use-answer.ts'
import { useArriving } from '../skeletons.tsx'

export { handle } from '../needs-scripts.ts'
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

const LINKS: AreaLink[] = [
  { to: paths.admin, label: 'Today', icon: ListCheck, end: true },
  { to: paths.adminListings, label: 'Research Listings', icon: ListChecks },
  { to: paths.adminReviewers, label: 'Reviewers', icon: Glasses },
  { to: paths.adminCategories, label: 'Categories', icon: Shapes },
  { to: paths.adminVolumes, label: 'Volumes', icon: LibraryBig },
  { to: paths.adminEditorialMembers, label: 'Editorial Members', icon: ContactRound },
  { to: paths.adminFees, label: 'Fees', icon: ReceiptText },
  { to: paths.adminNews, label: 'News', icon: Megaphone },
  { to: paths.adminUsers, label: 'Users', icon: UsersRound },
  { to: paths.adminReadiness, label: 'Indexing Checklist', icon: Radar },
  { to: paths.adminState, label: 'System Status', icon: HeartPulse },
  { to: paths.adminActivity, label: 'Activity Log', icon: History },
  { to: paths.adminUsage, label: 'Readership', icon: ChartColumn },
  { to: paths.adminSettings, label: 'Settings', icon: Settings },
]

export default function AdminLayout() {
  const arriving = useArriving()
  const counts: Record<string, number> = {
    [paths.admin]: useCasesToAct(),
    [paths.adminState]: useStateAttention()?.count ?? 0,
  }
  if (arriving && !arriving.inArea) return <SiteFrame>{arriving.skeleton}</SiteFrame>
  return (
    <WorkArea label="Admin area" guide links={LINKS.map((link) => ({ ...link, count: counts[link.to] ?? 0 }))}>
      <AddressBand />
      {arriving?.skeleton ?? <Outlet />}
      <Tour />
    </WorkArea>
  )
}

/** How many cases need this editor, counted whenever they come to another page. */
function useCasesToAct(): number {
  const { pathname } = useLocation()
  const isEditor = useSession()?.user.role === 'admin'
  const { answer } = useAnswer(async () => (isEditor ? browserApi.caseList.count({}) : null), `${isEditor} ${pathname}`)
  return answer?.act ?? 0
}
