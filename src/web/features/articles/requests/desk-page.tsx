import { ArrowLeft } from 'lucide-react'
import type { Request } from '../../../../contract/api/requests.ts'
import { NOTICES } from '../../../../contract/rules/articles/notices.ts'
import { OUTCOME_WORDS, REQUEST_NAMES, REQUESTED_BY_WORDS } from '../../../../contract/rules/articles/requests.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { useSession } from '../../../client/session.ts'
import { AreaHead } from '../../../ui/area-head.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { EmailAddress } from '../../../ui/web-address.tsx'
import { DoiLink } from '../doi-link.tsx'
import { STATE_WORDS } from '../notice-desk/notice-desk.tsx'
import { StandingChip } from '../standing/standing-chip.tsx'
import { AskedText } from './desk-asked.tsx'
import { RequestMoves } from './desk-moves.tsx'
import { NameChangeDesk } from './name-change.tsx'
import { useRequest } from './desk-state.ts'

/** A request about a published article, for its editors: what is asked, by whom, and what is done about it. */
export function RequestDesk({ loaded }: { loaded: Request }) {
  const userId = useSession()?.user.id ?? ''
  const desk = useRequest(loaded, userId)
  const { request } = desk
  return (
    <>
      <Link className="btn text pull" to={paths.admin}>
        <ArrowLeft className="ic" aria-hidden="true" />
        Today
      </Link>
      <AreaHead title={`Request: ${REQUEST_NAMES[request.kind].toLowerCase()}`} note={<Standing request={request} />} />
      <div className="with-side">
        <div>
          <ArticleOf request={request} />
          <Section title="What is asked">
            <AskedText request={request} />
          </Section>
          <Answered request={request} />
          {request.kind === 'name' && <NameChangeDesk requestId={request.id} onDone={desk.look} />}
          <RequestMoves desk={desk} />
        </div>
        <FactsOf request={request} userId={userId} />
      </div>
    </>
  )
}

function Standing({ request: { state, dueOn, isLate, answeredOn, notice } }: { request: Request }) {
  if (state === 'decided') return `Answered on ${longDate(answeredOn)}.`
  if (state === 'declined') return `Declined on ${longDate(answeredOn)}.`
  if (isLate) return <span className="error-ink">Answer overdue since {longDate(dueOn)}.</span>
  const waits = notice?.state === 'asked' ? 'The authors are being asked about the notice' : 'Waits for an answer'
  return `${waits}, due on ${longDate(dueOn)}.`
}

function ArticleOf({ request: { article } }: { request: Request }) {
  return (
    <Section title="The article" aside={<StandingChip standing={article.standing} />}>
      <p className="letter">
        <Link to={paths.article(article.id)}>
          <TitleText title={article.title} />
        </Link>
      </p>
      <p className="muted small">
        {article.authors}
        {article.standing === 'current' && ' · no notice about it'}
      </p>
      {article.doi && (
        <p className="small">
          <DoiLink doi={article.doi} />
        </p>
      )}
    </Section>
  )
}

/** What the requester was answered. */
function Answered({ request: { state, outcome, answer, answeredOn } }: { request: Request }) {
  if (answeredOn === null) return null
  return (
    <Section title={state === 'declined' ? 'Why it was declined' : 'What was answered'}>
      <p className="muted small">
        {state === 'decided' && outcome && `${OUTCOME_WORDS[outcome]} · `}
        {longDate(answeredOn)}
      </p>
      {answer ? <p className="letter lines">{answer}</p> : <p>The requester was sent the notice.</p>}
    </Section>
  )
}

function FactsOf({ request, userId }: { request: Request; userId: string }) {
  const { from, name, email, isEntered, receivedOn, dueOn, handler, notice } = request
  return (
    <aside aria-label="Facts of the request">
      <h2>From</h2>
      <Facts
        rows={[
          ['Who', REQUESTED_BY_WORDS[from]],
          ['Name', name],
          [
            'Email',
            email && (
              <a href={`mailto:${email}`}>
                <EmailAddress>{email}</EmailAddress>
              </a>
            ),
          ],
        ]}
      />
      <p className="muted small space">
        {isEntered ? 'Entered by an editor.' : email && 'The address has been confirmed.'} Authors and readers never see
        name and address.
      </p>
      <h2>Dates</h2>
      <Facts
        rows={[
          ['Received', longDate(receivedOn)],
          ['Answer due', longDate(dueOn)],
          ['Editor', handler === null ? 'Not assigned' : handler.id === userId ? 'You' : handler.name || 'An editor'],
        ]}
      />
      {notice && (
        <>
          <h2>Notice begun from it</h2>
          <p>
            <Link to={paths.notice(notice.id)}>{NOTICES[notice.kind].name}</Link>, {STATE_WORDS[notice.state]}
          </p>
          {notice.path && (
            <p>
              <Link to={notice.path}>Read the notice</Link>
            </p>
          )}
        </>
      )}
    </aside>
  )
}
