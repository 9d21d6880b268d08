import type { PlantSpecies } from '../../contract/rules/site/plants.ts'
import { Plant } from './plant.tsx'
import { SkeletonLines } from './states.tsx'
import { Link } from './link.tsx'

export interface Tile {
  id: string
  title: string
  /** A sentence; '' if there is none. */
  about?: string
  note: string
  years?: string | null
  href: string
  species?: PlantSpecies
}

/** Categories or volumes as sheets in a grid, each leading to its articles. */
export function TileGrid({ tiles }: { tiles: Tile[] }) {
  return (
    <ul className="tiles" role="list">
      {tiles.map(({ id, title, about, note, years, href, species }) => (
        <li key={id}>
          <Link to={href}>
            <span className="cover-image mounted">
              <Plant seed={id} {...(species ? { species } : {})} strap />
            </span>
            <span>
              <b>{title}</b>
              {about && <span className="small block">{about}</span>}
              <small className="small muted">
                {note}
                {years && <span>{years}</span>}
              </small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function TileGridSkeleton() {
  return (
    <ul className="tiles" role="list" aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <li key={index}>
          <div>
            <span className="cover-image mounted" />
            <span>
              <SkeletonLines widths={[70, 40]} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
