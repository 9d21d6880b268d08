import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { aFile, anArticle } from '../../../tests/support/builders.ts'
import { openTestJournal, type TestJournal } from '../../../tests/support/databases.ts'
import { createApp } from '../../app/app.ts'
import { requireLimits } from './rate-limits.ts'

const TOKEN = 'a-token-of-this-test'
const CREATED = 'fastify.initialization'

describe('every route', () => {
  let journal: TestJournal
  const routes: RouteOptions[] = []
  const appOf = async (on: boolean) => {
    const files = mkdtempSync(join(inject('temporaryFolder'), 'site-'))
    writeFileSync(join(files, 'leaf.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const render = async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
    return createApp({
      ...{ resources: journal.resources, rates: { on }, trustProxy: 1, metricsToken: TOKEN },
      site: { render, files },
    })
  }
  let app: FastifyInstance
  beforeAll(async () => {
    journal = await openTestJournal('sqlite')
    const created = (message: unknown) =>
      (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void routes.push({ ...route }))
    subscribe(CREATED, created)
    app = await appOf(true)
    await app.ready()
    unsubscribe(CREATED, created)
  })
  afterAll(async () => {
    await app.close()
    await journal.close()
  })

  const nameOf = ({ method, url }: RouteOptions) => `${String(method)} ${url}`

  test('has a limit, or is one of those that need none', () => {
    expect(routes.length).toBeGreaterThan(200)
    const without = routes.filter(({ config }) => !config?.rateLimit && !config?.unlimited)
    expect(without.map(nameOf)).toEqual([])
    const reasons = Map.groupBy(
      routes.filter(({ config }) => config?.unlimited),
      ({ config }) => config!.unlimited!,
    )
    const urls = [...reasons].map(([reason, of]) => [reason, [...new Set(of.map(({ url }) => url))].sort()])
    expect(Object.fromEntries(urls)).toEqual({
      'a balancer is never told a wrong state': ['/api/health', '/api/health/live', '/api/health/ready'],
      'refused without looking at anything': ['/api/*'],
      'sent from memory, which costs less than to refuse it': [
        '/api/docs',
        '/api/docs.css',
        '/api/openapi.json',
        '/journal/:digest.js',
        '/leaf.svg',
      ],
    })
  })

  test('that has one counts by it', async () => {
    for (const { method, url, config } of routes) {
      if (!config?.rateLimit) continue
      const path = url.replace(/:\w+(?:\([^)]*\))?/g, 'x').replace('*', 'x')
      const headers = { 'x-forwarded-for': '198.51.100.1' }
      const answer = await app.inject({ method: [method].flat()[0] as 'GET', url: path, headers })
      expect(Number(answer.headers['x-ratelimit-limit']), nameOf({ method, url } as RouteOptions)).toBeGreaterThan(0)
    }
  })

  test('without either does not let the program start', () => {
    const routesOf = { addHook: (_name: string, hook: (route: object) => void) => hook({ method: 'GET', url: '/x' }) }
    expect(() => requireLimits(routesOf as never)).toThrow('The route GET /x has no rate limit')
  })

  test('of files takes pages with many pictures and PDFs that are read in pieces', async () => {
    const pdf = await aFile(journal.database, {
      store: journal.resources.store,
      content: Buffer.alloc(900, '%PDF-1.7 '),
    })
    const { id } = await anArticle(journal.database, { pdf })
    const ask = (url: string, headers: object = {}) =>
      app.inject({ url, headers: { 'x-forwarded-for': '198.51.100.2', ...headers } })
    for (let piece = 0; piece < 300; piece++) {
      const answer = await ask(`/blog/${id}.pdf`, { range: `bytes=${piece}-${piece + 9}` })
      expect([answer.statusCode, answer.headers['x-ratelimit-limit']]).toEqual([206, '6000'])
    }
    for (const url of [`/files/${pdf.id}/a.pdf`, `/images/${pdf.id}/320.webp`, `/blog/${id}/figures/f1`]) {
      for (let time = 0; time < 200; time++) expect((await ask(url)).statusCode).not.toBe(429)
    }
    // They count files apart from pages and pictures.
    const left = async (url: string) => Number((await ask(url)).headers['x-ratelimit-remaining'])
    expect([await left(`/blog/${id}.pdf`), await left(`/files/${pdf.id}/a.pdf`)]).toEqual([5_499, 5_498])
    expect(await left(`/blog/${id}/figures/f1`)).toBe(11_599)
  })

  test('of one group has one count, of GET and HEAD as well, and each call its own', async () => {
    const left = async (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', url: string) => {
      const { headers } = await app.inject({ method, url, headers: { 'x-forwarded-for': '198.51.100.5' } })
      return [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']].map(Number)
    }
    expect(await left('GET', '/oai?verb=Identify')).toEqual([1200, 1199])
    expect(await left('HEAD', '/oai?verb=Identify')).toEqual([1200, 1198])
    expect(await left('GET', '/blog/x.xml')).toEqual([1200, 1197])
    expect(await left('GET', '/feed.atom')).toEqual([1200, 1199])
    expect(await left('GET', '/api/categories')).toEqual([1200, 1199])
    expect(await left('PUT', '/api/categories/x')).toEqual([120, 119])
    expect(await left('DELETE', '/api/categories/x')).toEqual([120, 119])
  })

  test('of metrics ends for who asks too often, with a token or without, and for nobody else', async () => {
    const ask = (from: string, token = TOKEN) =>
      app.inject({ url: '/api/metrics', headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from } })
    for (let time = 0; time < 120; time++) expect((await ask('198.51.100.3', 'a-guess')).statusCode).toBe(401)
    const refused = await ask('198.51.100.3')
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await ask('198.51.100.4')).statusCode).toBe(200)
  })

  test('has none with RATE_LIMIT=off', async () => {
    const free = await appOf(false)
    for (let time = 0; time < 130; time++) expect((await free.inject('/api/metrics')).statusCode).toBe(401)
    await free.close()
  })
})
