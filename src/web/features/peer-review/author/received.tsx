import { journal } from '../../../../../journal.config.ts'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { paths, policyPath } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { Part } from './part.tsx'

/** Right after a submission: its number, when the author hears of it, and what happens until then. */
export function Received({ manuscript }: { manuscript: Manuscript }) {
  const { id, title, number, receivedOn, promisedOn } = manuscript
  return (
    <div className="manuscript">
      <header className="ms-head">
        <h1>We have received your manuscript</h1>
        <p>
          <TitleText title={title} />
        </p>
      </header>
      <Facts
        rows={[
          ['Number', number && `${journal.abbreviation} ${number}`],
          ['Received', longDate(receivedOn)],
          ['Decision by', promisedOn && longDate(promisedOn)],
        ]}
      />
      <Part title="What happens next">
        <ol>
          <li>We confirm its receipt by email. Please give the number when you write to us.</li>
          <li>An editor checks it. Until that is done, you can still change the manuscript and its files.</li>
          <li>If it fits the journal, the editor asks experts to review it.</li>
          <li>
            The editor writes to you with the decision{promisedOn && <> by {longDate(promisedOn)}</>}. We will write if
            it takes longer.
          </li>
        </ol>
        <p className="muted small">
          Read about each stage: <Link to={policyPath('peer-review')}>Peer Review Process</Link>.
        </p>
        <div className="ms-buttons">
          <Link className="btn solid" to={paths.manuscript(id)}>
            See Your Manuscript
          </Link>
          <Link className="btn" to={paths.dashboard}>
            My Articles
          </Link>
        </div>
      </Part>
    </div>
  )
}
