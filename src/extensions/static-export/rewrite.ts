import { escapeAttribute } from '../../contract/rules/text/plain-text.ts'
import { decodeEntities } from '../../contract/rules/text/inline-markup.ts'

/** Where a reference leads in the copy. */
export type Resolve = (reference: string) => string

interface Rewriting {
  /** What takes the place of forms. */
  note: string
  /** The address on the journal's own site. */
  online: Resolve
  resolve: Resolve
}

/** A button that the browser itself acts on. */
const OPENS_ALONE = /\spopovertarget=/i
const COPIED_LINKS = /\srel="(?:stylesheet|icon|apple-touch-icon)"/
const LEFT_OUT_LINKS = /\srel="(?:modulepreload|preload|manifest|search)"/

/** The references of a page, to be copied as well. */
export function referencesIn(html: string): string[] {
  const found: string[] = []
  const collect = (reference: string) => (found.push(reference), '')
  rewritePage(html, { note: '', online: (reference) => reference, resolve: collect })
  return found
}

/**
 * A page that opens from a disk: references are relative, and what needs a server or a script is left out. Reads its
 * input once from left to right.
 */
export function rewritePage(html: string, rewriting: Rewriting): string {
  const ends = new Map<string, number>()
  /** The end of an element; -1 if nothing closes it, which is looked for once. */
  const endOf = (name: string, from: number): number => {
    if (ends.get(name) === -1) return -1
    const at = html.indexOf(`</${name}>`, from)
    ends.set(name, at)
    return at < 0 ? -1 : at + name.length + 3
  }
  let written = ''
  let at = 0
  while (at < html.length) {
    const from = html.indexOf('<', at)
    if (from < 0) break
    written += html.slice(at, from)
    const to = tagEnd(html, from)
    if (to === undefined) return written + html.slice(from)
    at = to
    const tag = html.slice(from, to)
    const name = /^<([a-z][a-z0-9-]*)/i.exec(tag.slice(0, 40))?.[1]?.toLowerCase()
    const instead = name === undefined ? undefined : inPlaceOf(name, tag, rewriting)
    const end = instead === undefined ? -1 : endOf(name!, to)
    if (end >= 0) {
      written += instead
      at = end
    } else written += name === undefined ? (/^<\/?noscript>$/i.test(tag) ? '' : tag) : rewriteTag(name, tag, rewriting)
  }
  return written + html.slice(at)
}

/** Where the tag at `from` ends; the next character if it is none, undefined if the text ends within it. */
function tagEnd(html: string, from: number): number | undefined {
  if (!/[a-z/!]/i.test(html[from + 1] ?? '')) return from + 1
  let quoted = false
  for (let at = from + 1; at < html.length; at++) {
    const character = html[at]
    if (character === '"') quoted = !quoted
    else if (!quoted && character === '>') return at + 1
    else if (!quoted && character === '<') return at
  }
  return undefined
}

/** What is written for a whole element that cannot work; undefined for all others. */
function inPlaceOf(name: string, tag: string, { note }: Rewriting): string | undefined {
  if (name === 'form') return note
  if (name === 'button') return OPENS_ALONE.test(tag) ? undefined : ''
  return name === 'script' && !tag.includes('type="application/ld+json"') ? '' : undefined
}

function rewriteTag(name: string, tag: string, { online, resolve }: Rewriting): string {
  if (name === 'noscript') return ''
  if (name === 'link' && LEFT_OUT_LINKS.test(tag)) return ''
  const isCopied = name !== 'link' || COPIED_LINKS.test(tag)
  return attributesOf(tag, isCopied ? resolve : online)
}

/** The attributes that lead somewhere; a value has no line breaks in our pages, and quotes around it. */
const ATTRIBUTE = /(?<=\s)(href|src|poster|srcset|imagesrcset)="([^"]*)"/gi

const attributesOf = (tag: string, resolve: Resolve): string =>
  tag.replace(ATTRIBUTE, (whole, name: string, value: string) => {
    const text = decodeEntities(value)
    if (/srcset$/i.test(name)) return `${name}="${escapeAttribute(sourcesOf(text, resolve))}"`
    // Places within the page, and what is not fetched from anywhere.
    return /^(?:#|data:|mailto:|tel:|$)/i.test(text) ? whole : `${name}="${escapeAttribute(resolve(text))}"`
  })

/** `a.avif 320w, b.avif 640w` */
const sourcesOf = (list: string, resolve: Resolve): string =>
  list
    .split(', ')
    .map((source) => source.trim().split(' '))
    .map(([reference = '', ...size]) => [resolve(reference), ...size].join(' '))
    .join(', ')

const URL_IN_STYLES = /url\(("[^"()]*"|'[^'()]*'|[^"'()\s]+)\)/gi

export const rewriteStyles = (css: string, resolve: Resolve): string =>
  css.replace(URL_IN_STYLES, (whole, given: string) => {
    const reference = given.replace(/^["']|["']$/g, '')
    return /^(?:data:|#)/i.test(reference) ? whole : `url("${resolve(reference)}")`
  })

export function referencesInStyles(css: string): string[] {
  const found: string[] = []
  rewriteStyles(css, (reference) => (found.push(reference), ''))
  return found
}
