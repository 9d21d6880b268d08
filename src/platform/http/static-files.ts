import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { FIXED, type PublicCache } from './public-cache.ts'
import { unlimited } from './rate-limits.ts'
import { sendCached } from './send-cached.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
}

/** All of them are one route. */
const ASSETS = '/assets/*'

/**
 * Serves the built browser files from a list made at startup: a URL is looked up, never turned into a path.
 * Names under /assets/ contain a hash of their content and are cached for a year. What the build has compressed
 * (`NAME.br`) is held in this form alone.
 */
export function mountStaticFiles(app: FastifyInstance, folder: string, cache: PublicCache): void {
  const options = { config: unlimited('sent from memory, which costs less than to refuse it') }
  for (const file of globSync('**/*', { cwd: folder })) {
    const path = join(folder, file)
    const type = TYPES[extname(file)]
    if (!type || !statSync(path).isFile()) continue
    const url = `/${file.replaceAll('\\', '/')}`
    const hashed = url.startsWith('/assets/')
    // Read at startup, so that a later build does not leave the running server's pages without files.
    const packed = existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined
    const plain = packed ? undefined : readFileSync(path)
    app.get(url, options, async (request, reply) => {
      const key = `file ${url}`
      const kept = await cache.answer(FIXED, key, async () => ({
        status: 200,
        headers: {
          'content-type': type,
          'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        },
        body: plain ?? brotliDecompressSync(packed!),
        ...(packed ? { br: packed } : {}),
      }))
      cache.remember(request.url, key, ASSETS)
      return sendCached(request, reply, kept)
    })
  }
}
