import { withItalics } from '../../../../contract/rules/text/latin-names.ts'
import { TitleText } from '../../../ui/title-text.tsx'
import type { ReactNode } from 'react'
import type { Manuscript, ReleasedReport } from '../../../../contract/api/manuscripts.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { DownloadFile } from '../../../ui/download.tsx'
import { ReportAnswers } from '../../../ui/report-answers.tsx'
import { Section } from '../../../ui/section.tsx'

type Letter = Manuscript['letters'][number]
type Names = Pick<Manuscript, 'latinNames'>

/** A letter of decision. */
export function LetterPart({ letter, latinNames }: { letter: Letter } & Names) {
  return (
    <Section title="The editor’s letter" aside={<span className="muted small">{longDate(letter.on)}</span>}>
      <Paragraphs text={letter.letter} latinNames={latinNames} />
      <Files files={letter.files} />
    </Section>
  )
}

function Files({ files }: { files: Letter['files'] }) {
  return files.map((file) => (
    <p key={file.url}>
      <DownloadFile file={file}>{file.name}</DownloadFile>
    </p>
  ))
}

/** What one reviewer wrote for the authors; `reply` stands below it. */
export function ReportText({ report, latinNames, reply }: { report: ReleasedReport; reply?: ReactNode } & Names) {
  const { label, text, answers, files } = report
  return (
    <article className="ms-report">
      <h3>Reviewer {label}</h3>
      <Paragraphs text={text} latinNames={latinNames} />
      <ReportAnswers answers={answers} />
      <Files files={files} />
      {reply}
    </article>
  )
}

/** Reports that are only read. */
export function ReportsPart({ reports, latinNames }: { reports: ReleasedReport[] } & Names) {
  if (!reports.length) return null
  return (
    <Section title="Reports">
      {reports.map((report) => (
        <ReportText key={report.label} report={report} latinNames={latinNames} />
      ))}
    </Section>
  )
}

/** Letters before the last one, closed. */
export function EarlierLetters({ letters, latinNames }: { letters: Letter[] } & Names) {
  if (!letters.length) return null
  return (
    <Section title="Earlier letters">
      {letters.map((letter) => (
        <details key={letter.on + letter.kind}>
          <summary>{longDate(letter.on)}</summary>
          <Paragraphs text={letter.letter} latinNames={latinNames} />
          <Files files={letter.files} />
          {letter.reports.map((report) => (
            <ReportText key={report.label} report={report} latinNames={latinNames} />
          ))}
        </details>
      ))}
    </Section>
  )
}

/** Plain text of several paragraphs; these Latin names are in italics. */
export function Paragraphs({ text, latinNames = [] }: { text: string; latinNames?: readonly string[] }) {
  return (
    <div className="letter">
      {text.split(/\n[ \t]*\n/).map((paragraph, index) => (
        <p key={index}>
          <TitleText title={withItalics(paragraph.trim(), latinNames)} />
        </p>
      ))}
    </div>
  )
}
