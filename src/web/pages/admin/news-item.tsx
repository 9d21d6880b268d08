import { useSession } from '../../client/session.ts'
import { NewsDesk } from '../../features/articles/news/desk/news-desk.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/news-item'

const load = ({ params: { id = '' } }: LoadArgs) => Promise.resolve(id)

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** Where an item of the news is written. It loads its text itself, as drafts of this device are joined to it. */
export default function AdminNewsItem({ loaderData: { data: item } }: Route.ComponentProps) {
  const user = useSession()?.user
  if (!user || item === undefined) return <PresentSkeleton />
  return <NewsDesk key={item} userId={user.id} item={item} />
}
