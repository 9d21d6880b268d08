import { counted } from '../../../../contract/rules/text/counted.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { speciesFor } from '../../../../contract/rules/site/plants.ts'
import { Link } from '../../../ui/link.tsx'
import { Plant } from '../../../ui/plant.tsx'
import { MarkedText } from './marked-text.tsx'
import type { Hit } from './search-data.ts'

/** An article that was found: its plant, what it is, and the places where the words are. */
export function SearchHit({ hit, first }: { hit: Hit; first: boolean }) {
  const { id, title, category, volume, date, authors, isSample, passages, morePassages } = hit
  return (
    <article className="hit">
      <div className="plate">
        <Plant seed={id} species={speciesFor(category.name)} strap eager={first} />
      </div>
      <div className="hit-body">
        <p className="hit-top">
          <Link to={paths.category(category.id)}>{category.name}</Link>
          {volume && <span>{volume.name}</span>}
          <time dateTime={date}>{longDate(date)}</time>
          {isSample && <span>Sample</span>}
        </p>
        <h2>
          <Link to={paths.article(id)}>
            <MarkedText text={title} />
          </Link>
        </h2>
        <p className="by">{authors}</p>
        {passages.length > 0 && (
          <ul className="passages" role="list">
            {passages.map(({ section, text, href }, index) => (
              <li key={index}>
                <Link to={href}>
                  <span className="place">{section ? `in ${section}` : 'in the text'}</span>
                  <span className="pas">
                    <MarkedText text={text} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {morePassages > 0 && (
          <p className="more-passages">
            <Link to={paths.article(id)}>{counted(morePassages, 'more passage')} in this article</Link>
          </p>
        )}
      </div>
    </article>
  )
}
