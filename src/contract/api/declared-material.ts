import { z } from 'zod'
import {
  ipniIn,
  NAME_ACT_NAMES,
  NEW_NAMES_MAX,
  PERMIT_KIND_NAMES,
  PERMITS_MAX,
  TYPE_STATUSES,
  VOUCHERS_MAX,
} from '../rules/articles/declared-material.ts'
import { line } from './field-schemas.ts'

/** A specimen in a herbarium, in an answer. */
const Voucher = z.object({
  taxon: z.string(),
  collector: z.string(),
  number: z.string().describe('The collector’s.'),
  herbarium: z.string().describe('The code of Index Herbariorum.'),
  barcode: z.string().nullable(),
  uri: z.string().nullable(),
  country: z.string().nullable().describe('Null where the place is withheld.'),
  locality: z.string().nullable(),
  typeStatus: z.enum(TYPE_STATUSES).nullable(),
  sensitive: z.boolean().describe('True for a protected plant: to the public its place, barcode and address are null.'),
})

/** A permission to collect, ship or use plants, in an answer. */
const Permit = z.object({
  kind: z.enum(PERMIT_KIND_NAMES),
  number: z.string(),
  authority: z.string(),
  country: z.string(),
  on: z.string().describe('A day.'),
})

/** A name that an article publishes, in an answer. */
const NewName = z.object({
  name: z.string().describe('With rank and authors.'),
  act: z.enum(NAME_ACT_NAMES).describe('What is published: `type` is the designation of one.'),
  ipni: z.string().nullable().describe('Its number in IPNI.'),
})

/** In the answer about one article. */
export const MaterialAnswer = {
  vouchers: z.array(Voucher),
  permitDetails: z.array(Permit),
  newNames: z.array(NewName),
}

const optional = (max: number) =>
  line(max)
    .nullish()
    .transform((value) => value || null)

/** One of these words; blank is none. */
const oneOf = <const W extends string>(words: readonly W[]) =>
  z
    .union([z.enum(words), z.literal('')])
    .nullish()
    .transform((word) => word || null)

const WEB_ADDRESS = /^https?:\/\/[^\s/]+/i
const isWebAddress = (address: string): boolean => WEB_ADDRESS.test(address) && URL.canParse(address)

export const TAXON_REQUIRED = 'Please name the plant'
export const COLLECTOR_REQUIRED = 'Please name the collector'
export const COLLECTOR_NUMBER_REQUIRED = 'Please give the collector’s number, or s.n. if there is none'
export const HERBARIUM_INVALID = 'Please give the code of the herbarium in Index Herbariorum: 1 to 8 letters, such as K'
export const ADDRESS_INVALID = 'Please enter a web address that begins with https://'
export const COUNTRY_REQUIRED = 'Please name the country; of a protected plant it may be left out'

const VoucherForm = z
  .strictObject({
    taxon: line(200, { required: TAXON_REQUIRED }),
    collector: line(200, { required: COLLECTOR_REQUIRED }),
    number: line(60, { required: COLLECTOR_NUMBER_REQUIRED }),
    herbarium: line(20, { required: HERBARIUM_INVALID })
      .transform((code) => code.toUpperCase())
      .refine((code) => /^[A-Z]{1,8}$/.test(code), HERBARIUM_INVALID),
    barcode: optional(60),
    uri: optional(500).refine((address) => address === null || isWebAddress(address), ADDRESS_INVALID),
    country: optional(100),
    locality: optional(300),
    typeStatus: oneOf(TYPE_STATUSES),
    sensitive: z.boolean().default(false),
  })
  .refine(({ country, sensitive }) => country !== null || sensitive, { path: ['country'], error: COUNTRY_REQUIRED })

export const PERMIT_DATE_REQUIRED = 'Please give the date of the permit'

const PermitForm = z.strictObject({
  kind: z.enum(PERMIT_KIND_NAMES, 'Please choose the kind of permit'),
  number: line(100, { required: 'Please give the number of the permit' }),
  authority: line(200, { required: 'Please name the authority' }),
  country: line(100, { required: 'Please name the country' }),
  on: z.iso.date(PERMIT_DATE_REQUIRED),
})

export const IPNI_INVALID = 'Please enter a number of IPNI, such as 77123456-1'

const NewNameForm = z.strictObject({
  name: line(300, { required: 'Please write the name, with rank and authors' }).refine(
    (name) => /^\P{L}*\p{Lu}\p{Ll}/u.test(name),
    'Please begin with the genus, as in Populus hunzana Karimi',
  ),
  act: z.enum(NAME_ACT_NAMES, 'Please choose what is published'),
  ipni: optional(200)
    .transform((ipni) => (ipni === null ? null : (ipniIn(ipni) ?? '')))
    .refine((ipni) => ipni !== '', IPNI_INVALID),
})

export const Vouchers = z.array(VoucherForm).max(VOUCHERS_MAX, `Please list at most ${VOUCHERS_MAX} vouchers`)
export const Permits = z.array(PermitForm).max(PERMITS_MAX, `Please list at most ${PERMITS_MAX} permits`)
export const NewNames = z.array(NewNameForm).max(NEW_NAMES_MAX, `Please list at most ${NEW_NAMES_MAX} names`)
