import { Outlet } from 'react-router'
import { SiteFrame } from '../../site/site-frame.tsx'

export default function PublicLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}
