import { DOMParser, XMLSerializer, type Element } from '@xmldom/xmldom'
import { jatsFaults } from './jats-schema.ts'
import { validatedBy } from './xml-schema.ts'

const DC = 'http://purl.org/dc/elements/1.1/'
const DC_ELEMENTS =
  'title creator subject description publisher contributor date type format identifier source language relation coverage rights'.split(
    ' ',
  )

const envelopeFaults = validatedBy('oai-pmh', 'OAI-PMH.xsd')

/** What is wrong with an answer of the protocol, its envelope and its records; nothing for a valid one. */
export function oaiFaults(xml: string): string[] {
  const faults = envelopeFaults(xml)
  if (faults.length) return faults
  return metadataIn(xml).flatMap((metadata) =>
    metadata.localName === 'dc' ? dcFaults(metadata) : jatsFaultsOf(metadata),
  )
}

/** What each `metadata` holds. */
export const metadataIn = (xml: string): Element[] =>
  Array.from(new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName('metadata')).map(
    ({ firstChild }) => firstChild as Element,
  )

function dcFaults(metadata: Element): string[] {
  const isContainer = metadata.namespaceURI === 'http://www.openarchives.org/OAI/2.0/oai_dc/'
  const children = Array.from(metadata.childNodes) as Element[]
  const odd = children.filter(
    ({ namespaceURI, localName, childNodes, attributes }) =>
      namespaceURI !== DC ||
      !DC_ELEMENTS.includes(localName!) ||
      attributes.length ||
      childNodes.item(0)?.nodeType !== 3,
  )
  return [...(isContainer ? [] : ['no container of Dublin Core']), ...odd.map(({ nodeName }) => `odd: ${nodeName}`)]
}

const jatsFaultsOf = (metadata: Element): string[] =>
  jatsFaults(new XMLSerializer().serializeToString(metadata).replaceAll(' xmlns="http://jats.nlm.nih.gov"', ''))
