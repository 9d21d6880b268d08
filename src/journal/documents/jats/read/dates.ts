import type { Element } from '@xmldom/xmldom'
import { attribute, child, children, rawText } from '../model/nodes.ts'
import { ImportProblem } from '../model/parse.ts'

export interface ArticleDates {
  /** All of them YYYY-MM-DD. */
  publishedOn: string
  receivedOn: string | null
  /** Of the last revision. */
  revisedOn: string | null
  acceptedOn: string | null
}

/** A date as precise as the file gives it: '2018', '2018-03' or '2018-03-05'. */
type KnownDate = string

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

export function readDates(meta: Element): ArticleDates {
  const history = child(meta, 'history')
  const dated = [...children(history, 'date'), ...children(meta, 'date')]
  const allOf = (type: string) => dated.filter((element) => attribute(element, 'date-type') === type).map(dateOf)
  const day = (date: KnownDate | undefined) => (date?.length === 10 ? date : null)
  const full = (type: string) => day(allOf(type)[0])
  const revisedOn = day(allOf('rev-recd').at(-1))
  const [receivedOn, acceptedOn] = [full('received'), full('accepted')]
  return { publishedOn: publicationDate(meta, acceptedOn ?? receivedOn), receivedOn, revisedOn, acceptedOn }
}

/**
 * The publication date: a full date before a month before a year, online before print, and an archive's
 * release date only if there is nothing else.
 */
function publicationDate(meta: Element, accepted: string | null): string {
  const dates = children(meta, 'pub-date')
    .map((element) => ({ date: dateOf(element), rank: rankOf(element) }))
    .filter((known): known is { date: KnownDate; rank: number } => known.date !== undefined && known.rank < Infinity)
    .sort(
      (a, b) =>
        Number(a.rank === ARCHIVE) - Number(b.rank === ARCHIVE) || b.date.length - a.date.length || a.rank - b.rank,
    )
  const best = dates[0]?.date
  if (!best) throw new ImportProblem('The file gives no publication date (<pub-date>).', meta.lineNumber)
  if (best.length === 10) return best
  // A month or year stands for its first day, unless the article was accepted later in it.
  const first = best.length === 7 ? `${best}-01` : `${best}-01-01`
  return accepted?.startsWith(best) ? accepted : first
}

const ARCHIVE = 4

function rankOf(element: Element): number {
  const type = attribute(element, 'pub-type') || attribute(element, 'date-type')
  const format = attribute(element, 'publication-format')
  if (
    type === 'epub' ||
    type === 'epub-ppub' ||
    (/^(?:pub|publication)$/.test(type) && /^(?:|electronic|online.*)$/.test(format))
  )
    return 0
  if (type === 'ppub' || type === 'pub' || format === 'print') return 1
  if (type === 'collection' || type === 'issue') return 2
  if (type === 'pmc-release' || type === 'nihms-submitted') return ARCHIVE
  return type === 'retracted' || type === 'corrected' || type === 'preprint' ? Infinity : 3
}

function dateOf(element: Element): KnownDate | undefined {
  const part = (name: string) => rawText(child(element, name))
  const iso = attribute(element, 'iso-8601-date') || attribute(child(element, 'string-date'), 'iso-8601-date')
  const year = part('year') || /^\d{4}/.exec(iso)?.[0] || /\b(?:1[5-9]|20)\d\d\b/.exec(part('string-date'))?.[0] || ''
  if (/^\d{4}-\d\d-\d\d/.test(iso) && isDay(iso.slice(0, 10))) return iso.slice(0, 10)
  if (!/^\d{4}$/.test(year)) return undefined
  const month = monthOf(part('month'))
  if (month === undefined) return year
  const day = Number(part('day'))
  const full = `${year}-${two(month)}-${two(day)}`
  return day && isDay(full) ? full : `${year}-${two(month)}`
}

function monthOf(text: string): number | undefined {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1
  return number >= 1 && number <= 12 ? number : undefined
}

const two = (number: number): string => String(number).padStart(2, '0')

/** True for a valid calendar date. */
function isDay(iso: string): boolean {
  const time = Date.parse(`${iso}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso)
}
