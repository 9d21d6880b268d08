import { Image, Table2 } from 'lucide-react'
import type { FullTextOutline } from '../../../../../contract/api/full-texts.ts'
import { TitleText } from '../../../../ui/title-text.tsx'
import { PlaceLink } from './contents.tsx'
import { floatsLabel } from './text-links.ts'

/** All figures and tables at a glance; arrow keys move along it. Without any picture it is a list in columns. */
export function FigureStrip({
  outline: { figures, tables },
  path,
  part,
}: {
  outline: FullTextOutline
  path: string
  part: number
}) {
  if (!figures.length && !tables.length) return null
  const pictured = figures.some(({ image }) => image)
  const kinds = [
    ...figures.map((float) => ({ ...float, Icon: Image })),
    ...tables.map((float) => ({ ...float, Icon: Table2 })),
  ]
  return (
    <nav className={pictured ? 'strip pictured' : 'strip'} id="figures" aria-labelledby="figures-title">
      <h2 id="figures-title">{floatsLabel(figures.length, tables.length)}</h2>
      <ul role="list">
        {kinds.map(({ Icon, ...float }) => (
          <li key={float.id}>
            <PlaceLink place={float} path={path} part={part}>
              {pictured && (
                <span className="thumb">
                  {float.image ? (
                    <img src={float.image} alt="" loading="lazy" />
                  ) : (
                    <Icon className="ic" aria-hidden="true" />
                  )}
                </span>
              )}
              <b>{float.label}</b>
              <span className="d">
                <TitleText title={float.title} />
              </span>
            </PlaceLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
