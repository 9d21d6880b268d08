import { ArrowLeft } from 'lucide-react'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { YearFigures } from '../../features/peer-review/editor/statistics/year-figures.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { Link } from '../../ui/link.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/statistics'

export const clientLoader = inArea(({ api }) => api.figures.readAll())
export const HydrateFallback = PresentSkeleton

/** How peer review goes, by year, for editors. */
export default function AdminFigures({ loaderData: { data: figures, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead
        title="Figures"
        note={
          figures &&
          `${counted(figures.openCases, 'open case')}, ${figures.late || 'none'} later than promised. Manuscripts of your own are left out.`
        }
      />
      <Link className="btn text" to={paths.admin}>
        <ArrowLeft className="ic" aria-hidden="true" />
        Today
      </Link>
      {failure ? <LoadFailure message="Failed to fetch figures" /> : <YearFigures years={figures.years} />}
    </>
  )
}
