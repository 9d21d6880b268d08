import { useNavigate } from 'react-router'
import type { OutputOf } from '../../../../contract/api/endpoint.ts'
import type { OwnRequest, requests } from '../../../../contract/api/requests.ts'
import { NOTICES } from '../../../../contract/rules/articles/notices.ts'
import { REQUEST_DAYS, REQUEST_NAMES } from '../../../../contract/rules/articles/requests.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { DAY_MS, longDate, monthAndDay } from '../../../../contract/rules/text/dates.ts'
import stylesheet from '../../../styles/notices.css?url'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { AskForm } from './ask-form.tsx'
import { RequestStyles, StateChip } from './own-request.tsx'
import { RequestHead } from './request-head.tsx'

/** What an author has asked for about a published article, and where more is asked for. */
export function AskPage({
  asked: { article, requests: earlier },
  userId,
}: {
  asked: OutputOf<typeof requests.ofArticle>
  userId: string
}) {
  const navigate = useNavigate()
  const sent = ({ id }: OwnRequest) => {
    toast.success('Your request has been sent')
    void navigate(paths.ownRequest(id))
  }
  return (
    <div className="manuscript">
      <RequestStyles />
      <Stylesheet href={stylesheet} precedence="site" />
      <RequestHead to={paths.dashboard} back="My Articles" title="Ask for a correction">
        <Link to={article.path}>
          <TitleText title={article.title} />
        </Link>
      </RequestHead>
      <div className="with-side">
        <div>
          {earlier.length > 0 && <Earlier requests={earlier} />}
          <AskForm articleId={article.id} userId={userId} onSent={sent} />
        </div>
        <WhatHappensNext />
      </div>
    </div>
  )
}

const Earlier = ({ requests: earlier }: { requests: readonly OwnRequest[] }) => (
  <Section title="Your requests">
    <ul className="rows" role="list">
      {earlier.map(({ id, kind, state, receivedOn, dueOn, answeredOn }) => (
        <li key={id} className="spread">
          <div>
            <Link to={paths.ownRequest(id)}>
              {REQUEST_NAMES[kind]}, {longDate(receivedOn)}
            </Link>
            <p className="muted small">
              {answeredOn ? `Answered on ${longDate(answeredOn)}` : `We answer by ${longDate(dueOn)}`}
            </p>
          </div>
          <StateChip state={state} />
        </li>
      ))}
    </ul>
  </Section>
)

function WhatHappensNext() {
  const due = new Date(Date.now() + REQUEST_DAYS * DAY_MS).toISOString().slice(0, 10)
  const { askedDays } = NOTICES.correction
  return (
    <aside className="ms-facts" aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <ol className="way small" role="list">
        <li className="on">
          <span className="muted">Today</span>
          <p>You send the request</p>
        </li>
        <li>
          <time dateTime={due}>By {monthAndDay(due)}</time>
          <p>The editor answers, with a draft if a notice is needed</p>
        </li>
        <li>
          <time dateTime={`P${askedDays}D`}>{askedDays} days</time>
          <p>All authors are asked whether they agree</p>
        </li>
        <li>
          <span className="muted">Then</span>
          <p>A new version appears; the old one stays readable</p>
        </li>
      </ol>
      <p className="muted small">Spelling and addresses are corrected without a notice; the reason is still shown.</p>
    </aside>
  )
}
