import { useEffect, useState } from 'react'
import type { LinksFunction } from 'react-router'
import { useReviewLinkOf as takeSecretOf } from '../../client/review-link.ts'
import { ReportForm } from '../../features/reviews/report/report-form.tsx'
import type { ReportSent } from '../../features/reviews/report/review-to-report.ts'
import { SiteFrame } from '../../site/site-frame.tsx'
import forms from '../../styles/forms.css?url'
import stylesheet from '../../styles/review-report.css?url'
import { PageHead } from '../../ui/page-head.tsx'

export { handle } from '../needs-scripts.ts'
export const links: LinksFunction = () => [forms, stylesheet].map((href) => ({ rel: 'stylesheet', href }))

const REVIEW = { title: 'A manuscript in review', dueOn: null, name: '' }

/** The page of a review link: the report of a reviewer who has agreed. */
export default function Review() {
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState<ReportSent>()
  // The secret is in the fragment, which only the browser knows.
  useEffect(() => {
    takeSecretOf(window.location)
    setOpen(true)
  }, [])
  return (
    <SiteFrame>
      <div className="wrap section">
        <PageHead title="Your report" noindex />
        {sent ? (
          <h1>Thank you. Your report has arrived.</h1>
        ) : (
          isOpen && <ReportForm review={REVIEW} onSent={setSent} />
        )}
      </div>
    </SiteFrame>
  )
}
