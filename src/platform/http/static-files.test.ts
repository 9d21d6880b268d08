import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PublicCache } from './public-cache.ts'
import { mountStaticFiles } from './static-files.ts'

const PACKED = '.leaf { color: green } '.repeat(100)

describe('the files of the built site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  const app: FastifyInstance = Fastify()
  beforeAll(async () => {
    mkdirSync(join(folder, 'client', 'assets'), { recursive: true })
    writeFileSync(join(folder, 'secret.js'), 'secret')
    for (const name of ['assets/a-1f.js', 'assets/a-1f.js.map', 'icon.svg', '.env', '.hidden.js', 'notes.txt']) {
      writeFileSync(join(folder, 'client', name), name)
    }
    writeFileSync(join(folder, 'client', 'assets', 'packed.css'), PACKED)
    writeFileSync(join(folder, 'client', 'assets', 'packed.css.br'), brotliCompressSync(PACKED))
    mountStaticFiles(app, join(folder, 'client'), new PublicCache({ readSiteVersion: () => 1, headers: {} }))
    writeFileSync(join(folder, 'client', 'later.js'), 'later')
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  /** Over a real connection, which sends the URL unmodified. */
  const statusOf = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo
      request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode!))
      })
        .on('error', reject)
        .end()
    })

  test.each(['/assets/a-1f.js', '/icon.svg'])('%s is one of them', async (path) => {
    expect(await statusOf(path)).toBe(200)
  })

  test('a file that the build has compressed is sent so, and unpacked to clients that do not take it', async () => {
    const url = '/assets/packed.css'
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.headers.etag).toMatch(/^"/)
    expect(packed.rawPayload).toEqual(brotliCompressSync(PACKED))
    expect((await app.inject({ url })).body).toBe(PACKED)
  })

  test.each([
    ...[
      '/../secret.js',
      '/assets/../../secret.js',
      '/..%2fsecret.js',
      '/%2e%2e/secret.js',
      '/assets/..%5c..%5csecret.js',
    ],
    ...[
      '//secret.js',
      '/assets/%2e%2e%2f%2e%2e%2fsecret.js',
      '/assets/a-1f.js/../../../secret.js',
      '/assets',
      '/assets/',
    ],
    ...['/.env', '/.hidden.js', '/assets/a-1f.js.map', '/notes.txt', '/ASSETS/A-1F.JS', '/icon.svg%00.js', '/later.js'],
  ])('%s is not', async (path) => {
    expect(await statusOf(path)).toBe(404)
  })
})
