import type { DecisionLetter } from '../../../contract/rules/peer-review/decision-letter.ts'
import { escapeAttribute, oneLine } from '../../../contract/rules/text/plain-text.ts'
import { withItalics } from '../../../contract/rules/text/latin-names.ts'
import { PARAGRAPH, READING, RULE, STRONG, styled } from '../../../platform/email/styles.ts'
import { paragraphsHtml, type Value } from '../../../platform/email/values.ts'

/** A letter with its reports, as a value of an email; these Latin names are in italics. */
export function letterValue({ paragraphs, notes, reports }: DecisionLetter, names: readonly string[] = []): Value {
  const lineHtml = (line: string) => withItalics(line, names)
  const textOf = (all: readonly (readonly string[])[]) => all.map((lines) => lines.join('\n'))
  const noteHtml = (note: string) => `<p style="${styled(PARAGRAPH)}">${escapeAttribute(oneLine(note))}</p>`
  const text = [
    ...textOf(paragraphs),
    ...notes.map(oneLine),
    ...reports.flatMap((report, index) => [
      ...(index === 0 ? ['-----'] : []),
      report.heading,
      ...textOf(report.paragraphs),
      ...report.notes.map(oneLine),
    ]),
  ]
  const html = [
    paragraphsHtml(paragraphs, READING, lineHtml),
    ...notes.map(noteHtml),
    ...reports.flatMap((report, index) => [
      ...(index === 0 ? [`<hr class="hair" style="${styled(RULE)}" />`] : []),
      `<p style="${styled(PARAGRAPH)}"><strong style="${styled(STRONG)}">${escapeAttribute(report.heading)}</strong></p>`,
      paragraphsHtml(report.paragraphs, READING, lineHtml),
      ...report.notes.map(noteHtml),
    ]),
  ]
  return { use: 'paragraphs', text: text.join('\n\n'), html: html.filter(Boolean).join('\n') }
}
