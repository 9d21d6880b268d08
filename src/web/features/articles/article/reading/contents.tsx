import { ChevronDown, Images, List } from 'lucide-react'
import type { FullTextOutline, OutlineSection } from '../../../../../contract/api/full-texts.ts'
import { Link } from '../../../../ui/link.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { floatsLabel, placeHref } from './text-links.ts'

/** A place that the contents lead to. */
export type Place = Pick<OutlineSection, 'id' | 'part' | 'number' | 'title'> & { sections?: Place[] }

/**
 * The contents beside the text. The document's script marks the current section. On narrow screens they are a bar
 * with a sheet, which opens without scripts, too.
 */
export function Contents({
  places,
  outline: { figures, tables },
  path,
  part,
}: {
  places: Place[]
  outline: Pick<FullTextOutline, 'figures' | 'tables'>
  path: string
  part: number
}) {
  const floats = figures.length + tables.length
  const label = floatsLabel(figures.length, tables.length)
  return (
    <nav aria-label="Contents">
      <button type="button" className="rail-bar" popoverTarget="toc">
        <List className="ic" aria-hidden="true" />
        <span className="rail-w">
          <span className="sr">Contents, now at </span>
          {/* The document's script writes the current section into it, perhaps before React comes. */}
          <span className="rail-now" suppressHydrationWarning>
            Contents
          </span>
        </span>
        <ChevronDown className="ic" aria-hidden="true" />
      </button>
      {floats > 0 && (
        <a className="rail-figs" href="#figures">
          <Images className="ic" aria-hidden="true" />
          {floats}
          <span className="sr"> figures and tables</span>
        </a>
      )}
      <div id="toc" popover="auto">
        <p className="rail-h">Contents</p>
        <Places places={places} path={path} part={part} />
        {floats > 0 && (
          <p className="rail-f">
            <a href="#figures">{label}</a>
          </p>
        )}
      </div>
    </nav>
  )
}

function Places({ places, path, part }: { places: Place[]; path: string; part: number }) {
  return (
    <ol role="list">
      {places.map((place) => (
        <li key={place.id}>
          <PlaceLink path={path} part={part} place={place}>
            <span className="num">{place.number}</span>
            <span>
              <TitleText title={place.title} />
            </span>
          </PlaceLink>
          {place.sections && place.sections.length > 0 && (
            <Places places={place.sections.map(withoutSections)} path={path} part={part} />
          )}
        </li>
      ))}
    </ol>
  )
}

/** Two levels are enough to find one's way. */
const withoutSections = ({ sections: _sections, ...place }: Place): Place => place

/** A link to a place of the text: within this part a plain one, for the browser; to another part one of the site. */
export function PlaceLink({
  place,
  path,
  part,
  children,
}: {
  place: { id: string; part: number }
  path: string
  part: number
  children: React.ReactNode
}) {
  const href = placeHref(path, part, place)
  return place.part === part ? <a href={href}>{children}</a> : <Link to={href}>{children}</Link>
}
