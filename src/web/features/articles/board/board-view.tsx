import type { BoardMember, ShownBoard } from '../../../../contract/api/editorial-board.ts'
import { placeOf } from '../../../../contract/rules/site/board.ts'
import { OrcidMark } from '../../../site/orcid-mark.tsx'
import stylesheet from '../../../styles/board.css?url'
import { Picture } from '../../../ui/picture.tsx'
import { Plant } from '../../../ui/plant.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'

/** The editorial board as readers see it. `level` is that of the headings of its groups. */
export function BoardView({ groups, level: Heading = 'h2' }: { groups: ShownBoard['groups']; level?: 'h2' | 'h3' }) {
  return (
    <div className="board-page">
      <Stylesheet href={stylesheet} precedence="site" />
      {groups.map(({ id, name, members }) => (
        <section key={id}>
          <Heading>{name}</Heading>
          <ul role="list">
            {members.map(({ person, term }) => (
              <li key={term.id}>
                <Portrait person={person} />
                <div>
                  <span className="nm">
                    {person.name}
                    {person.orcid && <OrcidMark orcid={person.orcid} authenticated={false} />}
                  </span>
                  {term.role && <span>{term.role}</span>}
                  <span className="af">{placeOf(person)}</span>
                  {person.bio && <p className="small">{person.bio}</p>}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The photo of a person; without one a plant is drawn, as for articles. The name is beside it. */
export function Portrait({ person: { id, photoUrl, photoSize } }: { person: BoardMember }) {
  return (
    <span className="portrait">
      {photoUrl ? <Picture url={photoUrl} size={photoSize} alt="" sizes="6rem" /> : <Plant seed={seedOf(id)} strap />}
    </span>
  )
}

/** Plants are named in small letters. */
const seedOf = (id: string): string => id.toLowerCase().replace(/_/g, '-')
