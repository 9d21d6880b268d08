import type { Document } from '@xmldom/xmldom'
import { at, attribute, child, children, descendants, rawText } from '../jats/nodes.ts'
import { referenceRuns } from '../jats/references.ts'
import { plainText } from '../jats/runs.ts'
import { REFERENCE_DOI, REFERENCE_TEXT_MAX, REFERENCES_MAX, type Reference } from './reference.ts'

/** The bibliography of a JATS file. */
export function referencesOf(document: Document): Reference[] {
  const back = at(document.documentElement!, 'back')
  const lists = back ? descendants(back, 'ref-list') : []
  // A list within a list is read with the outer one.
  const entries = new Set(lists.flatMap((list) => descendants(list, 'ref')))
  return [...entries].slice(0, REFERENCES_MAX).flatMap((entry) => {
    const doi = doiOf(entry)
    const text = plainText(referenceRuns(entry)).slice(0, REFERENCE_TEXT_MAX).trim()
    return doi === null && text === '' ? [] : [{ doi, text }]
  })
}

function doiOf(entry: Parameters<typeof children>[0]): string | null {
  const citations = children(child(entry, 'citation-alternatives') ?? entry)
  const [id] = citations
    .flatMap((citation) => descendants(citation, 'pub-id'))
    .filter((one) => attribute(one, 'pub-id-type') === 'doi')
  const doi = rawText(id).replace(/^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)/i, '')
  return REFERENCE_DOI.test(doi) ? doi : null
}
