import type { Element } from '@xmldom/xmldom'
import { runsOf } from './inline.ts'
import { attribute, child, children, descendants, nameOf, rawText } from './nodes.ts'
import { plainText, tidyRuns, type Run } from './runs.ts'

/** One entry of the bibliography: as worded in the file, or built from its parts. */
export function referenceRuns(ref: Element): Run[] {
  const citation = children(
    child(ref, 'citation-alternatives') ?? ref,
    'mixed-citation',
    'element-citation',
    'nlm-citation',
    'citation',
  )[0]
  if (!citation) return []
  const worded = nameOf(citation) === 'mixed-citation' || ownText(citation).split('\n').some(hasWordThenStop)
  return worded ? runsOf(citation, { citations: 'kept' }) : composed(citation)
}

/** A letter that is followed somewhere by a comma or full stop. */
const hasWordThenStop = (line: string): boolean => /[,.]/.test(line.slice(line.search(/\p{L}|$/u)))

/** Text between the parts: a citation with such text is already worded. */
const ownText = (citation: Element): string => {
  let text = ''
  for (let node = citation.firstChild; node; node = node.nextSibling)
    if (node.nodeType === 3) text += node.nodeValue ?? ''
  return text.trim()
}

/** 'Author A, Author B (2009) Title. Source 15: 44–52. https://doi.org/…' */
function composed(citation: Element): Run[] {
  const runs: Run[] = []
  const say = (text: string) => text && runs.push({ text, marks: [] })
  const part = (name: string) => {
    const element = child(citation, name)
    return element ? runsOf(element, { citations: 'kept' }) : []
  }
  const sentence = (more: Run[]) => {
    if (!more.length) return
    say(' ')
    runs.push(...more)
    if (!/[.?!]$/.test(plainText(more))) say('.')
  }
  const year = rawText(child(citation, 'year'))
  say(authors(citation))
  say(year ? ` (${year})` : '')
  sentence([...part('article-title'), ...part('chapter-title'), ...part('data-title')])
  const source = part('source').map((run): Run => ({ ...run, marks: ['i'] }))
  const [volume, first, last] = ['volume', 'fpage', 'lpage'].map((name) => rawText(child(citation, name)))
  const pages = first ? `${first}${last && last !== first ? `–${last}` : ''}` : rawText(child(citation, 'elocation-id'))
  const publisher = ['publisher-name', 'publisher-loc']
    .map((name) => rawText(child(citation, name)))
    .filter(Boolean)
    .join(', ')
  const place = [volume, pages].filter(Boolean).join(': ')
  sentence([...source, ...(place ? [{ text: ` ${place}`, marks: [] }] : [])])
  sentence(publisher ? [{ text: publisher, marks: [] }] : [])
  const doi = children(citation, 'pub-id').find((id) => attribute(id, 'pub-id-type') === 'doi')
  if (doi) sentence([{ text: `https://doi.org/${rawText(doi)}`, marks: [], href: `https://doi.org/${rawText(doi)}` }])
  return tidyRuns(runs)
}

function authors(citation: Element): string {
  const group =
    children(citation, 'person-group').find((one) => attribute(one, 'person-group-type') !== 'editor') ?? citation
  const names = [...descendants(group, 'name', 'collab')].map((name) =>
    nameOf(name) === 'collab'
      ? rawText(name)
      : [rawText(child(name, 'surname')), rawText(child(name, 'given-names'))].filter(Boolean).join(' '),
  )
  return `${names.join(', ')}${child(group, 'etal') ? ' et al.' : ''}`
}
