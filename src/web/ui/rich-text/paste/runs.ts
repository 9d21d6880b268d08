import { escapeText } from '../../../../contract/rules/text/escape.ts'
import { tagsOf, type Marks } from './marks.ts'

/** Inline content. */
export type Run = { kind: 'text'; text: string; marks: Marks } | { kind: 'break' } | { kind: 'picture'; html: string }

const isSpace = (run: Run | undefined): boolean =>
  run?.kind === 'break' || (run?.kind === 'text' && run.text.trim() === '')

/** The HTML of a line, trimmed; empty for a blank one. */
export function htmlOfRuns(runs: readonly Run[], inHeading: boolean): string {
  const isFilled = (run: Run) => !isSpace(run)
  const line = runs.slice(Math.max(0, runs.findIndex(isFilled)), runs.findLastIndex(isFilled) + 1)

  let html = ''
  let open: [string, string][] = []
  const turnTo = (tags: [string, string][]) => {
    const shared = open.findIndex(([tag], index) => tag !== tags[index]?.[0])
    const kept = shared === -1 ? open.length : shared
    for (const [, close] of open.slice(kept).reverse()) html += close
    for (const [tag] of tags.slice(kept)) html += tag
    open = tags
  }

  let spaced = true
  line.forEach((run, index) => {
    if (run.kind === 'text') {
      let { text } = run
      if (spaced) text = text.replace(/^ +/, '')
      if (index === line.length - 1) text = text.trimEnd()
      if (index === 0) text = text.trimStart()
      if (text === '') return
      turnTo(tagsOf(run.marks, inHeading))
      html += escapeText(text)
      spaced = text.endsWith(' ')
    } else {
      turnTo([])
      html += run.kind === 'break' ? '<br>' : run.html
      spaced = run.kind === 'break'
    }
  })
  turnTo([])
  return html
}
