import { beforeAll, describe, expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { SignInDelays } from '../users/sign-in-delays.ts'

const [HERE, THERE, ROSA, AYESHA] = ['192.0.2.1', '192.0.2.2', 'rosa@plants.test', 'ayesha@plants.test']
const NOON = Date.UTC(2026, 5, 1, 12)
const HOUR = 3_600_000

describe('waits after failed sign-ins', () => {
  const afterFailures = async (count: number, delays = new SignInDelays(true)) => {
    for (let time = 0; time < count; time++) await delays.failed(HERE, ROSA, NOON)
    return delays
  }

  test.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [9, 16],
    [14, 512],
    [15, 900],
    [40, 900],
  ])('after %i failures are %i seconds', async (failures, seconds) => {
    expect(await (await afterFailures(failures)).waitFor(HERE, ROSA, NOON)).toBe(seconds)
  })

  test('run down', async () => {
    const delays = await afterFailures(9)
    expect(await delays.waitFor(HERE, ROSA, NOON + 15_500)).toBe(1)
    expect(await delays.waitFor(HERE, ROSA, NOON + 16_000)).toBe(0)
  })

  test('never keep the owner out: elsewhere, and on other accounts, there are none', async () => {
    const delays = await afterFailures(40)
    expect(await delays.waitFor(THERE, ROSA, NOON)).toBe(0)
    expect(await delays.waitFor(HERE, AYESHA, NOON)).toBe(0)
  })

  test('end with a success, and after an hour', async () => {
    const delays = await afterFailures(40)
    expect(await delays.waitFor(HERE, ROSA, NOON + HOUR + 1)).toBe(0)
    await delays.succeeded(HERE, ROSA)
    expect(await delays.waitFor(HERE, ROSA, NOON)).toBe(0)
  })

  test('are switched off with the limits', async () => {
    expect(await (await afterFailures(40, new SignInDelays(false))).waitFor(HERE, ROSA, NOON)).toBe(0)
  })
})

describe('limits on calls', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open({ limits: true, trustProxy: 1 })
    })

    test('the sixth try after five wrong passwords has to wait, and says how long', async () => {
      const { email } = await aUser(journal.database)
      const headers = { 'x-forwarded-for': HERE }
      const tryWith = (password: string, from = headers) =>
        journal.post('/auth/login', { email, password }, { headers: from })
      for (let time = 0; time < 5; time++) expect((await tryWith('Not-the-one-1')).status).toBe(401)
      const sixth = await tryWith(PASSWORD)
      expect(sixth.status).toBe(429)
      expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
      expect(sixth.body.message).toMatch(/^Too many failed attempts\. Please try again in \d+ seconds?\.$/)
      // The account's owner at another address is not locked out.
      expect((await tryWith(PASSWORD, { 'x-forwarded-for': THERE })).status).toBe(200)
    })

    test('count the network of an IPv6 address, and an IPv4 address as itself however it is written', async () => {
      const tryFrom = async (address: string, email: string) =>
        (
          await journal.post(
            '/auth/login',
            { email, password: 'Not-the-one-1' },
            { headers: { 'x-forwarded-for': address } },
          )
        ).status
      const { email } = await aUser(journal.database)
      for (let host = 1; host <= 5; host++) expect(await tryFrom(`2001:db8:0:7::${host}`, email)).toBe(401)
      expect(await tryFrom('2001:0DB8:0:7:ffff::9', email)).toBe(429)
      expect(await tryFrom('2001:db8:0:8::1', email)).toBe(401)

      const other = await aUser(journal.database)
      const spellings = ['192.0.2.99', '::ffff:192.0.2.99', '::ffff:c000:263', '::FFFF:192.0.2.99', '192.0.2.99']
      for (const address of spellings) expect(await tryFrom(address, other.email)).toBe(401)
      expect(await tryFrom('::ffff:192.0.2.99', other.email)).toBe(429)
      expect(await tryFrom('::ffff:192.0.2.98', other.email)).toBe(401)
    })

    test('the same holds for calls', async () => {
      const signUp = async (address: string) =>
        (await journal.post('/auth/register', {}, { headers: { 'x-forwarded-for': address } })).status
      for (let host = 1; host <= 5; host++) expect(await signUp(`2001:db8:0:9::${host}`)).toBe(400)
      expect(await signUp('2001:db8:0:9:1:2:3:4')).toBe(429)
      expect(await signUp('2001:db8:0:a::1')).toBe(400)
    })

    test('the sixth sign-up within an hour from one address is refused', async () => {
      const headers = { 'x-forwarded-for': '192.0.2.77' }
      for (let time = 0; time < 5; time++) {
        expect((await journal.post('/auth/register', {}, { headers })).status).toBe(400)
      }
      const sixth = await journal.post('/auth/register', {}, { headers })
      expect(sixth.status).toBe(429)
      expect(sixth.body).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })
      expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3000)
      const elsewhere = await journal.post('/auth/register', {}, { headers: { 'x-forwarded-for': '192.0.2.78' } })
      expect(elsewhere.status).toBe(400)
      expect((await journal.get('/posts/published', { headers })).status).toBe(200)
    })
  })
})
