import type { DecisionLetter } from '../../../contract/rules/peer-review/decision-letter.ts'
import { escapeAttribute, oneLine } from '../../../contract/rules/text/plain-text.ts'
import { PARAGRAPH, READING, RULE, STRONG, styled } from '../../../platform/email/styles.ts'
import { paragraphsHtml, type Value } from '../../../platform/email/values.ts'

/** A letter with its reports, as a value of an email. */
export function letterValue({ paragraphs, reports }: DecisionLetter): Value {
  const textOf = (all: readonly (readonly string[])[]) => all.map((lines) => lines.join('\n'))
  const text = [
    ...textOf(paragraphs),
    ...reports.flatMap((report, index) => [
      ...(index === 0 ? ['-----'] : []),
      report.heading,
      ...textOf(report.paragraphs),
      ...report.notes.map(oneLine),
    ]),
  ]
  const html = [
    paragraphsHtml(paragraphs, READING),
    ...reports.flatMap((report, index) => [
      ...(index === 0 ? [`<hr class="hair" style="${styled(RULE)}" />`] : []),
      `<p style="${styled(PARAGRAPH)}"><strong style="${styled(STRONG)}">${escapeAttribute(report.heading)}</strong></p>`,
      paragraphsHtml(report.paragraphs, READING),
      ...report.notes.map((note) => `<p style="${styled(PARAGRAPH)}">${escapeAttribute(oneLine(note))}</p>`),
    ]),
  ]
  return { use: 'paragraphs', text: text.join('\n\n'), html: html.filter(Boolean).join('\n') }
}
