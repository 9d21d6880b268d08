import { describe, expect, test } from 'vitest'
import { UsageCounter, type ArticleUsage, type Opened } from './usage-counter.ts'

const NOON = Date.UTC(2026, 2, 14, 12)
const counted = (clicks: [seconds: number, opened: Opened, reader?: string, article?: string][]) => {
  const counter = new UsageCounter()
  for (const [seconds, opened, reader = 'a reader', article = 'one'] of clicks)
    counter.note(article, opened, reader, NOON + seconds * 1000)
  return counter.take()
}
const NONE = { month: '2026-03', articleId: 'one', pages: 0, pdfs: 0, uniquePages: 0, uniquePdfs: 0, uniqueBoth: 0 }

describe('counting by the rules of COUNTER', () => {
  test.each<[string, Parameters<typeof counted>[0], Partial<ArticleUsage>[]]>([
    ['a click', [[0, 'page']], [{ pages: 1, uniquePages: 1 }]],
    [
      'a double click',
      [
        [0, 'page'],
        [29, 'page'],
      ],
      [{ pages: 1, uniquePages: 1 }],
    ],
    [
      'clicks in a row, each soon after the last',
      [
        [0, 'pdf'],
        [20, 'pdf'],
        [40, 'pdf'],
        [60, 'pdf'],
      ],
      [{ pdfs: 1, uniquePdfs: 1 }],
    ],
    [
      'two clicks half a minute apart',
      [
        [0, 'page'],
        [30, 'page'],
      ],
      [{ pages: 2, uniquePages: 1 }],
    ],
    [
      'page and PDF',
      [
        [0, 'page'],
        [1, 'pdf'],
      ],
      [{ pages: 1, pdfs: 1, uniquePages: 1, uniquePdfs: 1, uniqueBoth: 1 }],
    ],
    [
      'two readers',
      [
        [0, 'page'],
        [1, 'page', 'another'],
      ],
      [{ pages: 2, uniquePages: 2 }],
    ],
    [
      'the next hour',
      [
        [0, 'page'],
        [3600, 'page'],
      ],
      [{ pages: 2, uniquePages: 2 }],
    ],
    [
      'two articles',
      [
        [0, 'page'],
        [1, 'page', 'a reader', 'two'],
      ],
      [
        { pages: 1, uniquePages: 1 },
        { articleId: 'two', pages: 1, uniquePages: 1 },
      ],
    ],
  ])('%s', (_name, clicks, expected) => {
    expect(counted(clicks)).toEqual(expected.map((usage) => ({ ...NONE, ...usage })))
  })

  test('each month has its own counts', () => {
    const counter = new UsageCounter()
    counter.note('one', 'page', 'a reader', Date.UTC(2026, 2, 31, 23, 59, 59))
    counter.note('one', 'page', 'a reader', Date.UTC(2026, 3, 1, 0, 1))
    expect(counter.take().map(({ month, pages }) => [month, pages])).toEqual([
      ['2026-03', 1],
      ['2026-04', 1],
    ])
  })

  test('what was taken is counted once, and what is given back is counted with the next', () => {
    const counter = new UsageCounter()
    counter.note('one', 'page', 'a reader', NOON)
    const taken = counter.take()
    expect(counter.take()).toEqual([])
    counter.note('one', 'pdf', 'a reader', NOON)
    counter.giveBack(taken)
    expect(counter.take()).toEqual([{ ...NONE, pages: 1, pdfs: 1, uniquePages: 1, uniquePdfs: 1, uniqueBoth: 1 }])
  })

  test('a flood of readers takes bounded memory', () => {
    const counter = new UsageCounter()
    const before = process.memoryUsage().heapUsed
    for (let reader = 0; reader < 250_000; reader++) counter.note('one', 'page', `reader ${reader}`, NOON)
    expect(counter.take()[0]!.pages).toBe(250_000)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * 1024 * 1024)
  })
})
