import type { Element } from '@xmldom/xmldom'
import { MODEL, type AttributeRule } from './model.ts'
import { nameWithPrefix } from './part.ts'

/** What files write instead of a value that JATS knows. */
const MEANT = new Map(
  Object.entries({
    ...{ ref: 'bibr', reference: 'bibr', media: 'supplementary-material', figure: 'fig', equation: 'disp-formula' },
    ...{ 'table-wrap': 'table', appendix: 'app', section: 'sec', supplementary: 'supplementary-material' },
    ...{ 'coi-statment': 'coi-statement', 'conflict-of-interest': 'coi-statement', centre: 'center' },
  }),
)

const KINDS: Record<string, RegExp> = {
  ID: /^[\p{L}_][\p{L}\p{N}_.-]*$/u,
  IDREF: /^\S+$/,
  IDREFS: /^\S+(?:\s+\S+)*$/,
  NMTOKEN: /^[\p{L}\p{N}_.:-]+$/u,
  date: /^\d{4}-\d\d-\d\d$/,
  integer: /^\d{1,9}$/,
  positiveInteger: /^[1-9]\d{0,8}$/,
}
const LANGUAGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i
/** Addresses that lead to something; others, `javascript:` among them, are left out. */
const SCHEME = /^(?:https?|ftp|mailto|tel|doi|urn|info):/i

/** The attributes that an element may have in JATS; null if one is missing that it must have. */
export function attributesOf(element: Element, name: string): Map<string, string> | null {
  const rules = MODEL.get(name)?.attributes
  const kept = new Map<string, string>()
  if (!rules) return kept
  for (const attribute of Array.from(element.attributes)) {
    const key = nameWithPrefix(attribute)
    const rule = key === null ? undefined : rules.get(key)
    if (!key || !rule) continue
    const value = valueOf(key, attribute.value, rule)
    if (value !== null) kept.set(key, value)
    else if (rule.values?.includes('custom') && rules.has('custom-type')) {
      kept.set(key, 'custom')
      kept.set('custom-type', attribute.value)
    }
  }
  const isWhole = [...rules].every(([key, { isNeeded }]) => !isNeeded || kept.has(key))
  return isWhole ? kept : null
}

function valueOf(key: string, text: string, { values, kind }: AttributeRule): string | null {
  if (key === 'xlink:href') return addressOf(text)
  if (key === 'xml:lang') return LANGUAGE.test(text) ? text : null
  // Beside the address nothing of a link is for readers, and each has rules of its own.
  if (key.startsWith('xlink:') && key !== 'xlink:title') return null
  if (key === 'xml:base' || key === 'xml:space') return null
  if (kind === 'anyURI') return addressOf(text)
  const trimmed = text.trim()
  if (values) {
    const said = trimmed.toLowerCase()
    return [trimmed, said, MEANT.get(said) ?? said].find((value) => values.includes(value)) ?? null
  }
  const pattern = kind ? KINDS[kind] : undefined
  return !pattern ? text : pattern.test(trimmed) ? trimmed : null
}

/** An address, or the name of a file, as a URI may be written. */
function addressOf(text: string): string | null {
  const trimmed = text.trim().toWellFormed()
  if (!trimmed || (/^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !SCHEME.test(trimmed))) return null
  const [before, ...fragments] = trimmed.split('#')
  const written = fragments.length ? `${before}#${fragments.join('%23')}` : trimmed
  return written
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^\w.~:/?#@!$&'()*+,;=%-]/gu, (character) => encodeURIComponent(character))
    .replace(/^(?:[^/?#:]*:)?\/\/[^/?#]*/, (authority) => authority.replace(/:(?!\/\/|\d{1,5}$)/g, '%3A'))
}
