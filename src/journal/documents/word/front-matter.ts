import { isNamed, lineOf } from './nodes.ts'
import type { Part } from './parts.ts'

/** Where the text of an article begins; what comes before is in the article's record already. */
const BEGINNING = /^(?:\d+\.?\s*)?(?:introduction|background)\b/i
const FRONT =
  /^(?:abstract|summary|keywords?|key words|graphical abstract|highlights|key message|authors?|affiliations?)\b/i
const ABSTRACT_PARAGRAPH = /^(?:abstract|keywords?|key words)\s*[:.\u2014-]/i

/** Removes title, authors, abstract and keywords; what is removed is counted in paragraphs. */
export function withoutFront(parts: readonly Part[], title: string): { text: Part[]; leftOut: number } {
  const start = startOf(parts, title)
  return { text: parts.slice(start), leftOut: start }
}

function startOf(parts: readonly Part[], title: string): number {
  const isHeading = (part: Part) => part.kind === 'heading'
  const lineAt = (part: Part) => ('nodes' in part ? lineOf(part.nodes.filter((node) => !isNamed(node, 'img'))) : '')
  const introduction = parts.findIndex((part) => isHeading(part) && BEGINNING.test(lineAt(part)))
  if (introduction >= 0) return introduction
  // Without an introduction: the first heading after the last part of the front matter.
  const early = parts.slice(0, 40)
  const last = early.findLastIndex(
    (part) =>
      isSame(lineAt(part), title) ||
      (isHeading(part) && FRONT.test(lineAt(part))) ||
      (part.kind === 'paragraph' && ABSTRACT_PARAGRAPH.test(lineAt(part))),
  )
  if (last < 0) return 0
  const next = parts.findIndex((part, index) => index > last && isHeading(part))
  const isTitle = isSame(lineAt(parts[last]!), title) || !isHeading(parts[last]!)
  return isTitle ? last + 1 : next < 0 ? last : next
}

const comparable = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const isSame = (line: string, title: string): boolean => line !== '' && comparable(line) === comparable(title)
