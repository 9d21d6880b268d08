import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { UNEXPECTED_ERROR } from '../domain/messages.ts'
import { apiTable } from './api.ts'
import { pathNames, type Endpoint } from './endpoint.ts'
import { check } from './errors.ts'

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
