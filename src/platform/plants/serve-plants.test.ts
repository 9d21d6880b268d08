import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DRAWER_VERSION, plantUrl } from '../../contract/rules/site/plants.ts'
import { sendError } from '../http/errors.ts'
import { MOST_OF_A_PATH, PublicCache } from '../http/public-cache.ts'
import { limitRates } from '../http/rate-limits.ts'
import { PLANT_POLICY, mountPlants } from './plant-svg.ts'

describe('the address of a plant', () => {
  let app: FastifyInstance
  /** Has room for as many drawings as are kept, and few more. */
  const cache = new PublicCache({ headers: {}, readSiteVersion: () => 1, maxBytes: 1_350_000 })
  beforeAll(async () => {
    app = Fastify()
    app.setErrorHandler(sendError)
    await limitRates(app, { on: true })
    mountPlants(app, { on: true }, cache)
  })
  afterAll(() => app.close())

  test('answers its drawing, which a browser keeps for good', async () => {
    const answer = await app.inject({ url: plantUrl('bcdfghjkmnpq', 'fern'), headers: { 'accept-encoding': 'br' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': PLANT_POLICY,
      'content-encoding': 'br',
    })
    expect(answer.rawPayload.length).toBeLessThan(2048)
    const again = await app.inject({
      url: plantUrl('bcdfghjkmnpq', 'fern'),
      headers: { 'accept-encoding': 'br', 'if-none-match': String(answer.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    expect((await app.inject({ url: plantUrl('bcdfghjkmnpq', 'moss') })).body).not.toBe(answer.body)
    const head = await app.inject({ method: 'HEAD', url: plantUrl('bcdfghjkmnpq', 'fern') })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  const path = `/plants/${DRAWER_VERSION}`
  test.each([`${path}/fern/a.svg?b`, `${path}/fern/%61.svg`, `${path}/oak/a.svg`, `${path}/fern/A.svg`, '/plants/'])(
    'is spelt in one way: %s is none',
    async (url) => {
      expect((await app.inject({ url })).statusCode).toBe(404)
    },
  )

  test('may be asked with any number of seeds: a page that is kept stays kept', async () => {
    let made = 0
    const page = () => cache.answer(1, 'page /', async () => ({ status: 200, headers: {}, body: String(made++) }))
    await page()
    for (let seed = 0; seed < 1.5 * MOST_OF_A_PATH; seed++) await app.inject({ url: plantUrl(`seed-${seed}`, 'lily') })
    await page()
    expect(made).toBe(1)
  })
})
