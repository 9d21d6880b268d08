import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { apiTable } from '../../src/contract/api/api.ts'
import { ACCESS } from '../../src/contract/rules/accounts/access.ts'
import type { Endpoint } from '../../src/contract/api/endpoint.ts'
import { inputTravelsInQuery, pathNames } from '../../src/contract/rules/site/paths.ts'
import { fieldsIn, inPath, plainInput, asQuery, schemaOf, withField, withoutKeys } from './bad-inputs/made-up.ts'
import { aGround, type CallerHeaders, type Ground } from './bad-inputs/ground.ts'
import { NAUGHTY } from './bad-inputs/naughty-strings.ts'
import { expectSound } from './bad-inputs/sound.ts'
import { Tally } from './bad-inputs/tally.ts'
import { PASSWORD } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { LONG, times } from '../support/long.ts'
import { aMultipart, aPdf } from '../support/multipart.ts'

vi.mock('../../src/journal/accounts/users/passwords.ts', () => ({
  hashPassword: async (password: string) => `not hashed: ${password.length}`,
  passwordMatches: async (_hash: string | null, password: string) => password === PASSWORD,
}))

const endpoints = Object.entries(apiTable).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint]),
)

/**
 * The strings for one field. The long form tries all of them in each; the short form a few, and others in the next
 * field, so that each string comes to stand somewhere.
 */
let turn = 0
function stringsFor(share: number): readonly string[] {
  const count = Math.max(1, Math.round(times(4, NAUGHTY.length) * share))
  turn += count
  return Array.from({ length: count }, (_, at) => NAUGHTY[(turn + at) % NAUGHTY.length]!)
}

const HEADERS = [
  ...['authorization', 'cookie', 'user-agent', 'accept', 'accept-language', 'accept-encoding', 'content-type', 'range'],
  ...['if-none-match', 'if-modified-since', 'if-match', 'host', 'origin', 'referer', 'x-forwarded-for', 'connection'],
  ...['x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-requested-with', 'expect', 'te', 'upgrade'],
]
/** As Node hands on what came over the line, which holds no control characters. */
const inHeader = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 2000)

const ADDRESSES: ((it: string) => string)[] = [
  (it) => `/${it}`,
  (it) => `/files/${it}/a.pdf`,
  (it) => `/files/222222222222/${it}`,
  (it) => `/files/222222222222/a.pdf?key=${it}&expires=${it}`,
  (it) => `/images/${it}/320.webp`,
  (it) => `/images/222222222222/${it}`,
  (it) => `/plants/1/fern/${it}.svg`,
  (it) => `/plants/1/${it}/1.svg`,
  (it) => `/blog/${it}.pdf`,
  (it) => `/blog/${it}.bib`,
  (it) => `/blog/${it}.xml`,
  (it) => `/blog/222222222222/figures/${it}`,
  (it) => `/blog/${it}/card.png`,
  (it) => `/volume/${it}.zip`,
  (it) => `/volume/${it}.bag.zip`,
  (it) => `/sitemap-${it}.xml`,
  (it) => `/feed.atom?page=${it}`,
  (it) => `/oai?verb=${it}`,
  (it) => `/oai?verb=ListRecords&metadataPrefix=oai_dc&set=${it}&from=${it}`,
  (it) => `/oai?verb=ListRecords&resumptionToken=${it}`,
  (it) => `/oai?verb=GetRecord&metadataPrefix=jats&identifier=${it}`,
  (it) => `/oai?${it}=${it}`,
  (it) => `/doaj/articles.csv?${it}`,
  (it) => `/users/callback?state=${it}&code=${it}&error=${it}`,
  (it) => `/api/${it}`,
  (it) => `/api/search?q=${it}&author=${it}&category=${it}&volume=${it}&year=${it}`,
  (it) => `/review-files/${it}`,
  (it) => `/invoice-files/${it}/${it}.pdf`,
]

