import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_PREFIX } from '../src/contract/rules/site/path-roots.ts'
import { FILE_MAX_BYTES, FILE_TOO_LARGE } from '../src/contract/rules/files/file-rules.ts'
import { connect, type Database } from '../src/platform/database/connect.ts'
import { tokenSecret } from '../src/platform/secrets.ts'
import { AccessTokens } from '../src/journal/accounts/sessions/access-tokens.ts'
import { anArticle, aSignedIn, type SignedIn } from './support/builders.ts'
import { migratedDatabase } from './support/fresh-database.ts'
import { aMultipart } from './support/multipart.ts'
import { ask, find, HOST, startCaddy, startNginx, type Proxy } from './support/proxies.ts'

const SITE = `https://${HOST}`

interface Running {
  port: number
  child: ChildProcess
  database: Database
  author: SignedIn
  close(): Promise<void>
}

/** The journal as `npm start` runs it, with the settings of `deploy/journal.env.example`. */
async function startJournal(): Promise<Running> {
  const { where, dataDir, remove } = await migratedDatabase('sqlite')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'support', 'processes-server.ts')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        BACKUP_EVERY_HOURS: 'off',
        PUBLIC_URL: SITE,
        DATA_DIR: dataDir,
        PORT: '0',
        TRUST_PROXY: '1',
        LOG_LEVEL: 'info',
        SAMPLE_CONTENT: 'off',
      },
    },
  )
  let said = ''
  child.stdout.on('data', (part) => (said += String(part)))
  const address = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/
  for (const patience = Date.now() + 45_000; !address.test(said); await sleep(50)) {
    if (Date.now() > patience)
      throw new Error(`The journal did not start.
${said}`)
  }
  const database = connect(where)
  const accessTokens = new AccessTokens(tokenSecret(dataDir))
  return {
    port: Number(address.exec(said)![1]),
    child,
    database,
    author: await aSignedIn({ database, resources: { accessTokens } }),
    close: async () => {
      const isOver = child.exitCode !== null || child.signalCode !== null
      child.kill('SIGKILL')
      if (!isOver) await once(child, 'close')
      await database.close()
      await remove()
    },
  }
}

