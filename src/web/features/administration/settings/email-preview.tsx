import { ArrowLeft } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import type { EmailPreview } from '../../../../contract/api/activity.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { STYLE_ATTRIBUTE, withoutStyles } from '../../../ui/rich-text/paste/source.ts'

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

/**
 * Shows an email in a frame of its own that runs no scripts. The frame is under the page's
 * Content-Security-Policy, which refuses styles in a document: they are taken out of its source, and set by
 * script, which the policy allows.
 */
function EmailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [source, sheet] = useMemo(() => [withoutStyles(html), sheetOf(html)], [html])
  const height = useRef<ResizeObserver>(undefined)
  useEffect(() => () => height.current?.disconnect(), [])

  const show = () => {
    const shown = frame.current?.contentDocument
    if (!shown?.defaultView) return
    dress(shown, shown.defaultView as Window & typeof globalThis, sheet)
    height.current?.disconnect()
    height.current = new ResizeObserver(() => {
      if (frame.current) frame.current.height = String(shown.body.offsetHeight)
    })
    height.current.observe(shown.body)
  }
  return (
    <iframe
      key={source}
      ref={frame}
      className="email-frame"
      title={title}
      // Without scripts. Of the same origin, so that this page can set its styles.
      sandbox="allow-same-origin"
      srcDoc={source}
      onLoad={show}
    />
  )
}

/** The email's own style sheet. */
const sheetOf = (html: string): string => /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? ''

/** Gives a document its styles, and takes the addresses from its links: they are made up. */
function dress(shown: Document, { CSSStyleSheet }: Window & typeof globalThis, sheet: string): void {
  const adopted = new CSSStyleSheet()
  adopted.replaceSync(sheet)
  shown.adoptedStyleSheets = [adopted]
  for (const element of shown.querySelectorAll<HTMLElement>(`[${STYLE_ATTRIBUTE}]`)) {
    element.style.cssText = element.getAttribute(STYLE_ATTRIBUTE)!
  }
  for (const link of shown.querySelectorAll('a')) link.removeAttribute('href')
}
