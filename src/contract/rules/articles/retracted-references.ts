import { longDate } from '../text/dates.ts'

/** What a list says of an article: corrections are not marked at references, and a reinstated article is not listed. */
export const NATURES = ['retraction', 'concern'] as const
export type Nature = (typeof NATURES)[number]

export interface RetractedDoi {
  /** In small letters. */
  doi: string
  nature: Nature
  /** A day; null where the list has none. */
  on: string | null
}

/** At the reference. */
export const natureMark = ({ nature, on }: Omit<RetractedDoi, 'doi'>): string => {
  const words = nature === 'retraction' ? 'Retracted' : 'Expression of concern'
  return on === null ? words : `${words}, ${longDate(on)}`
}

/** A row of the Retraction Watch database as Crossref publishes it: https://gitlab.com/crossref/retraction-watch-data */
export interface ListRow {
  OriginalPaperDOI?: string | undefined
  RetractionNature?: string | undefined
  RetractionDate?: string | undefined
}

/** Without these columns a file is another one. */
export const LIST_COLUMNS = ['OriginalPaperDOI', 'RetractionNature', 'RetractionDate'] as const

const DOI = /^10\.\d{4,9}\/\S{1,200}$/

/** Each listed article once, by the last that happened to it. */
export class RetractionList {
  readonly #last = new Map<string, { nature: Nature | null; on: string | null }>()

  add(row: ListRow): void {
    const doi = (row.OriginalPaperDOI ?? '').trim().toLowerCase()
    const nature = natureOf(row.RetractionNature ?? '')
    if (nature === undefined || !DOI.test(doi)) return
    const on = dayOfList(row.RetractionDate ?? '')
    const known = this.#last.get(doi)
    if (!known || (known.on ?? '') <= (on ?? '')) this.#last.set(doi, { nature, on })
  }

  get rows(): RetractedDoi[] {
    return [...this.#last].flatMap(([doi, { nature, on }]) => (nature === null ? [] : [{ doi, nature, on }]))
  }
}

/** Null: it was taken back; undefined: a correction, which is no reason to doubt. */
function natureOf(words: string): Nature | null | undefined {
  const nature = words.trim().toLowerCase()
  if (nature === 'retraction') return 'retraction'
  if (nature === 'expression of concern') return 'concern'
  return nature === 'reinstatement' ? null : undefined
}

/** '3/21/2021 0:00' is 21 March: the list has the American order. */
function dayOfList(words: string): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(words.trim()) ?? []
  const on = year ? `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` : ''
  // '2021-02-31' would be in March.
  return on && new Date(on).toJSON()?.startsWith(on) ? on : null
}
