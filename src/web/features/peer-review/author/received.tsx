import { journal } from '../../../../contract/journal.ts'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { paths, policyPath } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { Section } from '../../../ui/section.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'

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
          ['Number', number && `${journal().abbreviation} ${number}`],
          ['Received', longDate(receivedOn)],
          ['Decision by', promisedOn && longDate(promisedOn)],
        ]}
      />
      <Section title="What happens next">
        <ol>
          <li>We confirm its receipt by email. Please give the number when you write to us.</li>
          <CoAuthorsTold answers={manuscript.authorAnswers} />
          <li>An editor checks it. Until that is done, you can still change the manuscript and its files.</li>
          <li>If it fits the journal, the editor asks experts to review it.</li>
          <li>
            The editor writes to you with the decision{promisedOn && <> by {longDate(promisedOn)}</>}. We will write if
            it takes longer.
          </li>
          <FeeRequest id={id} />
        </ol>
        <p className="muted small">
          Read about each stage: <Link to={policyPath('peer-review')}>Peer Review Process</Link>.
        </p>
        <div className="buttons">
          <Link className="btn solid" to={paths.manuscript(id)}>
            See Your Manuscript
          </Link>
          <Link className="btn" to={paths.dashboard}>
            My Articles
          </Link>
        </div>
      </Section>
    </div>
  )
}

/** That a request to pay less has come with it. */
function FeeRequest({ id }: { id: string }) {
  const { answer: fee } = useAnswer(() => browserApi.fees.own({ id }), id)
  return (
    fee?.waiver && (
      <li>
        We have received your request about the publication fee too.
        {fee.hasOfficer ? ' You get an email with our answer.' : ' It is answered after acceptance.'}
      </li>
    )
  )
}

/** Which of the other authors have been written to; nobody is for an account whose own address is not confirmed. */
function CoAuthorsTold({ answers }: { answers: Manuscript['authorAnswers'] }) {
  const others = answers.filter(({ isYou }) => !isYou)
  const named = (some: typeof others) => joinNames(some.map(({ fullName }) => fullName))
  const told = others.filter(({ isTold }) => isTold)
  const waiting = others.filter(({ isTold, hasAddress }) => !isTold && hasAddress)
  const without = others.filter(({ hasAddress }) => !hasAddress)
  if (!others.length) return null
  return (
    <li>
      {told.length > 0 && (
        <>We have written to {named(told)} and asked whether the list of authors is right. They need no account. </>
      )}
      {waiting.length > 0 && (
        <>
          We write to {named(waiting)} too and ask whether the list of authors is right; if you have not confirmed the
          email address of your account yet, as soon as you have.{' '}
        </>
      )}
      {without.length > 0 && (
        <>
          We cannot ask {named(without)}: the address belongs to another author. Please send the editor their own
          address.
        </>
      )}
    </li>
  )
}
