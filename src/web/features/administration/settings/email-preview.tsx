import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { EmailPreview } from '../../../../contract/api/emails.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { EmailFrame } from './email-frame.tsx'

/** One kind of email as its recipient sees it, with example values. */
export function EmailPreviewed({ preview: { name, to, when, file, subject, text, html } }: { preview: EmailPreview }) {
  return (
    <section className="email-preview" aria-labelledby="email">
      <Link className="btn text" to={paths.adminSettings}>
        <ArrowLeft className="ic" aria-hidden="true" />
        All emails
      </Link>
      <h2 id="email">{name}</h2>
      <dl className="facts">
        <dt>To</dt>
        <dd>{to}</dd>
        <dt>Sent</dt>
        <dd>{when}</dd>
        <dt>File</dt>
        <dd>
          <code>{file}</code>
        </dd>
        <dt>Subject</dt>
        <dd>{subject}</dd>
      </dl>
      <p className="muted small">
        The values are examples, and the links lead nowhere here. To change the text, edit the file and restart the
        journal.
      </p>
      <h3>Preview</h3>
      <EmailFrame html={html} title={`Preview: ${name}`} />
      <h3>Plain text</h3>
      <p className="muted small">For email programs that show no HTML.</p>
      <p className="email-text">{text}</p>
    </section>
  )
}
