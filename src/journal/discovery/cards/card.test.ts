import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTask } from '../../../../tests/support/worker-tasks.ts'
import { workersHere } from '../../../../tests/support/workers-here.ts'
import { WorkerProcesses } from '../../../platform/workers/workers.ts'
import { anArticle, ARTICLE_STATES } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { authorsThatFit, cardSvg, type Card } from './card-svg.ts'
import { CardPainter } from './painter.ts'
import { sweepCards } from './stored-cards.ts'
import { titleLines } from './lettering.ts'

const CARD: Card = {
  title: 'Earlier flowering of <i>Ferula assa-foetida</i>',
  authors: ['Rabia Khan'],
  journal: 'Journal of Plants',
  place: 'Volume 4 · 2026',
  plant: { seed: 'k7m2p9qrstvw', species: 'umbel' },
}

describe('the lines of a title', () => {
  const lines = (title: string) =>
    titleLines(title, 700).lines.map((line) => line.map((word) => word.map(({ text }) => text).join('')).join(' '))

  test('break between words, in the largest size that has room', () => {
    expect(titleLines('Roots', 700).size).toBe(60)
    expect(lines('Earlier flowering of <i>Ferula assa-foetida</i> in Balochistan')).toEqual([
      'Earlier flowering of',
      'Ferula assa-foetida in',
      'Balochistan',
    ])
    expect(titleLines('Leaf anatomy and stomatal conductance '.repeat(5), 700).size).toBeLessThan(60)
  })

  test.each([
    ['one endless word', 'x'.repeat(5_000)],
    ['endless words', 'Leaf anatomy '.repeat(5_000)],
    ['many marks', '<i>a</i><sub>b</sub> '.repeat(2_000)],
  ])('have room for %s', (_name, title) => {
    const { lines: broken } = titleLines(title, 700)
    expect(broken.length).toBeLessThanOrEqual(7)
  })

  test('keep italics, and lower and raise figures', () => {
    const [[first, second, third] = []] = titleLines('<i>Rosa</i> CO<sub>2</sub> Ca<sup>2+</sup>', 700).lines
    expect(first).toMatchObject([{ text: 'Rosa', face: 'serif-italic', shift: 0 }])
    expect(second).toMatchObject([{ text: 'CO' }, { text: '2', scale: 0.64, shift: 0.16 }])
    expect(third).toMatchObject([{ text: 'Ca' }, { text: '2+', scale: 0.64, shift: -0.34 }])
  })
})

test.each([
  [['Rabia Khan'], 'Rabia Khan'],
  [['Rabia Khan', 'Daniel Okafor'], 'Rabia Khan and Daniel Okafor'],
  [[], ''],
  [
    Array.from({ length: 12 }, (_, index) => `Author Number ${index}`),
    'Author Number 0, Author Number 1 and 10 others',
  ],
  [['x'.repeat(9_000)], expect.stringMatching(/^x{20,60}…$/)],
])('authors %#', (names, text) => {
  expect(authorsThatFit(names)).toEqual(text)
})

test('a card holds outlines alone: nothing that depends on the fonts of a machine, and no text as markup', () => {
  const svg = cardSvg({ ...CARD, title: '&lt;script&gt; &amp; "x"', authors: ['<image href="http://x"/>'] })
  expect(svg).not.toMatch(/<(?!\/?(?:svg|g|path|rect)\b)/)
  expect(svg).not.toContain('http://x')
})

