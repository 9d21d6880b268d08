import { useEffect, useMemo, useRef } from 'react'
import { STYLE_ATTRIBUTE, withoutStyles } from '../../../ui/rich-text/paste/source.ts'

/**
 * Shows an email in a frame of its own that runs no scripts. The frame is under the page's
 * Content-Security-Policy, which refuses styles in a document: they are taken out of its source, and set by
 * script, which the policy allows.
 */
export function EmailFrame({ html, title }: { html: string; title: string }) {
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
