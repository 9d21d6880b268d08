import type { PublicArticle } from '../../../../contract/api/articles.ts'
import { repeatsAbstract } from '../../../../contract/rules/articles/repeats-abstract.ts'
import { htmlTree } from '../../../../platform/html/tree.ts'
import { element, type Xml, type XmlContent } from '../../../../platform/xml.ts'
import { blocksOf, type Block } from './blocks.ts'
import { markedText } from './inline.ts'

/** The abstract, and beside it the key message where it says something of its own. */
export function abstracts({ abstract, excerpt }: Pick<PublicArticle, 'abstract' | 'excerpt'>): Xml[] {
  const main = sections(blocksOf(htmlTree(abstract)))
  const keyMessage = repeatsAbstract(excerpt, abstract) ? null : element('p', {}, markedText(excerpt))
  return [
    ...(main.length ? [element('abstract', {}, main)] : []),
    ...(keyMessage ? [element('abstract', { 'abstract-type': 'teaser' }, keyMessage)] : []),
  ]
}

interface Section {
  level: number
  content: XmlContent[]
}

/** Paragraphs under the headings above them, and smaller headings within larger ones. */
function sections(blocks: readonly Block[]): XmlContent[] {
  const open: Section[] = [{ level: 0, content: [] }]
  const closeTo = (level: number) => {
    while (open.at(-1)!.level >= level) {
      const { content } = open.pop()!
      open.at(-1)!.content.push(element('sec', {}, content))
    }
  }
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      open.at(-1)!.content.push(block.xml)
      continue
    }
    closeTo(block.level)
    open.push({ level: block.level, content: [element('title', {}, block.title)] })
  }
  closeTo(1)
  return open[0]!.content
}
