import { describe, expect, test } from 'vitest'
import { BODY_BYTES_MAX } from '../../contract/api/endpoint.ts'
import { aSignedIn } from '../../../tests/support/builders.ts'
import { openTestJournal } from '../../../tests/support/databases.ts'
import { isSimpleJson } from './json-body.ts'

describe('the shape of a JSON body', () => {
  test.each([
    '{"a":[{"b":"c"}]}',
    // Brackets inside strings do not count.
    JSON.stringify({ a: '[{,'.repeat(5_000) }),
    JSON.stringify({ a: '"[\\"['.repeat(5_000) }),
    JSON.stringify(Array.from({ length: 2_000 }, () => 1)),
    '"never closed [[[[[[[[[[[[[[[',
    '',
  ])('is simple: %.40s', (json) => {
    expect(isSimpleJson(json)).toBe(true)
  })

  test.each(['['.repeat(9), `{"a":`.repeat(9), JSON.stringify(Array.from({ length: 2_002 }, () => 1))])(
    'is not simple: %.40s',
    (json) => {
      expect(isSimpleJson(json)).toBe(false)
    },
  )
})

test('a body may be as long as its call needs, no longer', async () => {
  const journal = await openTestJournal('sqlite')
  const admin = await aSignedIn(journal, { role: 'admin' })
  const send = async (path: string, length: number) => {
    const body = JSON.stringify({ name: 'a' }).padEnd(length)
    return (await journal.post(path, body, { as: admin, headers: { 'content-type': 'application/json' } })).status
  }
  expect(await send('/categories', BODY_BYTES_MAX.short)).toBe(400)
  expect(await send('/categories', BODY_BYTES_MAX.short + 1)).toBe(413)
  expect(await send('/auth/login', 400_000)).toBe(413)
  expect(await send('/posts', BODY_BYTES_MAX.rich)).toBe(400)
  expect(await send('/posts', BODY_BYTES_MAX.rich + 1)).toBe(413)
  expect(await send('/editorial-members', BODY_BYTES_MAX.rich)).toBe(400)
  expect(await send('/nowhere', BODY_BYTES_MAX.short + 1)).toBe(413)
  expect((await journal.get(`/posts/published?a=${'b'.repeat(6_200)}`)).status).toBe(414)
  expect((await journal.get(`/posts/published?page=1&a=${'b'.repeat(3_000)}`)).status).toBe(400)
  expect(journal.logged).toEqual([])
  await journal.close()
})
