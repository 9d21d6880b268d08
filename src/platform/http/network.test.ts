import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { addressOf, trustedProxies } from './network.ts'

const FORWARDED = [
  ...[undefined, '', ' ', ',', ' , ,', '192.0.2.1', ' 192.0.2.1\t', '192.0.2.1,192.0.2.2', '192.0.2.1 , 192.0.2.2,'],
  ...['192.0.2.1,,192.0.2.3', '2001:db8::1, 192.0.2.2, 192.0.2.3', 'nobody', 'a b, c d', ','.repeat(1_000)],
]

describe('the address that asks', () => {
  test.each([0, 1, 2, 3])('behind %i proxies is the same before Fastify as in it', async (proxies) => {
    const app = Fastify({ trustProxy: trustedProxies(proxies) })
    app.get('/', async (request) => ({ ip: request.ip, own: addressOf(request.raw, proxies) }))
    for (const forwarded of FORWARDED) {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      const { ip, own } = (await app.inject({ url: '/', headers, remoteAddress: '198.51.100.7' })).json()
      expect(own, String(forwarded)).toBe(ip)
      if (proxies === 0) expect(own).toBe('198.51.100.7')
    }
  })
})
