import { journal } from '../../../../contract/journal.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { Plant } from '../../../ui/plant.tsx'

/** The top of the home page: the journal's title, its scope, and a herbarium sheet. */
export function Hero() {
  const { submission } = journal().fees
  return (
    <div className="hero">
      <div className="wrap">
        <div className="title">
          <h1>{journal().name}</h1>
          <p className="lead">{journal().description}</p>
          <p className="go wrapping">
            <Link className="btn solid" to={paths.articles}>
              Explore Research
            </Link>{' '}
            <Link className="btn" to={paths.login}>
              Join Community
            </Link>
          </p>
          <ul className="facts wrapping small muted" role="list">
            <li>Peer review takes {journal().review.weeks} weeks</li>
            <li>Free to read, {journal().licence.shortName}</li>
            <li>{submission.charAt(0).toUpperCase() + submission.slice(1)}</li>
          </ul>
        </div>
        <figure className="sheet mounted">
          <div className="cover-image mounted">
            <Plant seed="umbel-45" species="umbel" strap eager />
          </div>
          <figcaption>Illustration: every article gets its own plant</figcaption>
        </figure>
      </div>
    </div>
  )
}

const VALUES = [
  { name: 'Scientific Excellence', text: 'Careful methods, clear figures, and data that others can check.' },
  { name: 'Research Community', text: 'Students and established botanists write, review and learn together.' },
  { name: 'Knowledge Cultivation', text: 'Every article is free to read from the day it appears.' },
  { name: 'Conservation Impact', text: 'Findings that seed banks, growers and reserves can act on.' },
]

/** The society behind the journal, and its four core values. */
export function SocietyStory() {
  return (
    <section className="wrap section" aria-labelledby="society">
      <div className="society">
        <div>
          <h2 id="society">{journal().society.name}</h2>
          <div className="prose">
            <p>
              The society was founded in {journal().society.foundedIn} by growers, taxonomists and physiologists who
              wanted their results to be read by the people who need them.
            </p>
            <p>
              The journal is its common ground: free to read, open to work from any country, and assessed by{' '}
              {journal().review.reviewersInWords}. <Link to={paths.about}>Read more about us</Link>
            </p>
          </div>
        </div>
        <dl className="values">
          {VALUES.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
