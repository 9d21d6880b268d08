import type { Document, Element } from '@xmldom/xmldom'
import { NewNames, Permits, Vouchers } from '../../../../contract/api/declared-material.ts'
import {
  ipniUrl,
  type Material,
  NAME_ACTS,
  PERMIT_KINDS,
  PLACE_WITHHELD,
} from '../../../../contract/rules/articles/declared-material.ts'
import { element, type Xml } from '../../../../platform/xml.ts'
import { at, attribute, children, descendants, rawText } from './nodes.ts'
import { webAddress } from '../write/abstract.ts'
import { BY_THE_RECORD } from './statements.ts'

/**
 * Vouchers, permits and new names as sections after the text: readable as they are, with each fact in a `named-content` by its
 * term of Darwin Core, where it has one.
 */
export const writeMaterial = ({
  vouchers = [],
  permitDetails = [],
  newNames = [],
}: {
  [Part in keyof Material]?: Material[Part] | undefined
}): Xml[] => [
  ...section('vouchers', vouchers, (voucher) => [
    fact('taxon', voucher.taxon),
    ': ',
    fact('collector', voucher.collector),
    ' ',
    fact('number', voucher.number),
    ' (',
    fact('herbarium', voucher.herbarium),
    ')',
    ...after(', ', fact('typeStatus', voucher.typeStatus)),
    ...after(', ', fact('country', voucher.country)),
    ...after(', ', fact('locality', voucher.locality)),
    ...after(', barcode ', fact('barcode', voucher.barcode)),
    ...after(', ', fact('uri', voucher.uri)),
    ...(voucher.sensitive ? after('. ', fact('sensitive', PLACE_WITHHELD)) : []),
  ]),
  ...section('permitDetails', permitDetails, (permit) => [
    fact('authority', permit.authority),
    ', ',
    fact('kind', permit.kind, PERMIT_KINDS[permit.kind].words),
    ' ',
    fact('number', permit.number),
    ', ',
    fact('country', permit.country),
    ', ',
    fact('on', permit.on),
  ]),
  ...section('newNames', newNames, ({ name, act, ipni }) => [
    fact('taxon', name),
    ': ',
    fact('act', act, NAME_ACTS[act].toLowerCase()),
    ...after(', IPNI ', fact('ipni', ipni)),
  ]),
]

/** The kinds of sections, with their titles. */
const SECTIONS = {
  vouchers: { type: 'vouchers', title: 'Vouchers' },
  permitDetails: { type: 'permits', title: 'Permits' },
  newNames: { type: 'new-names', title: 'New names' },
} as const satisfies Record<keyof Material, { type: string; title: string }>

/** Content types. */
const TERMS = {
  taxon: 'dwc:scientificName',
  collector: 'dwc:recordedBy',
  number: 'dwc:recordNumber',
  herbarium: 'dwc:institutional_code',
  typeStatus: 'dwc:typeStatus',
  country: 'dwc:country',
  locality: 'dwc:locality',
  barcode: 'dwc:catalogNumber',
  uri: 'dwc:materialEntityID',
  sensitive: 'dwc:informationWithheld',
  kind: 'permit-type',
  authority: 'permit-authority',
  on: 'permit-date',
  act: 'nomenclatural-act',
  ipni: 'ipni',
} as const
type Fact = keyof typeof TERMS

const section = <R>(part: keyof Material, rows: readonly R[], write: (row: R) => (Xml | string | null)[]): Xml[] =>
  rows.length
    ? [
        element(
          'sec',
          { 'sec-type': SECTIONS[part].type, 'specific-use': BY_THE_RECORD },
          element('title', {}, SECTIONS[part].title),
          element(
            'list',
            { 'list-type': 'simple' },
            rows.map((row) => element('list-item', {}, element('p', {}, ...write(row)))),
          ),
        ),
      ]
    : []

/** `words`: what is read, where it is another than the value, which is kept beside it. */
const fact = (name: Fact, value: string | null, words?: string): Xml | null =>
  value === null
    ? null
    : element(
        'named-content',
        {
          'content-type': TERMS[name],
          ...(words === undefined ? {} : { 'specific-use': value }),
          ...(name === 'ipni' ? { 'xlink:href': ipniUrl(value) } : {}),
          ...(name === 'uri' ? { 'xlink:href': webAddress(value) } : {}),
        },
        words ?? value,
      )

const after = (words: string, what: Xml | null): (Xml | string)[] => (what ? [words, what] : [])

/** The sections that the record has written: the full text need not show them again. */
export const materialSections = (document: Document): Set<Element> =>
  new Set((Object.keys(SECTIONS) as (keyof Material)[]).flatMap((part) => sectionsOf(document, part)))

const sectionsOf = (document: Document, part: keyof Material): Element[] =>
  children(at(document.documentElement!, 'back'), 'sec').filter(
    (one) => attribute(one, 'specific-use') === BY_THE_RECORD && attribute(one, 'sec-type') === SECTIONS[part].type,
  )

/** What the record of another copy has written of these; what the rules of the journal refuse is left out. */
export function readMaterial(document: Document, warnings: string[]): Material {
  const rowsOf = (part: keyof Material) =>
    sectionsOf(document, part)
      .flatMap((one) => descendants(one, 'list-item'))
      .map(factsOf)
  const kept = <T>(
    part: keyof Material,
    schema: { safeParse: (rows: unknown[]) => { data?: T[] } },
    rows: unknown[],
  ) => {
    const found = rows.flatMap((row) => schema.safeParse([row]).data ?? [])
    if (found.length < rows.length) {
      warnings.push(
        `Of the ${SECTIONS[part].title.toLowerCase()} in the file, ${rows.length - found.length} could not be read.`,
      )
    }
    return found
  }
  return {
    vouchers: kept(
      'vouchers',
      Vouchers,
      rowsOf('vouchers').map(({ sensitive, ...row }) => ({ ...row, sensitive: sensitive !== undefined })),
    ),
    permitDetails: kept('permitDetails', Permits, rowsOf('permitDetails')),
    newNames: kept(
      'newNames',
      NewNames,
      rowsOf('newNames').map(({ taxon, ...row }) => ({ ...row, name: taxon })),
    ),
  }
}

function factsOf(item: Element): Partial<Record<Fact, string>> {
  const names = new Map(Object.entries(TERMS).map(([name, term]) => [term as string, name as Fact]))
  return Object.fromEntries(
    descendants(item, 'named-content').flatMap((part) => {
      const name = names.get(attribute(part, 'content-type'))
      return name ? [[name, attribute(part, 'specific-use') || rawText(part)]] : []
    }),
  )
}
