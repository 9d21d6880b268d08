import { element, type Xml } from '../../platform/xml.ts'
import type { MonthCounts } from './months.ts'

const [WIDTH, HEIGHT] = [720, 220]
const MARGIN = { left: 48, right: 8, top: 12, bottom: 44 }
const INNER = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom }
/** How many names of months fit beside each other. */
const MOST_LABELS = 12

const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * The months as bars: what was opened, and in front of it the full texts. The same numbers are in a table beside it,
 * so that screen readers pass it over.
 */
export function monthsChart(months: readonly MonthCounts[]): string {
  const top = niceTop(Math.max(1, ...months.map(({ totalInvestigations }) => totalInvestigations)))
  const y = (count: number) => MARGIN.top + INNER.height * (1 - count / top)
  const step = INNER.width / months.length
  const wide = Math.min(40, step * 0.7)
  const bar = (of: number, at: number, name: string): Xml =>
    element('rect', {
      class: name,
      x: text(MARGIN.left + step * (at + 0.5) - wide / 2),
      y: text(y(of)),
      width: text(wide),
      height: text(INNER.height + MARGIN.top - y(of)),
    })
  const every = Math.ceil(months.length / MOST_LABELS)
  return element(
    'svg',
    { class: 'months-chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', focusable: 'false' },
    [0, top / 2, top].map((count) => [
      element('line', {
        x1: text(MARGIN.left),
        x2: text(WIDTH - MARGIN.right),
        y1: text(y(count)),
        y2: text(y(count)),
      }),
      element(
        'text',
        { x: text(MARGIN.left - 8), y: text(y(count) + 4), 'text-anchor': 'end' },
        count.toLocaleString('en-US'),
      ),
    ]),
    months.map((month, at) => [
      bar(month.totalInvestigations, at, 'opened'),
      bar(month.totalRequests, at, 'texts'),
      at % every === 0
        ? element(
            'text',
            { x: text(MARGIN.left + step * (at + 0.5)), y: text(HEIGHT - 26), 'text-anchor': 'middle' },
            NAMES[Number(month.month.slice(5)) - 1]!,
          )
        : null,
      at === 0 || month.month.endsWith('-01')
        ? element(
            'text',
            { x: text(MARGIN.left + step * (at + 0.5)), y: text(HEIGHT - 8), 'text-anchor': 'middle' },
            month.month.slice(0, 4),
          )
        : null,
    ]),
  ).source
}

const text = (length: number): string => String(Math.round(length * 10) / 10)

/** The end of the scale: an even number of one leading digit that is not smaller. */
function niceTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most))
  return Math.max(
    2,
    [1, 2, 4, 6, 8, 10].map((times) => times * unit).find((top) => top >= most)!,
  )
}
