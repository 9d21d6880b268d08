import { installedBrowser } from '../../scripts/tasks/find-browser.ts'
import { startJournal } from '../journal.ts'
import { attempt, judged, notMeasured, times, type Finding, type Group } from '../line.ts'
import { median, newestArticle } from '../load.ts'
import { firstVisit, type FirstVisit, lighthouse, openBrowser, slowestInteraction } from '../phone.ts'

const FIRST_KB = 130
const READABLE_KB = 40
const FURTHER_KB = 15
const LCP_S = 0.9
const INTERACTION_MS = 200

interface VisitedPage {
  line: string
  path: (found: { article: string; volume: string }) => string
  /** The link to the further page. */
  link: string
}

const AN_ARTICLE = 'main a[href^="/blog/"]:visible'
const PAGES: VisitedPage[] = [
  { line: 'home', path: () => '/', link: AN_ARTICLE },
  { line: 'article', path: ({ article }) => `/blog/${article}`, link: 'a[href="/"]:visible' },
  { line: 'list', path: () => '/blog', link: AN_ARTICLE },
  { line: 'volume', path: ({ volume }) => `/volume/${volume}`, link: AN_ARTICLE },
]
const FIRST = (page: string) => `first visit, ${page}`
const SCORES = (page: string) => `Lighthouse, ${page}`
const SCRIPTED = 'a scripted visit, slowest interaction'

const kb = (bytes: number): string => (bytes / 1000).toFixed(0)

export const visit: Group = {
  name: 'visit',
  title: 'First visit',
  how: 'A phone of 412 × 823 pixels with an empty cache, a line of 1.47 Mbit/s with 562 ms until each answer, and a processor 4 × slower, as Chromium’s developer tools slow them down; KB are those transferred, of headers and compressed bodies. ‘Until readable’ is what has come until the first text is painted. Layout shift is none unless a note says so. Lighthouse calculates its slow line instead. The interactions are with a fast line.',
  columns: ['in all', 'scripts', 'type faces', 'until readable', 'a further page', 'LCP', 'scores', 'interaction'],
  once: true,
  lines: [...PAGES.map(({ line }) => FIRST(line)), SCRIPTED, ...PAGES.map(({ line }) => SCORES(line))],
  measure: async function* (bench) {
    const executable = await installedBrowser()
    if (!executable) {
      for (const line of visit.lines.filter(bench.wants)) {
        yield { line, goal: '–', ...notMeasured('needs Chromium') }
      }
      return
    }
    const journal = await startJournal(await bench.archive(500))
    const browser = await openBrowser(executable)
    try {
      const answer = await fetch(`${journal.url}/api/volumes/with-counts`)
      const [volume] = (await answer.json()) as { id: string }[]
      const found = { article: await newestArticle(journal.url), volume: volume!.id }
      for (const { line, path, link } of PAGES) {
        if (!bench.wants(FIRST(line))) continue
        const goal = `≤ ${FIRST_KB} KB, readable after ${READABLE_KB}, a further page ${FURTHER_KB}, LCP ${LCP_S} s`
        yield await attempt(FIRST(line), goal, async () => {
          const visits: FirstVisit[] = []
          for (let round = 0; round < times(bench, 5, 1); round++) {
            visits.push(await firstVisit(browser, journal.url + path(found), link))
          }
          return firstVisitOf(visits)
        })
      }
      if (bench.wants(SCRIPTED)) {
        yield await attempt(SCRIPTED, `< ${INTERACTION_MS} ms`, async () => {
          const slowest: number[] = []
          for (let round = 0; round < times(bench, 3, 1); round++) {
            slowest.push(await slowestInteraction(browser, journal.url))
          }
          return {
            figures: { interaction: `${median(slowest).toFixed(0)} ms` },
            holds: judged(median(slowest) < INTERACTION_MS),
            note: 'theme, a further page of the list, an article, back',
            values: { slowest },
          }
        })
      }
      for (const { line, path } of PAGES) {
        if (!bench.wants(SCORES(line))) continue
        yield await attempt(SCORES(line), `100 × 4, LCP ${LCP_S} s`, async () => {
          const result = await lighthouse(executable, journal.url + path(found), bench.folder())
          if (!result) {
            return notMeasured('needs Lighthouse on the PATH: npm install --global lighthouse@13.5.0')
          }
          const { scores, lcpMs, bytes } = result
          return {
            figures: { scores: scores.join(', '), LCP: `${(lcpMs / 1000).toFixed(2)} s`, 'in all': kb(bytes) },
            holds: judged(scores.every((score) => score === 100) && lcpMs <= LCP_S * 1000),
            values: { scores, lcpMs, bytes },
          }
        })
      }
    } finally {
      await browser.close()
      await journal.stop()
    }
  },
}

function firstVisitOf(visits: FirstVisit[]): Finding {
  const of = (key: keyof FirstVisit) => median(visits.map((one) => one[key]))
  const shift = of('shift')
  return {
    figures: {
      'in all': kb(of('bytes')),
      scripts: kb(of('scripts')),
      'type faces': kb(of('fonts')),
      'until readable': kb(of('untilReadable')),
      'a further page': kb(of('further')),
      LCP: `${(of('lcpMs') / 1000).toFixed(2)} s`,
    },
    holds: judged(
      of('bytes') <= FIRST_KB * 1000 &&
        of('untilReadable') <= READABLE_KB * 1000 &&
        of('further') <= FURTHER_KB * 1000 &&
        of('lcpMs') <= LCP_S * 1000,
    ),
    ...(shift > 0 ? { note: `layout shift ${shift.toFixed(3)}` } : {}),
    values: Object.fromEntries((Object.keys(visits[0]!) as (keyof FirstVisit)[]).map((key) => [key, of(key)])),
  }
}
