import type { ReactNode } from 'react'
import type { Manuscript, ReleasedReport } from '../../../../contract/api/manuscripts.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { DownloadFile } from '../../../ui/download.tsx'
import { Paragraphs, Part } from './part.tsx'

type Letter = Manuscript['letters'][number]

/** A letter of decision. */
export function LetterPart({ letter }: { letter: Letter }) {
  return (
    <Part title="The editor’s letter" aside={<span className="muted small">{longDate(letter.on)}</span>}>
      <Paragraphs text={letter.letter} className="ms-letter" />
    </Part>
  )
}

/** What one reviewer wrote for the authors; `reply` stands below it. */
export function ReportText({ report, reply }: { report: ReleasedReport; reply?: ReactNode }) {
  const { label, text, answers, file } = report
  return (
    <article className="ms-report">
      <h3>Reviewer {label}</h3>
      <Paragraphs text={text} />
      {answers.length > 0 && (
        <details>
          <summary>Answers to the journal’s questions</summary>
          <dl>
            {answers.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {file && <DownloadFile file={file}>{file.name}</DownloadFile>}
      {reply}
    </article>
  )
}

/** Reports that are only read. */
export function ReportsPart({ reports }: { reports: ReleasedReport[] }) {
  if (!reports.length) return null
  return (
    <Part title="Reports">
      {reports.map((report) => (
        <ReportText key={report.label} report={report} />
      ))}
    </Part>
  )
}

/** Letters before the last one, closed. */
export function EarlierLetters({ letters }: { letters: Letter[] }) {
  if (!letters.length) return null
  return (
    <Part title="Earlier letters">
      {letters.map((letter) => (
        <details key={letter.on + letter.kind} className="ms-earlier">
          <summary>{longDate(letter.on)}</summary>
          <Paragraphs text={letter.letter} className="ms-letter" />
          {letter.reports.map((report) => (
            <ReportText key={report.label} report={report} />
          ))}
        </details>
      ))}
    </Part>
  )
}
