import { longDate } from '../text/dates.ts'

/** A specimen in a herbarium that an article rests on. */
export interface Voucher {
  taxon: string
  collector: string
  /** The collector's. */
  number: string
  /** By Index Herbariorum. */
  herbarium: string
  barcode: string | null
  uri: string | null
  /** Null where the place is withheld. */
  country: string | null
  locality: string | null
  typeStatus: TypeStatus | null
  /** The plant is protected: readers are not shown where it grows. */
  sensitive: boolean
}

/** A permission to collect, ship or use plants. */
export interface Permit {
  kind: PermitKind
  number: string
  authority: string
  country: string
  /** A day. */
  on: string
}

/** A name that an article publishes under the Code of nomenclature. */
export interface NewName {
  /** With rank and authors. */
  name: string
  act: NameAct
  ipni: string | null
}

export const VOUCHERS_MAX = 40
export const PERMITS_MAX = 20
export const NEW_NAMES_MAX = 20

/** The plants of an article, as far as they were stated one by one. */
export interface Material {
  vouchers: Voucher[]
  permitDetails: Permit[]
  newNames: NewName[]
}

export const NO_MATERIAL: Material = { vouchers: [], permitDetails: [], newNames: [] }

export const TYPE_STATUSES = [
  ...(['holotype', 'isotype', 'lectotype', 'isolectotype', 'neotype', 'isoneotype', 'epitype', 'isoepitype'] as const),
  ...(['syntype', 'isosyntype', 'paratype'] as const),
]
export type TypeStatus = (typeof TYPE_STATUSES)[number]

export const PERMIT_KINDS = {
  collection: { label: 'Collection', words: 'collection permit' },
  export: { label: 'Export', words: 'export permit' },
  CITES: { label: 'CITES', words: 'CITES permit' },
  ABS: { label: 'Access and benefit sharing', words: 'access and benefit sharing' },
  other: { label: 'Other', words: 'permit' },
} as const
export type PermitKind = keyof typeof PERMIT_KINDS
export const PERMIT_KIND_NAMES = Object.keys(PERMIT_KINDS) as PermitKind[]

export const NAME_ACTS = {
  taxon: 'New taxon',
  combination: 'New combination',
  replacement: 'Replacement name',
  type: 'Designation of a type',
} as const
export type NameAct = keyof typeof NAME_ACTS
export const NAME_ACT_NAMES = Object.keys(NAME_ACTS) as NameAct[]

export const PLACE_WITHHELD = 'Place withheld: the species is protected'

/**
 * A voucher as readers see it. Of a protected plant the place is left out, and so are the barcode and the address, which lead to
 * the label.
 */
export const publicVoucher = (voucher: Voucher): Voucher =>
  voucher.sensitive ? { ...voucher, country: null, locality: null, barcode: null, uri: null } : voucher

/**
 * Vouchers of an earlier version as readers see them now: a plant that is protected today was not always, but where it grows is
 * shown in no version any more.
 */
export function withheldSince(then: readonly Voucher[], now: readonly Voucher[]): Voucher[] {
  const hidden = now.filter(({ sensitive }) => sensitive)
  const isHidden = (voucher: Voucher) =>
    voucher.sensitive || hidden.some((one) => one.taxon === voucher.taxon || specimenOf(one) === specimenOf(voucher))
  return then.map((voucher) => publicVoucher({ ...voucher, sensitive: isHidden(voucher) }))
}
const specimenOf = ({ herbarium, collector, number }: Voucher) => [herbarium, collector, number].join('\n')

const joined = (parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(', ')

export const placeInWords = ({ country, locality }: Pick<Voucher, 'country' | 'locality'>): string =>
  joined([country, locality])

/** Without its barcode and address. */
export const voucherInWords = (voucher: Omit<Voucher, 'barcode' | 'uri'>): string =>
  joined([
    `${voucher.taxon}: ${voucher.collector} ${voucher.number} (${voucher.herbarium})`,
    voucher.typeStatus,
    placeInWords(voucher),
    voucher.sensitive && !voucher.country && PLACE_WITHHELD.toLowerCase(),
  ])

/** With its barcode and address, as far as they are shown. */
export const voucherWithLinks = ({ barcode, uri, ...voucher }: Voucher): string =>
  joined([voucherInWords(voucher), barcode && `barcode ${barcode}`, uri])

export const permitInWords = ({ kind, number, authority, country, on }: Permit): string =>
  joined([authority, `${PERMIT_KINDS[kind].words} ${number}`, country, on && longDate(on)])

export const newNameInWords = ({ name, act, ipni }: NewName): string =>
  joined([name, NAME_ACTS[act].toLowerCase(), ipni && `IPNI ${ipni}`])

/** The number of a name in IPNI, from what someone typed: `77123456-1`, or an LSID or an address that ends so. */
export const ipniIn = (typed: string): string | null =>
  /^(?:(?:urn:lsid:|https?:\/\/(?:www\.)?)ipni\.org[:/](?:names:|n\/|urn:lsid:ipni\.org:names:))?(\d{1,9}-\d)$/i.exec(
    typed.trim(),
  )?.[1] ?? null

export const ipniUrl = (ipni: string): string => `https://www.ipni.org/n/${ipni}`
