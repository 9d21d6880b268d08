import { z } from 'zod'
import { type Arguments, OaiError } from './request.ts'

export const FORMATS = ['oai_dc', 'jats'] as const
export type Format = (typeof FORMATS)[number]

export interface OaiSet {
  kind: 'category' | 'volume'
  id: string
}

/** What a harvester asks for, and how far it has come. */
export interface Selection {
  format: Format
  /** As given. */
  from: string | undefined
  until: string | undefined
  set: OaiSet | undefined
  /** The last record that has been sent. */
  after: { changedAt: string; id: string } | undefined
  /** How many have been sent, and how many there were when the list began. */
  sent: number
  total: number | undefined
}

const DAY = /^\d{4}-\d\d-\d\d$/
const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

const isDate = (text: string): boolean => {
  const full = DAY.test(text) ? `${text}T00:00:00Z` : text
  const time = SECOND.test(full) ? Date.parse(full) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString() === full.replace('Z', '.000Z')
}

/** The first and the last millisecond of a date of either granularity. */
export const beginningOf = (date: string): string =>
  DAY.test(date) ? `${date}T00:00:00.000Z` : date.replace('Z', '.000Z')
export const endOf = (date: string): string => (DAY.test(date) ? `${date}T23:59:59.999Z` : date.replace('Z', '.999Z'))

/** A set's name in the protocol: `category-ID` or `volume-ID`. */
export const setSpec = ({ kind, id }: OaiSet): string => `${kind}-${id}`

export function setOf(spec: string): OaiSet | undefined {
  const [, kind, id] = /^(category|volume)-([0-9a-z]{1,40})$/.exec(spec) ?? []
  return kind && id ? { kind: kind as OaiSet['kind'], id } : undefined
}

export const isFormat = (prefix: string): prefix is Format => (FORMATS as readonly string[]).includes(prefix)

/** The selection of a first request. */
export function selectionOf({ metadataPrefix = '', from, until, set }: Arguments): Selection {
  for (const date of [from, until]) {
    if (date !== undefined && !isDate(date)) {
      throw new OaiError('badArgument', 'A date is written as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.')
    }
  }
  if (from && until && from.length !== until.length) {
    throw new OaiError('badArgument', 'The dates from and until are of different granularity.')
  }
  if (from && until && from > until) throw new OaiError('badArgument', 'The date from is later than until.')
  if (!isFormat(metadataPrefix)) throw new OaiError('cannotDisseminateFormat', 'There is no such metadata format.')
  const known = set === undefined ? undefined : setOf(set)
  if (set !== undefined && !known) throw new OaiError('noRecordsMatch', 'There is no such set.')
  return { format: metadataPrefix, from, until, set: known, after: undefined, sent: 0, total: undefined }
}

const Date_ = z.string().max(20).refine(isDate).optional()
/** All that a token holds. It is no secret: whatever it says selects public records. */
const Token = z.strictObject({
  m: z.enum(FORMATS),
  f: Date_,
  u: Date_,
  s: z.string().max(60).optional(),
  c: z.iso.datetime({ precision: 3 }),
  i: z.string().regex(/^[0-9a-z]{1,40}$/),
  n: z.int().min(0).max(1e9),
  t: z.int().min(0).max(1e9),
})
const LONGEST_TOKEN = 500

/** The selection as a token from which any process can go on, at any time. */
export function tokenOf({ format, from, until, set, after, sent, total }: Selection): string {
  const said = {
    m: format,
    f: from,
    u: until,
    s: set && setSpec(set),
    c: after?.changedAt,
    i: after?.id,
    n: sent,
    t: total,
  }
  return Buffer.from(JSON.stringify(said)).toString('base64url')
}

export function selectionOfToken(token: string): Selection {
  const read = token.length <= LONGEST_TOKEN ? Token.safeParse(parsed(token)) : undefined
  const set = read?.data?.s === undefined ? undefined : setOf(read.data.s)
  if (!read?.success || (read.data.s !== undefined && !set)) {
    throw new OaiError('badResumptionToken', 'This is not a resumptionToken of this repository.')
  }
  const { m, f, u, c, i, n, t } = read.data
  return { format: m, from: f, until: u, set, after: { changedAt: c, id: i }, sent: n, total: t }
}

function parsed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString())
  } catch {
    return undefined
  }
}
