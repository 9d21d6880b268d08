import { Link } from 'react-router'
import { journal } from '../../../../journal.config.ts'
import { paths } from '../../../contract/paths.ts'
import { Plant } from '../../ui/plant/plant.tsx'

/** The head of the home page: the journal's title, what it is for, and a herbarium sheet. */
export function Hero() {
  return (
    <div className="hero">
      <div className="wrap">
        <div>
          <h1>{journal.name}</h1>
          <p className="lead">{journal.description}</p>
          <p className="go">
            <Link className="btn solid" to={paths.articles} prefetch="intent">
              Explore Research
            </Link>{' '}
            <Link className="btn" to={paths.login}>
              Join Community
            </Link>
          </p>
          <ul className="facts" role="list">
            <li>Peer review takes {journal.review.weeks} weeks</li>
            <li>Free to read, {journal.licence.shortName}</li>
            <li>No submission charge</li>
          </ul>
        </div>
        <figure className="sheet">
          <div className="plate strap">
            <Plant seed="plate 140" species="umbel" />
          </div>
          <figcaption>
            <b>Plantae {journal.abbreviation}</b>
            <span>Sheet 1, drawn not collected</span>
            <span>
              <i>Each article grows its own</i>
            </span>
          </figcaption>
        </figure>
      </div>
    </div>
  )
}
