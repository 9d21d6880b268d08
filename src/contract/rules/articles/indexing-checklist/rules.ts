/** Who asks for something of a journal or of its articles. */
export const ASKERS = [
  'Google Scholar',
  'DOAJ',
  'Scopus',
  'COPE',
  'Transparency Principles',
  'Crossref',
  'OAI-PMH',
  'Licence',
  'Accessibility',
] as const
export type Asker = (typeof ASKERS)[number]

/** unknown: the program cannot tell; a person has to look. */
export const VERDICTS = ['holds', 'fails', 'unknown'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The place where something is mended: a page of the site, a file, or the journal's settings. */
export interface Place {
  label: string
  /** Null for files and settings. */
  href: string | null
}

/** One rule, as it is judged for the journal or for an article. */
export interface Check {
  id: string
  asker: Asker
  verdict: Verdict
  /** True: without it an index may refuse the journal, or leave the article out. False: it is only recommended. */
  isNeeded: boolean
  sentence: string
  /** Null where it holds, or where its reader mends it. */
  place: Place | null
}

/** A rule over facts: pure, so that it can be read and tested by itself. */
export interface Rule<Facts> {
  id: string
  asker: Asker
  isNeeded: boolean
  /** Null: cannot be told from the facts. */
  holds: (facts: Facts) => boolean | null
  /** The sentences for each verdict; `unknown` is only there where `holds` may answer null. */
  good: string | ((facts: Facts) => string)
  bad: string | ((facts: Facts) => string)
  unknown?: string
  /** Null: where its reader is. */
  place: (facts: Facts) => Place | null
}

/** Judges the facts by each rule, in order. */
export function judged<Facts>(rules: readonly Rule<Facts>[], facts: Facts): Check[] {
  return rules.map(({ id, asker, isNeeded, holds, good, bad, unknown, place }) => {
    const held = holds(facts)
    const said = (sentence: Rule<Facts>['good']) => (typeof sentence === 'string' ? sentence : sentence(facts))
    const verdict: Verdict = held === null ? 'unknown' : held ? 'holds' : 'fails'
    const sentence = held === null ? (unknown ?? PLEASE_CHECK) : said(held ? good : bad)
    return { id, asker, verdict, isNeeded, sentence, place: held ? null : place(facts) }
  })
}

export const PLEASE_CHECK = 'Please check this yourself.'
