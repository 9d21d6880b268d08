import type { Element } from '@xmldom/xmldom'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { escapeAttribute } from '../../../../contract/rules/text/escape.ts'
import { attribute, descendants, rawText } from '../nodes.ts'
import { doiIn, pmcUrl, pubmedUrl } from './links.ts'

export interface ReferenceLink {
  href: string
  name: string
  className?: string
}

/** Which identifiers lead where. */
const KINDS: { types: RegExp; valid: RegExp; link: (id: string) => ReferenceLink }[] = [
  { types: /^doi$/, valid: /^10\.\d{4,9}\/\S+$/, link: (id) => ({ href: doiUrl(id), name: 'DOI' }) },
  { types: /^(?:pmid|pubmed|medline)$/, valid: /^\d{1,9}$/, link: (id) => ({ href: pubmedUrl(id), name: 'PubMed' }) },
  {
    types: /^pmc(?:id)?$/,
    valid: /^(?:PMC)?\d{1,9}$/i,
    link: (id) => ({ href: pmcUrl(id), name: 'Open access', className: 'oa' }),
  },
]

/** The identifiers that become links below an entry, in a fixed order and once each. */
export function referenceLinks(citations: Element[]): ReferenceLink[] {
  const ids = citations.flatMap((citation) => descendants(citation, 'pub-id', 'ext-link', 'object-id').map(identifier))
  return KINDS.flatMap(({ types, valid, link }) => {
    const id = ids.find((one) => types.test(one.type) && valid.test(one.value))
    if (!id) return []
    const found = link(id.value)
    return [{ ...found, href: escapeAttribute(found.href) }]
  })
}

function identifier(element: Element): { type: string; value: string } {
  const type = (attribute(element, 'pub-id-type') || attribute(element, 'ext-link-type')).toLowerCase()
  const raw = element.localName === 'ext-link' ? attribute(element, 'href') || rawText(element) : rawText(element)
  const doi = type === 'doi' || element.localName === 'ext-link' ? doiIn(raw) : undefined
  return doi ? { type: 'doi', value: doi } : { type, value: raw }
}

/** Whether an identifier has a link below its entry, so that its text need not stand in it. */
export function becomesLink(element: Element): boolean {
  const { type, value } = identifier(element)
  return KINDS.some((kind) => kind.types.test(type) && kind.valid.test(value))
}
