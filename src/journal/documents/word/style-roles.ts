import type { Element } from '@xmldom/xmldom'
import { attribute, valueOf } from './word-text.ts'
import { elementsOf, parsePart } from './xml-part.ts'

/** What a paragraph is besides text, with the style that names it in a prepared document. */
export const ROLES = {
  ...{ h1: 'JournalHeading1', h2: 'JournalHeading2', h3: 'JournalHeading3' },
  ...{ h4: 'JournalHeading4', h5: 'JournalHeading5', h6: 'JournalHeading6' },
  ...{ title: 'JournalTitle', caption: 'JournalCaption', quote: 'JournalQuote' },
} as const
export type Role = keyof typeof ROLES

interface Style {
  name: string
  basedOn: string
  level: number | null
}

/** The roles of paragraph styles by their ids, their own or those of the styles that they are based on. */
export function styleRoles(part: Buffer | undefined): Map<string, Role> {
  const styles = part ? readStyles(part) : new Map<string, Style>()
  const roles = new Map<string, Role>()
  for (const id of styles.keys()) {
    const role = roleOf(id, styles)
    if (role) roles.set(id, role)
  }
  return roles
}

/** Longer chains are circles. */
const LONGEST_CHAIN = 20

function roleOf(id: string, styles: Map<string, Style>): Role | undefined {
  let at = styles.get(id)
  for (let steps = 0; at && steps < LONGEST_CHAIN; steps++) {
    // The names of built-in styles are the same in every language.
    const heading = /^heading ([1-6])$/i.exec(at.name)?.[1]
    if (heading) return `h${heading}` as Role
    if (at.level !== null) return at.level < 6 ? (`h${at.level + 1}` as Role) : undefined
    if (/^title$/i.test(at.name)) return 'title'
    if (/^caption$|(?:figure|table)[ _-]?caption/i.test(at.name)) return 'caption'
    if (/^(?:intense )?quote$/i.test(at.name)) return 'quote'
    at = styles.get(at.basedOn)
  }
  return undefined
}

function readStyles(part: Buffer): Map<string, Style> {
  const styles = new Map<string, Style>()
  let style: Style | undefined
  for (const each of elementsOf(parsePart(part).documentElement!)) {
    if (each.localName === 'style') {
      style = attribute(each, 'type') === 'character' ? undefined : { name: '', basedOn: '', level: null }
      if (style) styles.set(attribute(each, 'styleId'), style)
    } else if (style) readProperty(style, each)
  }
  return styles
}

function readProperty(style: Style, property: Element): void {
  if (property.localName === 'name') style.name = valueOf(property)
  else if (property.localName === 'basedOn') style.basedOn = valueOf(property)
  else if (property.localName === 'outlineLvl') style.level = Number(valueOf(property))
}
