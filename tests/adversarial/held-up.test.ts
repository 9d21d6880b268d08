import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiTable } from '../../src/contract/api/api.ts'
import { bodyBytesMax, type Endpoint } from '../../src/contract/api/endpoint.ts'
import { inputTravelsInQuery, pathNames } from '../../src/contract/rules/site/paths.ts'
import { MARKUP_MAX, MARKUP_TOO_LONG, RICH_TEXT_MAX } from '../../src/contract/rules/text/rich-text.ts'
import { AUTHORS_MAX } from '../../src/contract/api/submission.ts'
import { CLEANER } from '../../src/platform/html/sanitise.ts'
import { aCategory, aFile, anArticle, aSignedIn, someArticles, type SignedIn } from '../support/builders.ts'
import { WorkerProcesses } from '../../src/platform/workers/workers.ts'
import { openTestJournal, type Answer, type TestJournal } from '../support/databases.ts'
import { heldUp } from './held-up.ts'
import { LONG } from '../support/long.ts'
import { aMultipart, aPdf } from '../support/multipart.ts'
import { aPngOf } from '../support/pictures.ts'

/** Nobody waits longer than 100 ms for someone else's request, with some tolerance for a busy test machine. */
const MOST_MS = 250

// In the same process, so that whatever blocks the server also blocks the measurement.
let journal: TestJournal
let admin: SignedIn
let articleId: string
beforeAll(async () => {
  journal = await openTestJournal('sqlite', { workers: new WorkerProcesses() })
  admin = await aSignedIn(journal, { role: 'admin' })
  articleId = (await anArticle(journal.database)).id
})
afterAll(() => journal.close())

const endpoints = Object.entries(apiTable).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint]),
)
const writing = endpoints.filter(([, { method }]) => !inputTravelsInQuery(method))
const reading = endpoints.filter(([, { method }]) => inputTravelsInQuery(method))

const UNITS = [
  '\u0301\u0323',
  '<',
  '<b>',
  '<i>a',
  '<a href="',
  '&',
  ' ',
  'A1',
  'a@',
  '\ud83c',
  '"',
  '\\',
  '-',
  '植',
  '🌱',
]
/** More than Node accepts itself: 16 kB of headers. */
const LONG_HEADER = 16_000

const fieldsOf = (endpoint: Endpoint): string[] =>
  Object.keys(endpoint.input.shape).filter((name) => !pathNames(endpoint.path).includes(name))
const pathOf = (endpoint: Endpoint): string =>
  pathNames(endpoint.path).reduce<string>((path, name) => path.replace(`{${name}}`, articleId), endpoint.path)

/** Every field filled up to its limit, and shapes that cost more than their length. */
function bodiesOf(endpoint: Endpoint): [name: string, body: string][] {
  const bytes = bodyBytesMax(endpoint)
  const fields = fieldsOf(endpoint)
  const filledWith = (unit: string, names: string[]) => {
    const share = (bytes - 2_000) / Math.max(1, names.length) / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, unit.repeat(share)])))
  }
  const list = (item: string) => `{"${fields[0] ?? 'a'}":[${`${item},`.repeat(bytes / (item.length + 1) - 20)}${item}]}`
  return [
    ...UNITS.map((unit): [string, string] => [`every field of ${JSON.stringify(unit)}`, filledWith(unit, fields)]),
    // One field with any length, for those that are long by themselves.
    ...(bytes > 1e6 ? fields.filter(isLong) : []).flatMap((field) =>
      UNITS.slice(0, 6).map((unit): [string, string] => [`${field} of ${unit}`, filledWith(unit, [field])]),
    ),
    ['arrays in arrays', `{"${fields[0] ?? 'a'}":${'['.repeat(bytes / 2 - 20)}${']'.repeat(bytes / 2 - 20)}}`],
    ['objects in objects', '{"a":'.repeat(bytes / 6 - 20) + '1' + '}'.repeat(bytes / 6 - 20)],
    ['never closed', '[{"a":['.repeat(bytes / 7 - 20)],
    ['many keys', `{${Array.from({ length: bytes / 14 }, (_, at) => `"k${at}":1`).join(',')}}`],
    ['many items', list('{}')],
    ['many numbers', list('1')],
    ['one long number', `{"${fields[0] ?? 'a'}":${'1'.repeat(bytes - 100)}}`],
  ]
}

