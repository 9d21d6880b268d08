import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc, { type Arbitrary } from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { apiTable } from '../src/contract/api/api.ts'
import { ACCESS } from '../src/contract/domain/access.ts'
import { inputTravelsInQuery, pathNames, type Endpoint } from '../src/contract/api/endpoint.ts'
import { ErrorBody } from '../src/contract/api/errors.ts'
import { anArticle, aSignedIn, PASSWORD, type SignedIn } from './builders.ts'
import { eachDatabase, type Answer, type TestJournal } from './databases.ts'
import { times } from './long.ts'

// Passwords are not hashed here, to save time: the code around hashing is tested.
vi.mock('../src/server/users/passwords.ts', () => ({
  hashPassword: async (password: string) => `not hashed: ${password.length}`,
  passwordMatches: async (_hash: string | null, password: string) => password === PASSWORD,
}))

/** Bodies for each writing call. */
const RUNS = times(100, 20_000)

const endpoints = Object.entries(apiTable).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint]),
)
const writing = endpoints.filter(([, { method }]) => !inputTravelsInQuery(method))
const reading = endpoints.filter(([, { method }]) => inputTravelsInQuery(method))

/** Naughty strings collected elsewhere; the whole list if it is available next to the project. */
const LIST = join(import.meta.dirname, '..', '..', 'shared', 'data', 'naughty-strings', 'blns.json')
const NAUGHTY: string[] = [
  ...['', ' ', '\u0000', 'a\u0000b', '\uD800', 'x\uDC00', '\u202Eexe.pdf', '\u2028', '\uFEFF', 'İıſK', '𝒳', '👩‍🌾', 'é'],
  ...[
    "' or 1=1 --",
    "'; drop table users; --",
    '%',
    '_',
    '\\',
    '${7*7}',
    '{{7*7}}',
    '../../etc/passwd',
    '<script>alert(1)</script>',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '__proto__',
    'constructor',
    '-1',
    '1e309',
    '0x10',
    '9'.repeat(400),
    'a'.repeat(5000),
  ],
  ...['a@b.c\r\nBcc: x@y.z', '=cmd|calc', '2026-02-30', '0000-0002-1825-0097', '1-5,7-10', 'data:text/html,<b>'],
  ...(existsSync(LIST) ? (JSON.parse(readFileSync(LIST, 'utf8')) as string[]) : []),
]

/** Values that pass the first rule of a field of this name. */
const PLAUSIBLE: Record<string, Arbitrary<unknown>> = {
  email: fc.nat(500).map((number) => `Fuzz-${number}@plants.test`),
  password: fc.constantFrom(PASSWORD, 'Another-Rose-1'),
  username: fc.nat(500).map((number) => `fuzz_${number}`),
  phoneNumber: fc.constant('+92 300 1234567'),
  website: fc.constant(''),
  pageNum: fc.constant('1-5,7-10'),
  slug: fc.nat(500).map((number) => `fuzz-${number}`),
}

const character = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...'abZ09 .-_@\'"<>&%\\/é植🌱') },
  { weight: 1, arbitrary: fc.nat(0xffff).map((code) => String.fromCharCode(code)) },
)
const words = fc.oneof(fc.constantFrom(...NAUGHTY), fc.string({ unit: character, maxLength: 40 }))
const anything = fc.oneof(words, fc.jsonValue({ maxDepth: 2 }), fc.double(), fc.constant(null))

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Values of the shape that a field has in the contract. */
function shaped(schema: JsonSchema): Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((option) => shaped(option as JsonSchema)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 1, 2))
  if (schema.type === 'array') return fc.array(shaped((schema.items ?? {}) as JsonSchema), { maxLength: 4 })
  if (schema.type === 'object') return record(schema)
  return schema.type === 'string' ? words : anything
}

/** Objects with the fields of the contract: mostly valid, some wrong, missing or superfluous. */
function record(schema: JsonSchema): Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const plausible = PLAUSIBLE[name] ?? shaped(field as JsonSchema)
    const arbitrary = fc.oneof(
      { weight: 6, arbitrary: plausible },
      { weight: 3, arbitrary: shaped(field as JsonSchema) },
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

const inputOf = (endpoint: Endpoint): Arbitrary<Record<string, unknown>> =>
  record(z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }))

const Refused = ErrorBody.strict()

function expectNoFault(answer: Answer, journal: TestJournal): void {
  expect(answer.status, journal.logged.join('\n')).toBeLessThan(500)
  if (answer.status >= 400) expect(Refused.safeParse(answer.body).success, answer.text).toBe(true)
}

describe('whatever is sent, nothing fails', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let admin: SignedIn
    let articleId: string
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      articleId = (await anArticle(journal.database)).id
    })

    /** The caller with the most access to a call. */
    const caller = (endpoint: Endpoint) => (ACCESS[endpoint.access].credential === 'none' ? undefined : admin)
    const segments = () => fc.oneof(fc.constant(articleId), words)
    const inPath = (endpoint: Endpoint, ids: string[]): string =>
      pathNames(endpoint.path).reduce<string>(
        (path, name, at) => path.replace(`{${name}}`, encodeURIComponent(wellFormed(ids[at]!)) || 'x'),
        endpoint.path,
      )

    test.each(writing)('%s', async (_name, endpoint) => {
      const names = pathNames(endpoint.path)
      const property = fc.asyncProperty(
        fc.oneof({ weight: 19, arbitrary: inputOf(endpoint) }, { weight: 1, arbitrary: anything }),
        fc.array(segments(), { minLength: names.length, maxLength: names.length }),
        async (input, ids) => {
          const body = typeof input === 'object' && input !== null ? withoutKeys(input, names) : input
          const answer = await journal.send(endpoint.method, inPath(endpoint, ids), JSON.stringify(body) ?? '', {
            as: caller(endpoint),
            headers: { 'content-type': 'application/json' },
          })
          expectNoFault(answer, journal)
        },
      )
      await fc.assert(property, { numRuns: engine === 'sqlite' ? RUNS : RUNS / 5 })
      expect(journal.logged).toEqual([])
    })

    test.each(reading)('%s', async (_name, endpoint) => {
      const names = pathNames(endpoint.path)
      const property = fc.asyncProperty(
        inputOf(endpoint),
        fc.array(segments(), { minLength: names.length, maxLength: names.length }),
        async (input, ids) => {
          const query = new URLSearchParams()
          for (const [name, value] of Object.entries(withoutKeys(input, names))) {
            if (value !== undefined) query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
          }
          const path = inPath(endpoint, ids) + (query.size ? `?${query}` : '')
          expectNoFault(await journal.send(endpoint.method, path, undefined, { as: caller(endpoint) }), journal)
        },
      )
      await fc.assert(property, { numRuns: RUNS / 20 })
      expect(journal.logged).toEqual([])
    })

    test('bodies that are no JSON', async () => {
      const types = fc.constantFrom(
        'application/json',
        'application/json; charset=utf-16',
        'text/json',
        'multipart/form-data',
      )
      const property = fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), types, async (bytes, type) => {
        const answer = await journal.post('/auth/login', Buffer.from(bytes), { headers: { 'content-type': type } })
        expectNoFault(answer, journal)
      })
      await fc.assert(property, { numRuns: RUNS / 10 })
      expect(journal.logged).toEqual([])
    })
  })
})

const wellFormed = (text: string): string => text.toWellFormed()

const withoutKeys = (input: object, names: string[]): object =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))
