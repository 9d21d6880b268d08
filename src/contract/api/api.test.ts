import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { UNEXPECTED_ERROR } from '../rules/text/messages.ts'
import { apiTable } from './api.ts'
import { pathNames } from '../rules/site/paths.ts'
import type { Endpoint } from './endpoint.ts'
import { check } from './errors.ts'
import { INTEGER_MAX } from './field-schemas.ts'

const endpoints = Object.entries(apiTable).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint]),
)

describe.each(endpoints)('%s', (_name, endpoint) => {
  test('takes no field that it does not name', () => {
    const unknown = endpoint.input.safeParse({ surelyNotAField: 1 }).error?.issues
    expect(unknown?.some((issue) => issue.code === 'unrecognized_keys')).toBe(true)
  })

  test('names in its path are fields of its input', () => {
    for (const name of pathNames(endpoint.path)) expect(Object.keys(endpoint.input.shape)).toContain(name)
  })
})

test('no two calls share a method and an address', () => {
  const addresses = endpoints.flatMap(([, { method, also = [], path }]) =>
    [method, ...also].map((one) => `${one} ${path.replace(/\{\w+\}/g, '{}')}`),
  )
  expect(addresses).toEqual([...new Set(addresses)])
})

/** What keeps the calls in bounds that are not counted by the hour, and change something. */
const BOUND_OTHERWISE = {
  'happens once, or changes nothing the second time': [
    ...['cases.open', 'cases.recuse', 'cases.withdraw', 'cases.waiveConflict', 'cases.refuseCoReviewer'],
    ...['cases.releaseFile', 'cases.deleteNote', 'cases.settleQuery'],
    ...[
      'manuscripts.withdraw',
      'manuscripts.withdrawAuthors',
      'reviews.askForTime',
      'ownData.deleteAccount',
      'session.logout',
    ],
  ],
  'has its own number: of colleagues, of emails to an address within an hour, or one a day': [
    ...[
      'reviews.nameColleague',
      'reviews.freshLink',
      'reviews.notMe',
      'users.update',
      'session.sendConfirmation',
      'authorship.freshLink',
      'requests.report',
      'follows.ask',
    ],
    ...['session.forgotPassword', 'session.register', 'session.password', 'session.resetPassword'],
    ...['session.confirmEmail', 'session.login', 'session.secondFactor', 'session.passkey', 'session.beginPasskey'],
    ...['secondFactors.beginPasskey', 'secondFactors.addPasskey', 'secondFactors.removePasskey'],
    ...['secondFactors.beginCodes', 'secondFactors.confirmCodes', 'secondFactors.removeCodes'],
    ...['secondFactors.makeRecoveryCodes', 'files.upload', 'ownData.download', 'reviewReports.removeFile'],
  ],
  'writes no email, and begins no work': [
    ...['cases.screen', 'invitations.conflicts', 'invitations.preview', 'reviews.open', 'reviews.file', 'reviews.text'],
    ...['reviews.certificate', 'reviews.calendar', 'reviewReports.draft', 'session.refresh', 'session.end'],
    ...['session.endOthers', 'users.cancelEmailChange', 'users.connectOrcid'],
  ],
}

test('whatever others than administrators change is counted by the hour, or kept in bounds in another way', () => {
  const uncounted = endpoints.filter(
    ([, { method, access, hourly, writes }]) =>
      method !== 'GET' && access !== 'administrators' && hourly === undefined && writes !== false,
  )
  expect(uncounted.map(([name]) => name).toSorted()).toEqual(Object.values(BOUND_OTHERWISE).flat().toSorted())
})

test('what is counted by the hour is counted for someone', () => {
  const counted = endpoints.filter(([, { hourly }]) => hourly !== undefined)
  expect(counted.filter(([, { access }]) => access === 'anyone' || access === 'sign-in optional')).toEqual([])
})

interface JsonSchema {
  type?: string
  maximum?: number
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** The numbers of an input that may be larger than a column takes. */
function unboundNumbers(schema: JsonSchema, place: string): string[] {
  const { type, maximum = Infinity, properties = {}, items, additionalProperties: others } = schema
  return [
    ...((type === 'integer' || type === 'number') && maximum > INTEGER_MAX ? [place] : []),
    ...Object.entries(properties).flatMap(([name, part]) => unboundNumbers(part, `${place}.${name}`)),
    ...[items, others].flatMap((part) => (typeof part === 'object' ? unboundNumbers(part, `${place}[]`) : [])),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts = []) =>
      parts.flatMap((part) => unboundNumbers(part, place)),
    ),
  ]
}

test('no number that is taken is larger than a column of a database', () => {
  const unbound = endpoints.flatMap(([name, { input }]) =>
    unboundNumbers(z.toJSONSchema(input, { unrepresentable: 'any' }) as JsonSchema, name),
  )
  expect(unbound).toEqual([])
})

describe('a checked form', () => {
  test('gives the first message of each field, and of the whole under "form"', () => {
    const schema = z
      .strictObject({ name: z.string().min(2, 'too short').regex(/^a/, 'begins with a') })
      .refine(() => false, 'never right')
    expect(check(schema, { name: 'x' }).errors).toEqual({ name: 'too short', form: 'never right' })
    expect(check(schema, { name: 'ab' }).errors).toEqual({ form: 'never right' })
  })

  test('says so when the check itself fails', () => {
    const broken = z.string().transform(() => {
      throw new Error('secret detail')
    })
    expect(check(broken, 'x').errors).toEqual({ form: UNEXPECTED_ERROR })
  })
})
