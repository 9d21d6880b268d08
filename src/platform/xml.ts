import { escapeAttribute } from '../contract/rules/text/plain-text.ts'

/** Serialised XML. Only this file creates it, so text can never be mistaken for markup. */
export class Xml {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

/** What may stand in an element. */
export type XmlContent = Xml | string | null | undefined | readonly XmlContent[]

/** An element. Text in it is escaped; null or undefined attributes and content are left out. */
export function element(
  name: string,
  attributes: Record<string, string | null | undefined> = {},
  ...content: XmlContent[]
): Xml {
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === null || value === undefined ? '' : ` ${key}="${escapeXml(value)}"`))
    .join('')
  const inner = content.map(sourceOf).join('')
  return new Xml(inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`)
}

/** The same with a namespace's prefix on every element. All markup in it begins with `<`: text has none left. */
export const withPrefix = (prefix: string, { source }: Xml): Xml =>
  new Xml(source.replace(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}:`))

export const xmlDocument = (root: Xml, { doctype = '' } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}${doctype && '\n'}${root.source}\n`

function sourceOf(content: XmlContent): string {
  if (content === null || content === undefined) return ''
  if (content instanceof Xml) return content.source
  return typeof content === 'string' ? escapeXml(content) : content.map(sourceOf).join('')
}

// XML 1.0 does not allow these characters, escaped or not: a single one makes a document unreadable.
const FORBIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const escapeXml = (text: string): string => escapeAttribute(text.replace(FORBIDDEN, ''))
