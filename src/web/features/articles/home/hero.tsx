import { journal } from '../../../../../journal.config.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { Plant } from '../../../ui/plant.tsx'

/** The top of the home page: the journal's title, its scope, and a herbarium sheet. */
export function Hero() {
  return (
    <div className="hero">
      <div className="wrap">
        <div className="title">
          <h1>{journal.name}</h1>
          <p className="lead">{journal.description}</p>
          <p className="go">
            <Link className="btn solid" to={paths.articles}>
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
          <div className="cover-image">
            <Plant seed="umbel-45" species="umbel" strap eager />
          </div>
          <figcaption>
            <b>Plantae {journal.abbreviation}</b>
            <span>Drawn, not collected</span>
            <i>One for every article</i>
          </figcaption>
        </figure>
      </div>
    </div>
  )
}
