import { ArrowLeft } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import type { LetterDescription } from '../../../../contract/api/decisions.ts'
import type { EmailKindDescription, EmailPreview } from '../../../../contract/api/activity.ts'
import { EMAILS } from '../../../../contract/rules/site/email-kinds.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { STYLE_ATTRIBUTE, withoutStyles } from '../../../ui/rich-text/paste/source.ts'

/** All kinds of email that the journal sends. */
export function EmailKinds({ kinds }: { kinds: EmailKindDescription[] }) {
  return (
    <section aria-labelledby="emails">
      <h2 id="emails">Emails</h2>
      <p className="muted lead-in">
        These emails are sent automatically. To change what one says, edit its file and restart the journal.
      </p>
      <DataTable
        label="Kinds of email"
        columns={KIND_COLUMNS}
        rows={kinds.map((each) => ({ id: each.kind, ...each }))}
      />
    </section>
  )
}

const KIND_COLUMNS: Column<EmailKindDescription & { id: string }>[] = [
  {
    head: 'Email',
    className: 'ttl',
    cell: ({ kind, name, file }) => (
      <>
        <Link className="email-kind" to={previewAddress(kind)}>
          {name}
        </Link>
        <code className="muted small block">{file}</code>
      </>
    ),
  },
  { head: 'To', className: 'fact', cell: ({ to }) => to },
  { head: 'Sent', className: 'fact', cell: ({ when }) => when },
]

/** The letters that decisions are filled with. */
export function Letters({ letters }: { letters: LetterDescription[] }) {
  return (
    <section aria-labelledby="letters">
      <h2 id="letters">Letters</h2>
      <p className="muted lead-in">
        A decision begins with one of these letters, which its editor can change before it is sent. To change what one
        says, edit its file and restart the journal.
      </p>
      <DataTable label="Letters" columns={LETTER_COLUMNS} rows={letters.map((each) => ({ id: each.kind, ...each }))} />
    </section>
  )
}

const LETTER_COLUMNS: Column<LetterDescription & { id: string }>[] = [
  {
    head: 'Letter',
    className: 'ttl',
    cell: ({ kind, name, file }) => (
      <>
        <Link className="email-kind" to={letterAddress(kind)}>
          {name}
        </Link>
        <code className="muted small block">{file}</code>
      </>
    ),
  },
  { head: 'Used', className: 'fact', cell: ({ about }) => about },
]

/** One kind of email as its recipient sees it, with example values. */
export function EmailPreviewed({ preview: { name, to, when, file, subject, text, html } }: { preview: EmailPreview }) {
  return (
    <section className="email-preview" aria-labelledby="email">
      <Link className="btn text pull" to={paths.adminSettings}>
        <ArrowLeft className="ic" aria-hidden="true" />
        All Emails
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
        Sample values; links do not work in this preview. To change the text, edit the file and restart the journal.
      </p>
      <h3>Preview</h3>
      <EmailFrame html={html} title={`Preview: ${name}`} />
      <h3>Plain text</h3>
      <p className="muted small">For email programs that show no HTML.</p>
      <p className="email-text breakable">{text}</p>
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

/** One letter with example values, as an editor gets it. */
export function LetterPreviewed({ letter: { name, about, file, text } }: { letter: LetterDescription }) {
  return (
    <section className="email-preview" aria-labelledby="letter">
      <Link className="btn text pull" to={paths.adminSettings}>
        <ArrowLeft className="ic" aria-hidden="true" />
        All Letters
      </Link>
      <h2 id="letter">{name}</h2>
      <dl className="facts">
        <dt>Used</dt>
        <dd>{about}</dd>
        <dt>File</dt>
        <dd>
          <code>{file}</code>
        </dd>
      </dl>
      <p className="muted small">
        The values are examples. The reports follow below the letter. To change the text, edit the file and restart the
        journal.
      </p>
      <h3>Preview</h3>
      <p className="email-text breakable">{text}</p>
    </section>
  )
}

type Settings =
  | {
      kinds: EmailKindDescription[]
      letters: LetterDescription[]
      funders: { listed: number; loadedAt: string | null }
    }
  | { preview: EmailPreview }
  | { letter: LetterDescription }

/** The address of an email's preview. */
const previewAddress = (kind: string): string => `${paths.adminSettings}?email=${kind}`

/** The address of a letter's preview. */
const letterAddress = (kind: string): string => `${paths.adminSettings}?letter=${kind}`

/** Parses the query: one kind of email (`?email=…`), one letter (`?letter=…`), or the lists of all. */
export async function loadSettings(search: URLSearchParams): Promise<Settings> {
  const kind = search.get('email')
  if (kind !== null && Object.hasOwn(EMAILS, kind)) return { preview: await browserApi.emails.preview({ kind }) }
  const [kinds, letters, funders] = await Promise.all([
    browserApi.emails.kinds(),
    browserApi.decisions.letters(),
    browserApi.funders.list(),
  ])
  const letter = letters.find((each) => each.kind === search.get('letter'))
  return letter ? { letter } : { kinds, letters, funders }
}
