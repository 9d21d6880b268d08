import type { Block } from '../jats/read/blocks.ts'
import type { JatsBody } from '../jats/read/body.ts'
import { plainText, type Run } from '../jats/model/runs.ts'
import { figure } from './figure.ts'
import type { Pictures } from './pictures.ts'
import { colours, full, main, side, styles, type Sheet, type Structure } from './sheet.ts'
import { tableBlock } from './table.ts'
import { words } from './words.ts'

/** Space before a first-level heading, and the lines that must follow it on its page. */
const SECTION_GAP = 15
const INDENT = 14

/** The text of an article. A paragraph after a paragraph is indented, the first of a section is not. */
export function blocks(sheet: Sheet, all: Block[], pictures: Pictures = new Map()): void {
  for (const [index, block] of all.entries()) {
    const before = all[index - 1]
    switch (block.kind) {
      case 'heading':
        heading(sheet, block.level, block.runs, before?.kind === 'heading')
        break
      case 'paragraph':
        paragraph(sheet, block.runs, before !== undefined && before.kind === 'paragraph')
        break
      case 'quote':
        sheet.y += 5
        sheet.element('BlockQuote', () =>
          sheet.flow(sheet.compose(block.runs, styles.quote, main.width - 2 * INDENT), main.x + INDENT, styles.quote),
        )
        sheet.y += 5
        break
      case 'formula':
        formula(sheet, block)
        break
      case 'list':
        list(sheet, block.items, block.ordered)
        break
      case 'figure':
        figure(sheet, block, pictures)
        break
      case 'table':
        tableBlock(sheet, block.table)
    }
  }
}

function heading(sheet: Sheet, level: number, runs: Run[], afterHeading: boolean): void {
  if (level === 1) return sideHeading(sheet, runs)
  const style = level === 2 ? styles.subheading : styles.minorHeading
  const lines = sheet.compose(runs, style, main.width)
  sheet.need(lines.length * style.leading + 3 * styles.body.leading)
  if (!afterHeading) sheet.y += level === 2 ? 9 : 6
  sheet.element(`H${Math.min(level + 1, 6)}`, () => sheet.flow(lines, main.x, style))
  sheet.y += level === 2 ? 2 : 0
}

/** A first-level heading hangs in the side column, next to the first line of its section. */
function sideHeading(sheet: Sheet, runs: Run[]): void {
  const style = styles.heading
  const lines = sheet.compose(runs, style, side.width)
  const height = lines.length * sheet.leading(style)
  sheet.need(SECTION_GAP + Math.max(height, 3 * styles.body.leading))
  const atTop = sheet.y <= sheet.sideBottom && sheet.sideBottom <= 80
  if (!atTop) sheet.y = Math.max(sheet.y + SECTION_GAP, sheet.sideBottom + 6)
  const top = sheet.y
  sheet.document.outline.addItem(plainText(runs))
  if (!atTop) sheet.artifact(() => sheet.rule(full.x, top - SECTION_GAP / 2, full.width, colours.line, 0.4))
  sheet.element('H2', () => sheet.lines(lines, side.x, top + 0.7, style))
  sheet.sideBottom = top + height
}

function paragraph(sheet: Sheet, runs: Run[], indented: boolean): void {
  const style = styles.body
  // The indent is a space of its own, so that line breaking takes it into account.
  const lines = sheet.compose(
    indented ? [{ text: '\u00a0\u00a0\u00a0\u00a0', marks: [] }, ...runs] : runs,
    style,
    main.width,
  )
  sheet.element('P', () => sheet.flow(lines, main.x, style))
}

function formula(sheet: Sheet, { id, runs, label }: Extract<Block, { kind: 'formula' }>): void {
  const lines = sheet.compose(runs, { ...styles.body, justified: false }, main.width - 2 * INDENT - 20)
  const [number] = sheet.compose(words(label), styles.body, 60)
  sheet.y += 4
  sheet.need(lines.length * styles.body.leading)
  sheet.target(id)
  const spoken = [plainText(runs), label].filter(Boolean).join(' ')
  sheet.group('P', (p) => {
    sheet.element(
      'Formula',
      () => {
        if (number) sheet.line(number, main.x + main.width - number.width, sheet.y, styles.body)
        sheet.flow(lines, main.x + INDENT, styles.body)
      },
      p,
      { alt: spoken },
    )
  })
  sheet.y += 4
}

function list(sheet: Sheet, items: Run[][], ordered: boolean): void {
  const style = { ...styles.body, justified: false }
  sheet.y += 3
  sheet.group('L', (group) => {
    for (const [index, runs] of items.entries()) {
      const lines = sheet.compose(runs, style, main.width - INDENT - 4)
      const [mark] = sheet.compose(words(ordered ? `${index + 1}.` : '•'), style, INDENT)
      sheet.need(Math.min(lines.length, 2) * style.leading)
      item(
        sheet,
        group,
        () => mark && sheet.line(mark, main.x + 2, sheet.y, style),
        () => sheet.flow(lines, main.x + INDENT + 4, style),
      )
    }
  })
  sheet.y += 3
}

/** An entry of a list: its number or mark, and its text. */
function item(sheet: Sheet, list: Structure, mark: (() => void) | null, text: () => void): void {
  sheet.group(
    'LI',
    (entry) => {
      if (mark) sheet.element('Lbl', mark, entry)
      sheet.element('LBody', text, entry)
    },
    list,
  )
}

export function references(sheet: Sheet, entries: JatsBody['references']): void {
  const kept = entries.filter((entry) => entry.runs.length)
  if (!kept.length) return
  sideHeading(sheet, words('References'))
  const style = styles.reference
  const numbered = kept.some((entry) => entry.label)
  const indent = numbered ? 20 : 12
  sheet.group('L', (group) => {
    for (const { id, label, runs } of kept) {
      const lines = sheet.compose(runs, style, main.width - indent)
      const [number] = numbered ? sheet.compose(words(label), style, indent) : []
      sheet.need(Math.min(4, lines.length) * style.leading)
      sheet.target(id)
      item(sheet, group, number ? () => sheet.line(number, main.x, sheet.y, style) : null, () => {
        // Without a number, a hanging indent.
        const [first, ...rest] = numbered ? [] : lines
        if (first) sheet.flow([first], main.x, style)
        sheet.flow(numbered ? lines : rest, main.x + indent, style)
      })
      sheet.y += 2.4
    }
  })
}
