import { journal } from '../../../../../journal.config.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'

const VALUES = [
  { name: 'Scientific Excellence', text: 'Careful methods, clear figures, and data that others can check.' },
  { name: 'Research Community', text: 'Students and senior botanists review, write and learn together.' },
  { name: 'Knowledge Cultivation', text: 'Every article is open from its first day, and stays open.' },
  { name: 'Conservation Impact', text: 'Findings that help seed banks, growers and reserves decide.' },
]

/** The society behind the journal, and its four core values. */
export function SocietyStory() {
  return (
    <section className="wrap section" aria-labelledby="society">
      <div className="society">
        <div>
          <h2 id="society">{journal.society.name}</h2>
          <div className="prose">
            <p>
              The society was founded in {journal.society.foundedIn} by growers, taxonomists and physiologists who
              wanted their results to be read by the people who need them.
            </p>
            <p>
              The journal is its common ground: free to read, open to work from any country, and assessed by{' '}
              {journal.review.reviewersInWords}. <Link to={paths.about}>Read more about us</Link>
            </p>
          </div>
        </div>
        <dl className="values">
          {VALUES.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
