import type { Element } from '@xmldom/xmldom'
import { attribute, at, child, children, descendants, nodesOf, rawText, addAll } from '../model/nodes.ts'
import { backMatter } from './back-matter.ts'
import type { Piece } from './parts.ts'
import { plainText } from './plain.ts'
import type { Rendering } from './rendering.ts'
import { sectionItems, type Heading, type SectionOptions } from './sections.ts'
import { idAttr, text, headingTag } from './write.ts'

/** Titles of reviews and replies that have none. */
const TITLES: [kind: RegExp, title: string][] = [
  [/decision|editor/i, 'Decision letter'],
  [/reply|response/i, 'Author response'],
  [/review|referee/i, 'Review'],
  [/translation/i, 'Translation'],
]

/** Reviews, replies and other texts below the article, each a section with its authors. */
export function subArticle(element: Element, rendering: Rendering, options: SectionOptions): Piece {
  const front = child(element, 'front-stub', 'front')
  const meta = child(front, 'article-meta') ?? front
  const titled = at(meta, 'title-group', 'article-title')
  const kind = `${attribute(element, 'article-type')} ${attribute(element, 'response-type')}`
  const plain =
    (titled && plainText(nodesOf(titled))) || (TITLES.find(([pattern]) => pattern.test(kind))?.[1] ?? 'Comment')
  const html = titled ? rendering.inlineOf(titled) || text(plain) : text(plain)
  const id = rendering.ids.of(element)
  const heading: Heading = { id, number: '', title: text(plain), sections: [] }
  options.headings.push(heading)
  const inner = { ...options, headings: heading.sections }
  rendering.top = plain
  rendering.place = { id, label: plain }
  const tag = headingTag(rendering.level)
  const people = authorsOf(meta)
  const items: (string | Piece)[] = people ? [`<p class="sub-by">${people}</p>`] : []
  rendering.level++
  const body = child(element, 'body')
  if (body) addAll(items, sectionItems(body, rendering, inner))
  addAll(items, backMatter(children(child(element, 'back')), rendering, inner))
  addAll(
    items,
    children(element, 'sub-article', 'response').map((one) => subArticle(one, rendering, inner)),
  )
  rendering.level--
  const idMark = rendering.id(element)
  const named = rendering.level === 2 ? ` aria-labelledby="${id}-h"` : ''
  const title = `<${tag}${idAttr(`${id}-h`)}>${html}</${tag}>`
  return {
    open: `<section${idMark} class="sub"${named}>${title}`,
    again: `<section class="sub again"><${tag}>${html} <span class="again-t">continued</span></${tag}>`,
    close: '</section>',
    items,
  }
}

function authorsOf(meta: Element | undefined): string {
  const names = children(meta, 'contrib-group').flatMap((group) =>
    children(group, 'contrib').map((person) => {
      const name = child(person, 'name', 'string-name') ?? descendants(person, 'name', 'string-name')[0]
      const words = name
        ? [child(name, 'given-names'), child(name, 'surname')].map(rawText).filter(Boolean).join(' ') || rawText(name)
        : rawText(child(person, 'collab', 'anonymous'))
      const role = rawText(child(person, 'role'))
      return [words || 'Anonymous', role].filter(Boolean).join(', ')
    }),
  )
  return text(names.join('; '))
}