describe.each([
  ['nginx', startNginx],
  ['caddy', startCaddy],
])('behind %s', (name, start) => {
  const missing = find(name) === null
  describe.skipIf(missing)(
    missing ? `(left out: on Debian, apt-get install ${name})` : 'with the file of deploy/',
    () => {
      let journal: Running
      let proxy: Proxy
      let article: { id: string }
      beforeAll(async () => {
        journal = await startJournal()
        article = await anArticle(journal.database, { title: 'Seed rain' })
        proxy = await start(journal.port)
      })
      afterAll(async () => {
        await proxy?.close()
        await journal?.close()
      })

      const upload = (content: Buffer, body: (whole: Buffer) => Buffer | Readable = (whole) => whole) => {
        const form = aMultipart({ name: 'data.csv', content })
        return ask(proxy, `${API_PREFIX}/files/upload`, {
          body: body(form.body),
          headers: { ...journal.author.headers, ...form.headers, 'content-length': form.body.length },
        })
      }

      test('https is answered, tells browsers to stay with it, and links to PUBLIC_URL', async () => {
        const answer = await ask(proxy, '/feed.atom')
        expect(answer.status).toBe(200)
        expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
        expect(answer.bytes.toString()).toContain(`${SITE}/blog/${article.id}`)
        expect((await ask(proxy, '/robots.txt')).bytes.toString()).toContain(`Sitemap: ${SITE}/sitemap.xml`)
        expect((await ask(proxy, `${API_PREFIX}/health`)).status).toBe(200)
      })

      test('http leads to the same address with https', async () => {
        const answer = await ask(proxy, '/blog?page=2&q=a%20b', { http: true })
        expect([301, 308]).toContain(answer.status)
        expect(answer.headers.location).toBe(`${SITE}/blog?page=2&q=a%20b`)
      })

      test('an answer is compressed once, and one that has not changed is not sent again', async () => {
        const plain = await ask(proxy, '/feed.atom')
        for (const [encoding, unpack] of [
          ['br', brotliDecompressSync],
          ['gzip', gunzipSync],
        ] as const) {
          const packed = await ask(proxy, '/feed.atom', { headers: { 'accept-encoding': encoding } })
          expect(packed.headers['content-encoding']).toBe(encoding)
          expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true)
          const headers = { 'accept-encoding': encoding, 'if-none-match': packed.headers.etag! }
          const again = await ask(proxy, '/feed.atom', { headers })
          expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, packed.headers.etag])
        }
      })

      test('the journal’s limits count by the reader’s address, whatever the reader claims', async () => {
        const signIn = async (from: string, claimed: string) =>
          (
            await ask(proxy, `${API_PREFIX}/auth/login`, {
              from,
              body: Buffer.from(JSON.stringify({ email: 'nobody@plants.test', password: 'Marigold-77' })),
              headers: { 'content-type': 'application/json', 'x-forwarded-for': claimed, forwarded: `for=${claimed}` },
            })
          ).status
        const first: number[] = []
        for (let attempt = 0; attempt < 22; attempt++) first.push(await signIn('127.0.0.7', `203.0.113.${attempt}`))
        expect(first.slice(0, 3)).toEqual([401, 401, 401])
        expect(first.at(-1)).toBe(429)
        expect(await signIn('127.0.0.8', '203.0.113.0')).toBe(401)
      })

      test('a file of the largest size arrives, at once and slowly; a larger one is refused in a sentence', async () => {
        const content = Buffer.alloc(FILE_MAX_BYTES, 'plant,height\n')
        expect((await upload(content)).status).toBe(201)
        const slowly = await upload(content, (whole) =>
          Readable.from(
            (async function* () {
              for (let at = 0; at < whole.length; at += 1024 * 1024) {
                yield whole.subarray(at, at + 1024 * 1024)
                await sleep(150)
              }
            })(),
          ),
        )
        expect(slowly.status).toBe(201)
        const tooLarge = await upload(Buffer.alloc(FILE_MAX_BYTES + 1))
        expect(tooLarge.status).toBe(413)
        expect(tooLarge.bytes.toString()).toContain(FILE_TOO_LARGE)
      })

      test('what is far too large is refused before all of it has come', async () => {
        const refused = await upload(Buffer.alloc(40 * 1024 * 1024)).catch((error: NodeJS.ErrnoException) => error)
        // The web server answers, and closes the connection: some programs see the one, some the other.
        if (refused instanceof Error) expect(refused.code).toMatch(/ECONNRESET|EPIPE/)
        else expect(refused.status).toBe(413)
        expect((await ask(proxy, `${API_PREFIX}/health`)).status).toBe(200)
      })

      test('another name in the request reaches no answer', async () => {
        for (const host of ['evil.test', `${HOST}.evil.test`, '127.0.0.1']) {
          for (const http of [true, false]) {
            const answer = await ask(proxy, '/feed.atom', { http, headers: { host, 'x-forwarded-host': host } }).catch(
              () => null,
            )
            if (!answer) continue
            expect(JSON.stringify(answer.headers) + answer.bytes.toString()).not.toMatch(/evil|<feed/)
          }
        }
        const forwarded = await ask(proxy, '/feed.atom', { headers: { 'x-forwarded-host': 'evil.test' } })
        expect(forwarded.bytes.toString()).not.toContain('evil')
      })

      test('no connection becomes one of another protocol', async () => {
        const headers = {
          connection: 'upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        }
        expect((await ask(proxy, '/feed.atom', { headers })).status).toBe(200)
      })

      // The last one: the journal does not come back.
      test('while the journal is away, readers are told in words, and when to come back', async () => {
        journal.child.kill('SIGKILL')
        await once(journal.child, 'exit')
        const answer = await ask(proxy, '/blog')
        expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
          503,
          '5',
          'no-store',
        ])
        expect(answer.headers['content-type']).toContain('text/html')
        expect(answer.bytes.toString()).toContain('The journal is starting again')
      })
    },
  )
})
