import type { ManuscriptText } from '../../contract/api/manuscript-text.ts'
import { TextLook } from './text-look.tsx'

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
