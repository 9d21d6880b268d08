/** The subset of the DOM that is used, so that tests can substitute another implementation. */
export interface Source {
  nodeType: number
  nodeName: string
  nodeValue: string | null
  firstChild: Source | null
  nextSibling: Source | null
  getAttribute?(name: string): string | null
}

export const isText = (node: Source): boolean => node.nodeType === 3
export const isElement = (node: Source): boolean => node.nodeType === 1
export const nameOf = (node: Source): string => node.nodeName.toLowerCase()
export const attribute = (node: Source, name: string): string => node.getAttribute?.(name) ?? ''

export function childrenOf(node: Source): Source[] {
  const children: Source[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

/** The attribute to which `withoutStyles` renames style attributes. */
export const STYLE_ATTRIBUTE = 'data-pasted-style'

export type Style = ReadonlyMap<string, string>

/**
 * The declarations of an element's style attribute. Parsed from its text, because the Content-Security-Policy
 * prevents the browser from doing so.
 */
export function styleOf(node: Source): Style {
  const style = new Map<string, string>()
  for (const declaration of attribute(node, STYLE_ATTRIBUTE).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0) style.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim())
  }
  return style
}

const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
// An unclosed one extends to the end, as in browsers.
const STYLE_SHEET = /<style[\s>][\s\S]*?(?:<\/style\s*>|$)/gi

/**
 * The Content-Security-Policy blocks style attributes and event handlers even in a document that is never
 * displayed, and reports each one: they are renamed before the text is parsed, and style sheets are removed.
 */
export const withoutStyles = (html: string): string =>
  html
    .replace(STYLE_SHEET, '')
    .replace(TAG, (tag) =>
      tag
        .replace(/([\s"'])style(?=\s*=)/gi, `$1${STYLE_ATTRIBUTE}`)
        .replace(/([\s"'/])(?=on[a-z]+\s*=)/gi, '$1data-pasted-'),
    )
