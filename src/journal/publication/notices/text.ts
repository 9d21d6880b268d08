import type { NoticeAnswer, NoticeKind } from '../../../contract/rules/articles/notices.ts'
import { escapeText, paragraphsOf } from '../../../contract/rules/text/plain-text.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'
import { sanitiseRichText } from '../../../platform/html/sanitise.ts'
import { loadAnswers } from './rows.ts'

/** What an author has answered, as it is printed. */
export interface PrintedAnswer {
  name: string
  answer: NoticeAnswer | null
  remark: string | null
}

/** The answers to a notice; of remarks only those that may be printed. */
export async function printedAnswers(db: Db, noticeId: string): Promise<PrintedAnswer[]> {
  const answers = await loadAnswers(db, noticeId)
  return answers.map(({ name, answer, remark, may_print }) => ({ name, answer, remark: may_print ? remark : null }))
}

/** A comment and a reply answer no questions. */
const IS_OPINION: readonly NoticeKind[] = ['comment', 'reply']

/** The text of a notice as an article: its answers under their questions, empty ones left out. */
export function abstractOf(notice: NoticeRow, answers: readonly PrintedAnswer[]): string {
  const remarks = answers.flatMap(({ name, remark }) => (remark === null ? [] : [`${name}: “${remark}”`]))
  const opinion = IS_OPINION.includes(notice.kind)
  const parts: [heading: string, text: string][] = [
    [opinion ? '' : 'What is wrong', [sentence(notice.what), notice.details].filter(Boolean).join('\n\n')],
    ['Why', notice.why],
    ['Who found it', notice.found_by],
    ['What it changes', notice.effect],
    ['What we do', notice.action],
    ['Do the authors agree', [notice.agreement ?? '', ...remarks].filter(Boolean).join('\n\n')],
    ['Signed by one editor', notice.urgent_reason ?? ''],
  ]
  const html = parts.flatMap(([heading, text]) =>
    text.trim() === '' ? [] : [`${heading && `<h3>${heading}</h3>`}${paragraphsHtml(text)}`],
  )
  return sanitiseRichText(html.join('\n'))
}

/** Written to go on after 'because'. */
const sentence = (what: string): string =>
  what && `${what[0]!.toUpperCase()}${what.slice(1)}${/[.!?]$/.test(what) ? '' : '.'}`

const paragraphsHtml = (text: string): string =>
  paragraphsOf(text)
    .map((lines) => `<p>${lines.map(escapeText).join('<br />')}</p>`)
    .join('')
