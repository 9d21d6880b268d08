import type { SearchResult } from '../../../contract/api/search.ts'
import type { Passage } from '../../documents/jats/html/render.ts'
import { withMarks, type Hit, type Marker } from './marked.ts'

type Shown = SearchResult['passages'][number]

const MOST_PASSAGES = 2
/** About three lines. */
const LENGTH = 260
/** How much of the sentence is shown before the first marked word. */
const LEAD = 70

interface Candidate {
  passage: Passage
  hits: Hit[]
  /** How many different terms it holds. */
  terms: number
}

/** The best passages of an article, cut and marked, and how many more are as good as the best. */
export function cutPassages(passages: readonly Passage[], marker: Marker): { passages: Shown[]; morePassages: number } {
  let candidates = candidatesIn(passages, (text) => marker.quickHits(text))
  if (!candidates.length) candidates = candidatesIn(passages, (text) => (marker.mayHide(text) ? marker.hits(text) : []))
  if (!candidates.length) return { passages: [], morePassages: 0 }
  const most = Math.max(...candidates.map(({ terms }) => terms))
  const best = candidates.toSorted((one, other) => other.terms - one.terms).slice(0, MOST_PASSAGES)
  const asGood = candidates.filter(({ terms }) => terms === most).length
  return {
    passages: best.map(cut),
    morePassages: asGood - best.filter(({ terms }) => terms === most).length,
  }
}

function candidatesIn(passages: readonly Passage[], hitsIn: (text: string) => Hit[]): Candidate[] {
  return passages.flatMap((passage) => {
    const hits = hitsIn(passage.text)
    return hits.length ? [{ passage, hits, terms: new Set(hits.map(({ term }) => term)).size }] : []
  })
}

function cut({ passage, hits }: Candidate): Shown {
  const { section, part, anchor, text } = passage
  const [from, to] = windowOf(text, hits)
  const inWindow = hits.map((hit) => ({ ...hit, from: hit.from - from, to: hit.to - from }))
  const html = withMarks(text.slice(from, to), inWindow)
  return { section, part, anchor, text: `${from > 0 ? '… ' : ''}${html}${to < text.length ? ' …' : ''}` }
}

/** The part of a text with the most different terms, cut between words. */
function windowOf(text: string, hits: readonly Hit[]): [from: number, to: number] {
  if (text.length <= LENGTH) return [0, text.length]
  let best = { from: 0, terms: 0 }
  for (const [at, { from }] of hits.entries()) {
    const terms = new Set<string>()
    for (let next = at; next < hits.length && hits[next]!.to <= from + LENGTH - LEAD; next++)
      terms.add(hits[next]!.term)
    if (terms.size > best.terms) best = { from, terms: terms.size }
  }
  const from = wordStart(text, Math.max(0, Math.min(best.from - LEAD, text.length - LENGTH)))
  return [from, wordEnd(text, Math.min(text.length, from + LENGTH))]
}

function wordStart(text: string, from: number): number {
  if (from === 0) return 0
  const space = text.indexOf(' ', from - 1)
  return space < 0 || space > from + 40 ? from : space + 1
}

function wordEnd(text: string, to: number): number {
  if (to === text.length) return to
  const space = text.lastIndexOf(' ', to)
  return space < to - 40 ? to : space
}
