import {
  piecesHtml,
  titlePieces,
  typedMarkup,
  type TitleMark,
  type TitlePiece,
} from '../../../contract/rules/text/inline-markup.ts'

const MARK_OF: Record<string, TitleMark> = { I: 'i', EM: 'i', SUB: 'sub', SUP: 'sup' }
const BLOCKS = new Set('P DIV LI H1 H2 H3 BLOCKQUOTE BR'.split(' '))

/** Replaces line breaks and tabs by spaces; trailing spaces stay, because the person may still be typing. */
export const withoutBreaks = (text: string): string => text.replace(/[\t\r\n\u2028\u2029]+/g, ' ')

/** Empty for a line without words. */
export const lineMarkup = (pieces: readonly TitlePiece[]): string =>
  pieces.every(({ text }) => text.trim() === '') ? '' : piecesHtml(pieces)

/** The text under a DOM node with the marks allowed in a line. */
export function piecesIn(node: Node, marks: TitleMark[] = []): TitlePiece[] {
  return [...node.childNodes].flatMap((child) => {
    if (child instanceof Text) return [{ text: withoutBreaks(child.data), marks }]
    const mark = MARK_OF[child.nodeName]
    const inside = piecesIn(child, mark && !marks.includes(mark) ? [...marks, mark] : marks)
    return BLOCKS.has(child.nodeName) ? [...inside, { text: ' ', marks: [] }] : inside
  })
}

/** Renders a line in an element before the editor is attached. */
export const showMarkup = (element: HTMLElement, markup: string): void =>
  element.replaceChildren(
    ...titlePieces(withoutBreaks(markup)).map(({ text, marks }) =>
      marks.reduceRight<Node>((inner, mark) => {
        const outer = document.createElement(mark)
        outer.append(inner)
        return outer
      }, new Text(text)),
    ),
  )

/** Reads the content of an element before the editor is attached. */
export function writtenMarkup(element: HTMLElement): string {
  const pieces = piecesIn(element)
  const markup = lineMarkup(pieces)
  return pieces.some(({ marks }) => marks.length) ? markup : markup && typedMarkup(element.textContent)
}

/** The selection's start and end, in characters of the line; null if it is elsewhere. */
export function selectionIn(element: HTMLElement): { anchor: number; head: number } | null {
  const selection = window.getSelection()
  if (document.activeElement !== element || !selection?.anchorNode || !selection.focusNode) return null
  const lengthBefore = (node: Node, offset: number) => {
    const before = document.createRange()
    before.selectNodeContents(element)
    before.setEnd(node, offset)
    return before.toString().length
  }
  return {
    anchor: lengthBefore(selection.anchorNode, selection.anchorOffset),
    head: lengthBefore(selection.focusNode, selection.focusOffset),
  }
}
