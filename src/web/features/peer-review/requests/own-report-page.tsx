import { useState } from 'react'
import type { OwnRequest } from '../../../../contract/api/requests.ts'
import { UNCONFIRMED_DAYS } from '../../../../contract/rules/articles/requests.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { PageTitle } from '../shared/link-frame.tsx'
import { LinkPage } from '../shared/link-page.tsx'
import { type ActOn, useLink } from '../shared/use-link.ts'
import { OwnNameChange } from './own-name-change.tsx'
import { OwnRequestView, type ShownRequest } from './own-request.tsx'

type Chips = Pick<ShownRequest, 'chip'>

/** The page of a reader who has reported a problem, by the link of an email. */
export function OwnReportPage({ secret, chip }: { secret: string } & Chips) {
  const opened = useLink(secret, () => browserApi.reports.open({}))
  return (
    <LinkPage secret={secret} opened={opened} failed="Your report could not be opened">
      {(shown) => <OwnReportView shown={shown} sending={opened.sending} act={opened.act} chip={chip} />}
    </LinkPage>
  )
}

/** The report of a reader: to be confirmed, then how far it is, and its answer. Opening it changes nothing. */
export function OwnReportView({
  shown,
  sending,
  act,
  chip,
}: { shown: OwnRequest; sending: boolean; act: ActOn<OwnRequest> } & Chips) {
  const { isConfirmed, articleTitle, articlePath, receivedOn } = shown
  const [moved, setMoved] = useState(false)
  // Changes of names are asked for by authors.
  const noun = shown.kind === 'name' ? 'request' : 'report'
  const confirm = () => {
    setMoved(true)
    void act(() => browserApi.reports.confirm({}))
  }
  return (
    <>
      <p className="eyebrow">
        {isConfirmed ? `Your ${noun} of ${longDate(receivedOn)}` : 'Your report about an article'}
      </p>
      <PageTitle key={`${isConfirmed}`} moved={moved}>
        {isConfirmed ? <TitleText title={articleTitle} /> : 'Did you send this report?'}
      </PageTitle>
      {!isConfirmed && (
        <p className="lead">
          It is about <TitleText title={articleTitle} />. The editors read it once you have confirmed it; then you get
          an answer at this address.
        </p>
      )}
      <p className="space">
        <Link to={articlePath}>Read the article</Link>
      </p>
      {shown.nameChange && (
        <OwnNameChange
          change={shown.nameChange}
          sending={sending}
          onAnswer={(agrees) => void act(() => browserApi.reports.answerName({ agrees }))}
        />
      )}
      <OwnRequestView request={shown} noun={noun} chip={chip} />
      {!isConfirmed && (
        <div className="sticky-bar aligned" role="group" aria-label="Confirm your report">
          <p className="muted small fill">
            If you did not send it, please do nothing: it is deleted after {UNCONFIRMED_DAYS} days.
          </p>
          <button type="button" className="btn solid" aria-disabled={sending} onClick={confirm}>
            {sending ? 'Sending...' : 'Yes, I Sent This'}
          </button>
        </div>
      )}
    </>
  )
}