// Only the long fields one by one: the others are limited by the same rule.
const isLong = (field: string) => LONG || ['title', 'abstract', 'members'].includes(field)

/** The names of the requests that block others; first all together, because most are quick. */
async function slowOnes(requests: [name: string, send: () => Promise<unknown>][]): Promise<string[]> {
  const all = async () => {
    for (const [, send] of requests) {
      await send()
      await nextTurn()
    }
  }
  if ((await heldUp(all, MOST_MS)) <= MOST_MS) return []
  const slow: string[] = []
  for (const [name, send] of requests) {
    const ms = await heldUp(send, MOST_MS)
    if (ms > MOST_MS) slow.push(`${name}: ${Math.round(ms)} ms`)
  }
  return slow
}

describe('no request holds the others up', () => {
  test.each(writing)('%s', async (_name, endpoint) => {
    const headers = { 'content-type': 'application/json' }
    const requests = bodiesOf(endpoint).map(([name, body]): [string, () => Promise<unknown>] => [
      name,
      async () => {
        const answer = await journal.send(endpoint.method, pathOf(endpoint), body, { as: admin, headers })
        expect(answer.status, `${name}: ${answer.text.slice(0, 200)}`).toBeLessThan(500)
      },
    ])
    expect(await slowOnes(requests)).toEqual([])
  })

  test.each(reading)('%s', async (_name, endpoint) => {
    const requests = UNITS.map((unit): [string, () => Promise<unknown>] => {
      const said = encodeURIComponent(unit.toWellFormed().repeat(300)).slice(0, 3_600)
      const fields = [...fieldsOf(endpoint), 'unknown']
      const query = fields.map((name) => `${name}=${said.slice(0, 3_600 / fields.length).replace(/%.{0,1}$/, '')}`)
      const ascii = /^[ -~]+$/.test(unit) ? unit : ' \t'
      const headers = Object.fromEntries(
        ['if-none-match', 'accept-encoding', 'accept', 'cookie', 'range'].map((name) => [
          name,
          `a${ascii.repeat(LONG_HEADER / ascii.length)}b`,
        ]),
      )
      const send = async () => {
        const answers = await Promise.all([
          journal.send(endpoint.method, `${pathOf(endpoint)}?${query.join('&')}`, undefined, { as: admin, headers }),
          journal.send(endpoint.method, `${pathOf(endpoint)}?${'a&'.repeat(1_900)}`, undefined, { as: admin }),
          journal.send(endpoint.method, `${pathOf(endpoint)}?${'a&'.repeat(8_000)}`, undefined, { as: admin }),
        ])
        for (const { status, text } of answers) expect(status, text.slice(0, 200)).toBeLessThan(500)
      }
      return [unit, send]
    })
    expect(await slowOnes(requests)).toEqual([])
  })

  // A real picture header, followed by as many bytes as allowed.
  const head = aPngOf(4, 4).toString('base64')
  const picture = (bytes: number) =>
    `<img src="data:image/png;base64,${head.slice(0, head.length - (head.length % 4))}${'A'.repeat(bytes)}" alt="">`
  /** As long as a text may be, with space for another paragraph. */
  const MOST = MARKUP_MAX - 100
  let saves = 0
  /** Accepted, or refused after processing: some texts grow when they are sanitised. */
  const expectAnswer = ({ status, body, text }: Answer) =>
    expect(status < 300 || body.message === MARKUP_TOO_LONG, text.slice(0, 300)).toBe(true)
  const RICH: [string, string][] = [
    ['three large pictures', `<p>a</p>${picture(340_000).repeat(3)}`],
    ['many small pictures', picture(10_000).repeat(100)],
    ['tags that nothing closes', `${'<b>'.repeat(MOST / 3 - 1)}a`],
    ['tags that close nothing', `<b>${'</i>'.repeat(MOST / 4 - 1)}a`],
    ['half of each', `a${'<b>'.repeat(MOST / 6 - 1)}${'</i>'.repeat(MOST / 8 - 1)}`],
    ['bare signs', '<'.repeat(MOST)],
    ['ampersands', '&'.repeat(MOST)],
    ['attributes', `<p ${'a=b '.repeat(MOST / 4 - 10)}>a</p>`],
    ['links', '<a href="https://a.b">c</a>'.repeat(MOST / 27 - 1)],
    ['accents', 'e\u0301\u0323'.repeat(MOST / 3)],
  ]

  test.each(RICH)('to clean %s', async (_name, html) => {
    expect(html.length).toBeLessThanOrEqual(RICH_TEXT_MAX)
    const category = await aCategory(journal.database)
    const title = '<i>a'.repeat(250)
    const submit = async () => {
      const [file] = [await aFile(journal.database, { owner: admin.user })]
      const contributors = Array.from({ length: AUTHORS_MAX }, (_, at) => ({
        ...{ fullName: 'e\u0301\u0323'.repeat(60), email: `a${at}@example.org`, affiliation: `${'<'.repeat(499)}a` },
        role: 'Author',
      }))
      const answer = await journal.post(
        '/posts',
        {
          ...{ title, categoryId: category.id, excerpt: '&'.repeat(2_000), keywords: ','.repeat(999) + 'a' },
          ...{ abstract: html, files: [`/files/${file.id}/a.pdf`], comments: '<'.repeat(5_000), contributors },
        },
        { as: admin },
      )
      expectAnswer(answer)
      if (answer.status === 201) expect(answer.body.title).toBe(`<i>${'a'.repeat(250)}</i>`)
    }
    expect(await heldUp(submit, MOST_MS)).toBeLessThan(MOST_MS)

    const saveMembers = async () => {
      const [board] = (await journal.get('/editorial-members')).body
      const members = `${html}<p>${++saves}</p>`
      const answer = board
        ? await journal.put(`/editorial-members/${board.id}`, { members }, { as: admin })
        : await journal.post('/editorial-members', { members }, { as: admin })
      expectAnswer(answer)
    }
    expect(await heldUp(saveMembers, MOST_MS)).toBeLessThan(MOST_MS)
  })

  test('a file whose name has 70,000 accents', async () => {
    const name = `${'\u0301\u0323'.repeat(35_000)}.pdf`
    const { headers, body } = aMultipart({ name, content: aPdf() })
    const upload = () => journal.post('/files/upload', body, { as: admin, headers })
    expect(await heldUp(upload, MOST_MS)).toBeLessThan(MOST_MS)
  })

  test('a board of a megabyte, restored', async () => {
    const [board] = (await journal.get('/editorial-members')).body
    const update = (members: string) => journal.put(`/editorial-members/${board.id}`, { members }, { as: admin })
    for (let at = 0; at < 22; at++) {
      expect((await update(`<p>${at}</p>${picture(330_000).repeat(3)}`)).status).toBe(200)
    }
    const path = `/editorial-members/${board.id}/versions`
    const versions = async () => (await journal.get(path, { as: admin })).body
    expect(await versions()).toHaveLength(20)
    expect(await heldUp(versions, MOST_MS)).toBeLessThan(MOST_MS)
    const [earlier] = await versions()
    const restore = async () => {
      const answer = await journal.post(`${path}/${earlier.id}/restore`, {}, { as: admin })
      expect(answer.body.members).toBe(earlier.members)
    }
    expect(await heldUp(restore, MOST_MS)).toBeLessThan(MOST_MS)
  })

  test('lists of a hundred articles with a megabyte of abstract and a hundred authors each', async () => {
    const author = await aSignedIn(journal)
    await someArticles(journal.database, 100, {
      abstract: `<p>a</p>${picture(340_000).repeat(3)}`,
      abstract_cleaner: CLEANER,
      submitter: author.user,
      contributors: Array.from({ length: AUTHORS_MAX }, () => ({ role: 'Author' as const })),
    })
    for (const [path, as] of [
      ['/posts/my-posts?limit=100', author],
      ['/posts/all?limit=100', admin],
      ['/posts/published?limit=100', undefined],
    ] as const) {
      const list = async () => expect((await journal.get(path, { as })).body.data).toHaveLength(100)
      expect(await heldUp(list, MOST_MS), path).toBeLessThan(MOST_MS)
    }
  }, 180_000)
})
