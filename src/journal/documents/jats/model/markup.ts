import { escapeAttribute, escapeText } from '../../../../contract/rules/text/plain-text.ts'
import type { Mark, Run } from './runs.ts'

/** Outermost first: subscripts and superscripts are nested inside italics. */
const ORDER: Mark[] = ['b', 'i', 'u', 's', 'sc', 'sub', 'sup']

const TITLE_TAGS: Partial<Record<Mark, string>> = { i: 'i', sub: 'sub', sup: 'sup' }
const HTML_TAGS: Partial<Record<Mark, string>> = { b: 'strong', i: 'em', u: 'u', s: 's', sub: 'sub', sup: 'sup' }

/** Inline markup as in titles (contract, inline-markup): three marks, everything else escaped text. */
export const titleMarkup = (runs: Run[]): string =>
  markup(
    runs.map(({ text, marks }) => ({ text, marks })),
    TITLE_TAGS,
  )

export const htmlOf = (runs: Run[]): string => markup(runs, HTML_TAGS)

function markup(runs: Run[], tags: Partial<Record<Mark, string>>): string {
  let html = ''
  const open: string[] = []
  const opened = (tag: string) => tag.split(' ')[0]!
  const closeTo = (depth: number) => {
    while (open.length > depth) html += `</${opened(open.pop()!)}>`
  }
  for (const run of runs) {
    const wanted = [
      ...(run.href === undefined ? [] : [`a href="${escapeAttribute(run.href)}"`]),
      ...ORDER.filter((mark) => run.marks.includes(mark) && tags[mark]).map((mark) => tags[mark]!),
    ]
    let shared = 0
    while (shared < open.length && open[shared] === wanted[shared]) shared++
    closeTo(shared)
    for (const tag of wanted.slice(shared)) {
      html += `<${tag}>`
      open.push(tag)
    }
    html += escapeText(run.text)
  }
  closeTo(0)
  return html
}