describe('the painter', () => {
  const workers = new WorkerProcesses()
  afterAll(() => workers.end())

  test('paints a picture of the size that links are shown with', async () => {
    const png = await new CardPainter(workers).paint(CARD)
    expect(await sharp(png!).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(png!.length).toBeLessThan(80_000)
  })

  test.each([
    ['hangs', 'await new Promise((resolve) => setTimeout(resolve, 60_000))', 300],
    ['ends', 'process.exit(0)', 5_000],
    ['answers no picture', 'return "picture"', 5_000],
  ])('is not waited for if it %s', async (_name, code, timeoutMs) => {
    expect(await new CardPainter(workers, aTask(code, { timeoutMs })).paint(CARD)).toBeNull()
  })

  test('refuses more than it can paint soon', async () => {
    const painter = new CardPainter(workers, aTask('process.exit(0)'))
    const asked = Array.from({ length: 22 }, () => painter.paint(CARD).catch((error: unknown) => error))
    expect((await Promise.all(asked)).filter((answer) => answer instanceof Error)).toHaveLength(2)
    expect(await painter.paint(CARD)).toBeNull()
  })
})

/** Counts what it paints. */
class CountingPainter extends CardPainter {
  painted = 0
  override paint(card: Card) {
    this.painted++
    return super.paint(card)
  }
}

eachDatabase((open) => {
  describe('the address of a card', () => {
    let journal: TestJournal
    const cardPainter = new CountingPainter(workersHere)
    const get = (url: string, headers: Record<string, string> = {}) => journal.app.inject({ url, headers })
    beforeAll(async () => (journal = await open({ cardPainter })))
    afterAll(() => expect(cardPainter.painted).toBeGreaterThan(0))

    test('answers a picture, painted once and again after a change', async () => {
      const { id } = await anArticle(journal.database, { title: 'Seeds of <i>Carex</i>' })
      cardPainter.painted = 0
      const first = await get(`/blog/${id}/card.png`)
      expect(first.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-cache' })
      expect((await sharp(first.rawPayload).metadata()).width).toBe(1200)
      const again = await get(`/blog/${id}/card.png`)
      expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
      expect(again.headers.etag).toBe(first.headers.etag)
      expect((await get(`/blog/${id}/card.png`, { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
      const head = await journal.app.inject({ method: 'HEAD', url: `/blog/${id}/card.png` })
      expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
        200,
        String(first.rawPayload.length),
        '',
      ])
      expect(cardPainter.painted).toBe(1)

      const { file_id } = await cardRow(id)
      await journal.database.db.updateTable('articles').set({ title: 'Roots' }).where('id', '=', id).execute()
      const changed = await get(`/blog/${id}/card.png`)
      expect(changed.rawPayload.equals(first.rawPayload)).toBe(false)
      expect(cardPainter.painted).toBe(2)
      expect(await journal.resources.store.open(file_id)).toBeNull()
    })

    const cardRow = (id: string) =>
      journal.database.db.selectFrom('article_cards').selectAll().where('article_id', '=', id).executeTakeFirstOrThrow()

    test('paints one whose bytes are gone again', async () => {
      const { id } = await anArticle(journal.database)
      await get(`/blog/${id}/card.png`)
      await journal.resources.store.remove((await cardRow(id)).file_id)
      expect((await get(`/blog/${id}/card.png`)).statusCode).toBe(200)
      await (await journal.resources.store.open((await cardRow(id)).file_id))!.close()
    })

    test('is only of public articles', async () => {
      for (const state of ARTICLE_STATES.filter((each) => each !== 'public')) {
        const { id } = await anArticle(journal.database, { state })
        expect([state, (await get(`/blog/${id}/card.png`)).statusCode]).toEqual([state, 404])
      }
      for (const id of ['nobody', "a'--", '%D8%00']) expect((await get(`/blog/${id}/card.png`)).statusCode).toBe(404)
    })

    test('loses the cards of deleted articles', async () => {
      const { id } = await anArticle(journal.database)
      await get(`/blog/${id}/card.png`)
      const { file_id } = await cardRow(id)
      await sweepCards(journal.resources)
      await cardRow(id)
      await journal.database.db.deleteFrom('articles').where('id', '=', id).execute()
      expect(await sweepCards(journal.resources)).toBe(1)
      expect(await journal.resources.store.open(file_id)).toBeNull()
    })
  })
})
