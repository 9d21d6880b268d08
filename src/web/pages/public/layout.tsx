import { Outlet } from 'react-router'
import { SiteFrame } from '../../site/site-frame.tsx'
import { useArriving } from '../skeletons.tsx'

export default function PublicLayout() {
  const arriving = useArriving()
  const skeleton = arriving?.inArea ? <div className="wrap">{arriving.skeleton}</div> : arriving?.skeleton
  return <SiteFrame>{skeleton ?? <Outlet />}</SiteFrame>
}
