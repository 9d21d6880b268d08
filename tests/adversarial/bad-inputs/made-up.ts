import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '../../../src/contract/api/endpoint.ts'
import { pathNames } from '../../../src/contract/rules/site/paths.ts'
import { PASSWORD } from '../../support/builders.ts'
import { NAUGHTY } from './naughty-strings.ts'

/** Ids and addresses that are there now, by the name of what takes them: read at each use, for they change. */
export type Pools = () => Record<string, string[]>

const character = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...'abZ09 .-_@\'"<>&%\\/é植🌱') },
  { weight: 1, arbitrary: fc.nat(0xffff).map((code) => String.fromCharCode(code)) },
)
const pickNaughty = fc.nat(NAUGHTY.length - 1).map((at) => NAUGHTY[at]!)
export const words = fc.oneof(pickNaughty, fc.string({ unit: character, maxLength: 40 }))
export const anything = fc.oneof(words, fc.jsonValue({ maxDepth: 2 }), fc.double(), fc.constant(null))

const day = fc
  .integer({ min: -5, max: 30 })
  .map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
const sentence = fc.constantFrom(
  'Leaves fall.',
  'Dear authors,\n\nthank you.',
  '<p>We counted <i>seeds</i>.</p>',
  'Rosa Gardener',
)

/** Values that pass the first rule of a field of this name. */
const PLAUSIBLE: Record<string, Arbitrary<unknown>> = {
  password: fc.constantFrom(PASSWORD, 'Another-Rose-1'),
  currentPassword: fc.constant(PASSWORD),
  newPassword: fc.constant('Another-Rose-1'),
  username: fc.nat(500).map((number) => `fuzz_${number}`),
  phoneNumber: fc.constant('+92 300 1234567'),
  website: fc.constant(''),
  pageNum: fc.constant('1-5,7-10'),
  elocationId: fc.constant('e12'),
  profileUrl: fc.constant('https://example.org/rosa'),
  orcid: fc.constant('0000-0002-1825-0097'),
  orcidId: fc.constant('0000-0002-1825-0097'),
  ror: fc.constant('https://ror.org/03yrm5c26'),
  version: fc.integer({ min: 1, max: 3 }),
  revision: fc.integer({ min: 0, max: 2 }),
  noAi: fc.constant(true),
  page: fc.integer({ min: 1, max: 3 }),
  limit: fc.integer({ min: 1, max: 100 }),
  keywords: fc.constant('roots, drought'),
  lines: fc.constant('Linnea Moss, linnea@moss.test, Kew'),
}
/** By the end of the name: the pool from which such a value comes. */
const POOLED: Record<string, string> = {
  categoryId: 'category',
  volumeId: 'volume',
  articleId: 'article',
  previousArticleId: 'article',
  ids: 'article',
  ...{ about: 'article', replacedBy: 'article', closesId: 'notice' },
  actorId: 'userId',
  requestId: 'request',
  files: 'upload',
  fileUrl: 'upload',
  pdfUrl: 'upload',
  fullTextUrl: 'upload',
  seenReports: 'reportId',
  reportId: 'reportId',
}
const pooled = (pools: Pools, name: string): Arbitrary<string> =>
  fc.nat(10_000).map((at) => {
    const pool = pools()[name] ?? []
    return pool.length ? pool[at % pool.length]! : '222222222222'
  })
const emails = (pools: Pools): Arbitrary<string> =>
  fc.oneof(
    fc.nat(500).map((number) => `Fuzz-${number}@plants.test`),
    pooled(pools, 'email'),
  )

type JsonSchema = z.core.JSONSchema.BaseSchema

const DATE = '2[468][048]'

/** Values of the shape that a field has in the contract. */
function shaped(pools: Pools, name: string, schema: JsonSchema): Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((option) => shaped(pools, name, option as JsonSchema)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 1, 2), fc.integer({ min: 0, max: 30 }))
  if (schema.type === 'array')
    return fc.array(shaped(pools, name, (schema.items ?? {}) as JsonSchema), { maxLength: 4 })
  if (schema.type === 'object') return record(pools, schema)
  return schema.type === 'string' || Array.isArray(schema.type) ? words : anything
}

/** Values that a person would send. */
function plausible(pools: Pools, name: string, schema: JsonSchema): Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((option) => plausible(pools, name, option as JsonSchema)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.type === 'array') {
    return fc.array(plausible(pools, name, (schema.items ?? {}) as JsonSchema), { minLength: 1, maxLength: 2 })
  }
  if (schema.type === 'object') return whole(pools, schema)
  if (schema.type === 'null') return fc.constant(null)
  const known = PLAUSIBLE[name]
  if (known) return known
  if (POOLED[name]) return pooled(pools, POOLED[name])
  if (name in pools()) return pooled(pools, name)
  if (name === 'email' || name === 'emails') return emails(pools)
  if (schema.format === 'date' || schema.pattern?.includes(DATE)) return day
  if (schema.type === 'integer')
    return fc.integer({ min: Number(schema.minimum ?? 0), max: Number(schema.minimum ?? 0) + 10 })
  if (schema.type === 'boolean') return fc.boolean()
  if (name === 'slug') return fc.nat(500).map((number) => `fuzz-${number}`)
  return sentence
}

