import { journal } from '../../../journal.config.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { FOOTER_COLUMNS } from './site-links.ts'
import { ThemeChoice } from './theme-choice.tsx'
import { Link } from '../ui/link.tsx'

/** The footer of every public page. */
export function Colophon() {
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="cols">
          <div>
            <p className="name">{journal.name}</p>
            <p className="muted">
              Sponsored by the {journal.society.name}, founded in {journal.society.foundedIn}.
            </p>
            {journal.issn && <p className="muted">ISSN {journal.issn}</p>}
            <address className="muted">
              {journal.publisher.name}, {journal.publisher.address}
              <br />
              <a href={`mailto:${journal.contact.email}`}>{journal.contact.email}</a>
            </address>
          </div>
          {FOOTER_COLUMNS.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul role="list">
                {links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to}>{link.label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="last">
          <p>
            Articles are published under a <a href={journal.licence.url}>{journal.licence.name}</a> licence. Peer review
            takes {journal.review.weeks} weeks. <Link to={paths.reviewFigures}>Review times</Link>.{' '}
            <a href={paths.atomFeed}>Atom feed of new articles</a>
          </p>
          <ThemeChoice />
        </div>
      </div>
    </footer>
  )
}
