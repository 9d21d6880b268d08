import {
  piecesHtml,
  titlePieces,
  typedMarkup,
  type TitleMark,
  type TitlePiece,
} from '../../../contract/domain/inline-markup.ts'

const MARK_OF: Record<string, TitleMark> = { I: 'i', EM: 'i', SUB: 'sub', SUP: 'sup' }
const BLOCKS = new Set('P DIV LI H1 H2 H3 BLOCKQUOTE BR'.split(' '))

/** Line breaks and tabs as spaces; spaces stay, since somebody is just typing them. */
export const withoutBreaks = (text: string): string => text.replace(/[\t\r\n\u2028\u2029]+/g, ' ')

/** Nothing for a line without a word. */
export const lineMarkup = (pieces: readonly TitlePiece[]): string =>
  pieces.every(({ text }) => text.trim() === '') ? '' : piecesHtml(pieces)

/** The text under a node of the document with the marks that a line can have. */
export function piecesIn(node: Node, marks: TitleMark[] = []): TitlePiece[] {
  return [...node.childNodes].flatMap((child) => {
    if (child instanceof Text) return [{ text: withoutBreaks(child.data), marks }]
    const mark = MARK_OF[child.nodeName]
    const inside = piecesIn(child, mark && !marks.includes(mark) ? [...marks, mark] : marks)
    return BLOCKS.has(child.nodeName) ? [...inside, { text: ' ', marks: [] }] : inside
  })
}

/** Shows a line in an element that has no editor yet. */
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

/** What has been written in an element that has no editor yet. */
export function writtenMarkup(element: HTMLElement): string {
  const pieces = piecesIn(element)
  const markup = lineMarkup(pieces)
  return pieces.some(({ marks }) => marks.length) ? markup : markup && typedMarkup(element.textContent)
}

/** Where the selection of the document begins and ends, in characters of the line; null when it is elsewhere. */
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
