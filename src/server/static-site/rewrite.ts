import { escapeAttribute } from '../../contract/domain/escape.ts'
import { decodeEntities } from '../../contract/domain/inline-markup.ts'

/** Where a reference leads in the copy. */
export type Resolve = (reference: string) => string

const TAG = /<([a-z][a-z0-9-]*)((?:\s+[^\s=>"'/]+(?:="[^"]*")?)*)\s*(\/?)>/gi
const ATTRIBUTE = /\s+([^\s=>"'/]+)="([^"]*)"/g
const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/gi
const FORM = /<form\b[^>]*>[\s\S]*?<\/form>/gi
const BUTTON = /<button\b[^>]*>[\s\S]*?<\/button>/gi
/** A button that the browser itself acts on. */
const OPENS_ALONE = /^<button\b[^>]*\bpopovertarget=/i
const COPIED_LINKS = /\brel="(?:stylesheet|icon|apple-touch-icon)"/

/** The references of a page or of a style sheet, to be copied as well. */
export const referencesIn = (html: string): string[] => {
  const found: string[] = []
  rewritePage(html, { note: '', online: (reference) => reference, resolve: (reference) => (found.push(reference), '') })
  return found
}

/**
 * A page that opens from a disk: references are relative, and what needs a server or a script is left out. `note`
 * takes the place of forms; `online` gives the address on the journal's own site.
 */
export function rewritePage(
  html: string,
  { note, online, resolve }: { note: string; online: Resolve; resolve: Resolve },
): string {
  const plain = html
    .replace(SCRIPT, (script) => (/type="application\/ld\+json"/.test(script.slice(0, 200)) ? script : ''))
    .replace(FORM, note)
    .replace(BUTTON, (button) => (OPENS_ALONE.test(button) ? button : ''))
    .replace(/<\/?noscript>/gi, '')
  return plain.replace(TAG, (_tag, name: string, attributes: string, slash: string) => {
    const isLink = name.toLowerCase() === 'link'
    if (isLink && /\brel="(?:modulepreload|preload|manifest|search)"/.test(attributes)) return ''
    const isCopied = !isLink || COPIED_LINKS.test(attributes)
    return `<${name}${attributesOf(attributes, isCopied ? resolve : online)}${slash}>`
  })
}

const attributesOf = (attributes: string, resolve: Resolve): string =>
  attributes.replace(ATTRIBUTE, (whole, name: string, value: string) => {
    const key = name.toLowerCase()
    if (key === 'srcset' || key === 'imagesrcset')
      return ` ${name}="${escapeAttribute(sourcesOf(decodeEntities(value), resolve))}"`
    if (key !== 'href' && key !== 'src' && key !== 'poster') return whole
    const reference = decodeEntities(value)
    // Places within the page, and what is not fetched from anywhere.
    return /^(?:#|data:|mailto:|tel:|$)/i.test(reference) ? whole : ` ${name}="${escapeAttribute(resolve(reference))}"`
  })

/** `a.avif 320w, b.avif 640w` */
const sourcesOf = (list: string, resolve: Resolve): string =>
  list
    .split(/,\s+/)
    .map((source) => source.trim().split(/\s+/))
    .map(([reference = '', ...size]) => [resolve(reference), ...size].join(' '))
    .join(', ')

const URL_IN_STYLES = /url\(\s*(["']?)([^"')]+)\1\s*\)/gi

export const rewriteStyles = (css: string, resolve: Resolve): string =>
  css.replace(URL_IN_STYLES, (whole, _quote: string, reference: string) =>
    /^(?:data:|#)/i.test(reference) ? whole : `url("${resolve(reference)}")`,
  )

export const referencesInStyles = (css: string): string[] => {
  const found: string[] = []
  rewriteStyles(css, (reference) => (found.push(reference), ''))
  return found
}