describe('a string that programs have stumbled over', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let ground: Ground
    /** PostgreSQL is asked a tenth as often in the long form. */
    const share = engine === 'sqlite' ? 1 : times(1, 0.1)
    let calls = 0
    const tally = new Tally(`Naughty strings on ${engine}`)
    beforeAll(async () => {
      journal = await open()
      ground = await aGround(journal)
    })
    afterAll(async () => {
      await expectSound(journal)
      tally.print()
    })
    const expectCalm = (kind: string, status: number, what: () => string) => {
      tally.count(kind, status)
      if (status < 500 && journal.logged.length === 0) return
      const logged = journal.logged.splice(0).join('\n')
      expect(status, `${what()}\n${logged}`).toBeLessThan(500)
      expect(logged, what()).toBe('')
    }
    const callerOf = ({ access }: Endpoint): CallerHeaders | undefined => {
      const { credential } = ACCESS[access]
      return ground.callers[credential === 'none' ? 'visitor' : credential === 'session' ? 'admin' : 'agreed']
    }

    test.each(endpoints)('%s: in every field and every part of its path', async (name, endpoint) => {
      // A call may have ended a session or used what was uploaded.
      if (LONG || ++calls % 8 === 0) await ground.renew()
      const { method, path } = endpoint
      const pools = () => ground.pools
      const plain = plainInput(endpoint, pools)
      const names = pathNames(path)
      const given = names.map((part) => String(plain[part] ?? '222222222222'))
      const send = async (parts: string[], input: object, what: string) => {
        const sent = withoutKeys(input, names)
        const address = inPath(endpoint, parts)
        const answer = inputTravelsInQuery(method)
          ? await journal.send(method, address + asQuery(sent), undefined, { as: callerOf(endpoint) })
          : await journal.send(method, address, sent, { as: callerOf(endpoint) })
        expectCalm(name, answer.status, () => what)
      }
      for (const [at, part] of names.entries()) {
        for (const text of stringsFor(share))
          await send(given.with(at, text), plain, `${part}: ${JSON.stringify(text)}`)
      }
      for (const field of fieldsIn(schemaOf(endpoint)).filter(([first]) => !names.includes(String(first)))) {
        for (const text of stringsFor(share)) {
          await send(given, withField(plain, field, text), `${field.join('.')}: ${JSON.stringify(text)}`)
        }
      }
      for (const text of stringsFor(share / 4)) await send(given, { ...plain, [text]: text }, `a field ${text}`)
    })

    test.each(HEADERS)('in the header %s', async (header) => {
      for (const text of stringsFor(share).flatMap((one) => [inHeader(one)])) {
        for (const url of ['/api/posts/published', '/api/users/me', '/feed.atom']) {
          const answer = await journal.app.inject({ method: 'GET', url, headers: { [header]: text } })
          expectCalm(header, answer.statusCode, () => `${url} ${header}: ${JSON.stringify(text)}`)
        }
      }
    })

    test('in the name of a file', async () => {
      const content = aPdf()
      const as = ground.callers.admin
      const { length } = journal.logged
      for (const text of stringsFor(times(10, 1) * share)) {
        // As browsers write it, and as programs do who have not heard of that.
        for (const name of [text.replace(/["\r\n]/g, encodeURIComponent), text]) {
          for (const end of ['', '.pdf']) {
            const { body, headers } = aMultipart({ name: name + end, content })
            const answer = await journal.send('POST', '/files/upload', body, { as, headers })
            expectCalm('file name', answer.status, () => JSON.stringify(name + end))
            if (answer.status === 201) {
              expect(decodeURIComponent(answer.body.url)).not.toMatch(/[\0-\x1f\x7f\u202a-\u202e\u2066-\u2069]|\.\.\//)
            }
          }
        }
      }
      expect(journal.logged.length).toBe(length)
    })

    test.each(ADDRESSES.map((address) => [address('…'), address] as const))(
      'in the address %s',
      async (_shown, address) => {
        for (const text of [...stringsFor(share), 'admin\0']) {
          const it = text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%BC'
          for (const url of [
            address(it),
            address(encodeURI(text.toWellFormed()).replaceAll('?', '%3F').replaceAll('#', '%23')),
          ]) {
            const answer = await journal.app.inject({ method: 'GET', url: url.replace(/^\/{2,}/, '/') })
            expectCalm('address', answer.statusCode, () => url)
          }
        }
      },
    )
  })
})
