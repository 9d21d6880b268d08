import { use, useEffect, useState } from 'react'
import readingScript from '../../../../site/document/reading/index.ts?worker&url'
import { READING } from '../../../../site/document/reading/event.ts'
import { PageMarkup } from '../../../../ui/page-markup.ts'

/** Where the text is on the page. */
const ID = 'full-text'

/** The text that the server has rendered into this document, when React has taken it over. */
let received: { of: string; html: string } | undefined

/**
 * The full text. The server renders it, but it isn't in the loader data, where it would travel a second time:
 * hydration leaves the server's markup alone, and takes it from the document in case the page is shown again. After
 * a navigation in the browser it comes with the data.
 */
export function TextMarkup({ of, html }: { of: string; html: string }) {
  const rendered = use(PageMarkup)
  const [taken] = useState(() => (html || rendered ? '' : takeText(of)))
  useEffect(() => {
    document.dispatchEvent(new Event(READING))
    return () => void document.dispatchEvent(new Event(READING))
  }, [of])
  return (
    <>
      <script async type="module" src={readingScript} />
      <div
        id={ID}
        className="fulltext"
        dangerouslySetInnerHTML={{ __html: html || rendered || taken }}
        suppressHydrationWarning
      />
    </>
  )
}

function takeText(of: string): string {
  if (received?.of !== of) {
    const html = document.getElementById(ID)?.innerHTML
    if (html) received = { of, html }
  }
  return received?.of === of ? received.html : ''
}
