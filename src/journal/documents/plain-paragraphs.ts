import type { Paragraph } from './paragraph.ts'
import { plainText } from './plain-text.ts'
import { MOST_CHARACTERS } from './text-result.ts'

/** Lines belong together until an empty one; without empty lines each is a paragraph. */
export function plainParagraphs(content: Buffer): Paragraph[] {
  const lines = plainText(content)
    .slice(0, 2 * MOST_CHARACTERS)
    .split(/\r\n?|\n/)
  const isSpaced = lines.some((line, index) => index < lines.length - 1 && line.trim() === '')
  if (!isSpaced) return lines.map((text) => ({ text, style: 'text' }))
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)!.push(line)
  }
  return paragraphs.map((each) => ({ text: each.join(' '), style: 'text' }))
}
