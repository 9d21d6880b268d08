import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { DecisionLetter } from '../../../../../contract/rules/peer-review/decision-letter.ts'

const isWide = () => window.matchMedia('(min-width: 60.01rem)').matches

/** The very letter that the authors will get. On small screens it opens on request. */
export function LetterPreview({ subject, letter }: { subject: string; letter: DecisionLetter | null }) {
  const [open, setOpen] = useState(isWide)
  return (
    <details
      className="decision-seen"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      aria-label="What the authors will see"
    >
      <summary>
        <h2>
          <Eye className="ic" aria-hidden="true" />
          What the authors will see
        </h2>
      </summary>
      {letter ? (
        <article className="decision-letter" aria-label="The letter">
          <p className="decision-subject">
            <span>Subject</span> {subject}
          </p>
          <Paragraphs all={letter.paragraphs} />
          {letter.reports.length > 0 && <hr />}
          {letter.reports.map(({ heading, paragraphs, notes }, index) => (
            <section key={index}>
              <h3>{heading}</h3>
              <Paragraphs all={paragraphs} />
              {notes.map((note) => (
                <p key={note} className="decision-note">
                  {note}
                </p>
              ))}
            </section>
          ))}
        </article>
      ) : (
        <p className="muted">Choose a decision to see its letter.</p>
      )}
      <p className="hint">
        Not added: reviewers’ names, dates, recommendations and what they wrote to you alone. The letter and the reports
        go word for word, with whatever is written in them.
      </p>
    </details>
  )
}

const Paragraphs = ({ all }: { all: string[][] }) =>
  all.map((lines, index) => (
    <p key={index} className="decision-lines">
      {lines.join('\n')}
    </p>
  ))
