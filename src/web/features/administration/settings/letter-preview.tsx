import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { LetterDescription } from '../../../../contract/api/decisions.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'

/** One letter with example values, as an editor gets it. */
export function LetterPreviewed({ letter: { name, about, file, text } }: { letter: LetterDescription }) {
  return (
    <section className="email-preview" aria-labelledby="letter">
      <Link className="btn text" to={paths.adminSettings}>
        <ArrowLeft className="ic" aria-hidden="true" />
        All letters
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
      <p className="email-text">{text}</p>
    </section>
  )
}
