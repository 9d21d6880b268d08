import type { ManuscriptText } from '../../contract/api/manuscript-text.ts'
import stylesheet from '../styles/text-look.css?url'

/** A full text as readers will see it, outside of its page. The server has made the HTML. */
export function TextLook({ html, label }: { html: string; label: string }) {
  return (
    <div className="text-look breakable" tabIndex={0} role="region" aria-label={label} onClick={stayHere}>
      <link rel="stylesheet" href={stylesheet} precedence="reading" />
      <div className="fulltext" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  )
}

/** Its links within the text lead to places in it; the address of the page around it stays. */
function stayHere(event: React.MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"], a[href^="?"]') : null
  if (!(link instanceof HTMLAnchorElement)) return
  event.preventDefault()
  const id = decodeURIComponent(link.hash.slice(1))
  const place = id && event.currentTarget.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
  if (place) place.scrollIntoView({ block: 'nearest' })
}

/** The text of a manuscript: as readers would see it if it is a Word document, otherwise its paragraphs. */
export function TextOfFile({ text }: { text: ManuscriptText }) {
  if ('unavailable' in text) return <p className="muted">{text.unavailable}</p>
  if (text.html !== null) return <TextLook html={text.html} label="The whole text" />
  return (
    <>
      {text.paragraphs.map((paragraph, index) =>
        paragraph.style === 'heading' ? <h3 key={index}>{paragraph.text}</h3> : <p key={index}>{paragraph.text}</p>,
      )}
      {text.isShortened && <p className="muted">The text goes on. Download the file to read all of it.</p>}
    </>
  )
}
