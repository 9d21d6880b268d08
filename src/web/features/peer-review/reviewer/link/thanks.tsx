import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { journal } from '../../../../../contract/journal.ts'
import type { OpenReview, OwnReport } from '../../../../../contract/api/open-review.ts'
import { DECISION_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { longDate, monthAndYear } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { Plant } from '../../../../ui/plant.tsx'
import { download } from '../../../../ui/download.tsx'
import { FromTheEditor, Written } from './manuscript.tsx'
import { PageTitle } from '../../shared/link-frame.tsx'
import { PublicationChoice } from './publication-choice.tsx'
import type { Act } from './use-review.ts'
import { ReportCopy } from './report-copy.tsx'

/** After the report: its copy, the certificate, and later the decision with the other reports. */
export function Thanks({
  review,
  report,
  sending,
  act,
  moved,
}: {
  review: OpenReview
  report: OwnReport
  sending: boolean
  act: Act
  moved: boolean
}) {
  const [showsReport, setShowsReport] = useState(false)
  const { outcome, name, publication } = review
  return (
    <div>
      <PageTitle moved={moved}>Thank you. Your report has arrived.</PageTitle>
      <p className="lead">
        {outcome ? 'The editor has decided.' : 'The editor has it now. A copy is on its way to you by email.'}
      </p>
      {outcome && <OutcomeOfRound outcome={outcome} />}
      <FromTheEditor messages={review.messages} />
      <figure className="cert mounted">
        <div className="cover-image mounted strap">
          <Plant seed={review.id} strap eager />
        </div>
        <figcaption className="letter">
          <p className="cj">{journal().name}</p>
          <p>
            <i>certifies that</i>
          </p>
          <p className="cname">{name}</p>
          <p>
            <i>reviewed a manuscript</i>
          </p>
          <p className="muted small">{monthAndYear(report.submittedAt)}</p>
        </figcaption>
      </figure>
      <p className="buttons space">
        <button
          type="button"
          className="btn solid"
          onClick={() => void download(() => browserApi.reviews.certificate({}), 'certificate.pdf')}
        >
          <Download className="ic" aria-hidden="true" />
          Certificate
        </button>
        <button
          type="button"
          className="btn"
          aria-expanded={showsReport}
          aria-controls="own-report"
          onClick={() => setShowsReport(!showsReport)}
        >
          <FileText className="ic" aria-hidden="true" />
          My Report
        </button>
      </p>
      <p className="hint small muted">
        The certificate names no manuscript and no authors, so you can show it to anyone.
      </p>
      <section id="own-report" aria-labelledby="own-report-title" hidden={!showsReport}>
        <h2 id="own-report-title">Your report</h2>
        <ReportCopy report={report} />
      </section>
      {publication && <PublicationChoice asked={publication} sending={sending} act={act} />}
      {!outcome && <WhatHappensNext report={report} />}
      <p className="muted small">
        Noticed a mistake? Please write to <a href={`mailto:${journal().contact.email}`}>the editor</a>. This page stays
        open for 30 days after the round has ended.
      </p>
    </div>
  )
}

function WhatHappensNext({ report }: { report: OwnReport }) {
  return (
    <section aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <ol className="timeline" role="list">
        <li className="filled">
          <span className="on">{longDate(report.submittedAt)}</span>
          <p>Your report is in.</p>
        </li>
        <li>
          <span className="on">Decision</span>
          <p>We will email you, and you can then read the other reports here.</p>
        </li>
        <li>
          <span className="on">Revision</span>
          <p>If the editor asks you again, you see your report, the authors’ reply and both versions.</p>
        </li>
      </ol>
    </section>
  )
}

/** The decision as it was sent to the authors, with the reports under their labels. */
function OutcomeOfRound({ outcome }: { outcome: NonNullable<OpenReview['outcome']> }) {
  const { decision, decidedOn, letter, reports } = outcome
  return (
    <section aria-labelledby="outcome">
      <h2 id="outcome">
        {DECISION_NAMES[decision]}, {longDate(decidedOn)}
      </h2>
      <details>
        <summary>The letter to the authors</summary>
        <Written text={letter} />
      </details>
      {reports.map(({ label, text, isOwn }) => (
        <details key={label}>
          <summary>
            Reviewer {label}
            {isOwn && ' (you)'}
          </summary>
          <Written text={text} />
        </details>
      ))}
    </section>
  )
}