/** All fields as a person would fill them in, but for one now and then. */
const whole = (pools: Pools, schema: JsonSchema): Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [
        name,
        plausible(pools, name, field as JsonSchema),
      ]),
    ),
    { requiredKeys: schema.required ?? [] },
  )

/** Objects with the fields of the contract: mostly valid, some wrong, missing or superfluous. */
function record(pools: Pools, schema: JsonSchema): Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const arbitrary = fc.oneof(
      { weight: 6, arbitrary: plausible(pools, name, field as JsonSchema) },
      { weight: 3, arbitrary: shaped(pools, name, field as JsonSchema) },
      { weight: 1, arbitrary: anything },
      { weight: 1, arbitrary: fc.constant(undefined) },
    )
    return [name, arbitrary] as const
  })
  const known = fc.record(Object.fromEntries(fields))
  const more = fc.dictionary(fc.constantFrom('role', 'id', 'isAdmin', '__proto__', 'toString'), anything, {
    maxKeys: 1,
  })
  return fc.oneof(
    { weight: 9, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, more).map(([one, other]) => ({ ...one, ...other })) },
  )
}

export const schemaOf = (endpoint: Endpoint): JsonSchema =>
  z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })

/** Whole inputs, nearly valid ones and wrong ones. */
export function inputOf(endpoint: Endpoint, pools: Pools): Arbitrary<Record<string, unknown>> {
  const schema = schemaOf(endpoint)
  return fc.oneof({ weight: 4, arbitrary: whole(pools, schema) }, { weight: 5, arbitrary: record(pools, schema) })
}

/** What a plausible input holds, with nothing left to chance. */
export const plainInput = (endpoint: Endpoint, pools: Pools): Record<string, unknown> =>
  fc.sample(whole(pools, schemaOf(endpoint)), { numRuns: 1, seed: 7 })[0]!

const BY_PATH: [RegExp, string][] = [
  [/^\/notices/, 'notice'],
  [/^\/requests/, 'request'],
  [/^\/(posts|cases|manuscripts|deposits|fees)/, 'article'],
  [/^\/announcements/, 'announcement'],
  [/^\/categories/, 'category'],
  [/^\/volumes/, 'volume'],
  [/^\/editorial-members/, 'editorial-members'],
  [/^\/users\/orcid/, 'orcid'],
  [/^\/users/, 'userId'],
  [/^\/files/, 'fileId'],
  [/^\/reviewers/, 'reviewerId'],
  [/^\/authors/, 'orcid'],
]
const BY_NAME: Record<string, string> = { before: 'version', after: 'version' }

/** A part of a path: mostly the id of something of that kind, at times of something else, at times any text. */
export function segment({ path }: Endpoint, name: string, pools: Pools): Arbitrary<string> {
  const own =
    name === 'id'
      ? (/^\/posts\/(category|volume)/.exec(path)?.[1] ?? BY_PATH.find(([begin]) => begin.test(path))?.[1] ?? 'article')
      : (BY_NAME[name] ?? name)
  const kinds = Object.keys(pools())
  return fc.oneof(
    { weight: 8, arbitrary: pooled(pools, own) },
    { weight: 1, arbitrary: fc.constantFrom(...kinds).chain((kind) => pooled(pools, kind)) },
    { weight: 1, arbitrary: words },
  )
}

export const segments = (endpoint: Endpoint, pools: Pools): Arbitrary<string[]> =>
  fc.tuple(...pathNames(endpoint.path).map((name) => segment(endpoint, name, pools)))

/** The path of a call with these parts in it. */
export const inPath = (endpoint: Endpoint, parts: string[]): string =>
  pathNames(endpoint.path).reduce<string>(
    (path, name, at) => path.replace(`{${name}}`, () => encodeURIComponent(parts[at]!.toWellFormed()) || 'x'),
    endpoint.path,
  )

/** The input that does not travel in the path. */
export const withoutKeys = (input: object, names: string[]): object =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))

/** Input as the query of an address. */
export function asQuery(input: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return query.size ? `?${query}` : ''
}

/** Where the values of an input stand: names of fields, and 0 for the first of a list. */
export type FieldPath = (string | number)[]

export function fieldsIn(schema: JsonSchema, path: FieldPath = []): FieldPath[] {
  const options = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]
  if (options.length) {
    const all = options.flatMap((option) => fieldsIn(option, path))
    return [...new Map(all.map((each) => [each.join('.'), each])).values()]
  }
  if (schema.type === 'object' && schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, field]) => fieldsIn(field as JsonSchema, [...path, name]))
  }
  if (schema.type === 'array') return fieldsIn((schema.items ?? {}) as JsonSchema, [...path, 0])
  return path.length ? [path] : []
}

/** The same input with another value in one field; what leads to it is made where it is missing. */
export function withField(input: unknown, [first, ...rest]: FieldPath, value: unknown): Record<string, unknown> {
  if (first === undefined) return value as Record<string, unknown>
  const inner = (input ?? {}) as Record<string | number, unknown>
  const changed = withField(inner[first], rest, value)
  if (typeof first === 'string') return { ...inner, [first]: changed }
  const list: unknown[] = Array.isArray(input) ? [...(input as unknown[])] : []
  list[first] = changed
  return list as unknown as Record<string, unknown>
}
