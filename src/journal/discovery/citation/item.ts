import { titlePieces } from '../../../contract/rules/text/inline-markup.ts'
import type { CitationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { cslItem } from './csl.ts'

/** What the citation processor is given: an article as CSL-JSON, with `LESS` and `MORE` for `<` and `>` in text. */
export type Item = Record<string, unknown>

/** The processor takes tags in any text for markup, so these signs travel as characters that no text has. */
export const LESS = '\uE000'
export const MORE = '\uE001'

/** The parts of an article that its formatted reference consists of. */
export function itemToFormat(record: CitationRecord): Item {
  const {
    abstract: _abstract,
    keyword: _keyword,
    publisher: _publisher,
    status: _status,
    note: _note,
    // The journal's own abbreviation is an acronym, not one that indexes know: references name the journal in full.
    'container-title-short': _short,
    ...item
  } = cslItem(record)
  return { ...(masked(item) as Item), title: titleForStyles(record.titleMarkup) }
}

/** A title whose Latin names keep their capitals in styles that capitalise titles ('Phaseolus vulgaris'). */
function titleForStyles(markup: string): string {
  return titlePieces(markup)
    .map(({ text, marks }) => {
      const inner = marks.length ? keptAsIs(mask(text)) : withNamesKept(text)
      return marks.reduceRight((html, mark) => `<${mark}>${html}</${mark}>`, inner)
    })
    .join('')
}

function withNamesKept(text: string): string {
  let title = ''
  let done = 0
  for (const { start, end } of latinNames(text)) {
    title += mask(text.slice(done, start)) + keptAsIs(mask(text.slice(start, end)))
    done = end
  }
  return title + mask(text.slice(done))
}

const keptAsIs = (text: string): string => `<span class="nocase">${text}</span>`

const mask = (text: string): string =>
  text
    .replace(/[\uE000-\uE002]/g, '')
    .replaceAll('<', LESS)
    .replaceAll('>', MORE)

/** The same with all text masked. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner)]))
}

/** English words in lower case that end as epithets do. */
const NO_EPITHETS = new Set(
  (
    'across area asparagus basis bonus campus canopus census chorus cactus citrus consensus corpus equilibrium ' +
    'flora fungus genus humus medium minimum maximum mucus nucleus opera opus optimum orchis pendulum petroleum plus ' +
    'premium radius radium selenium spectrum status stimulus surplus symposium thus thymus versus virus calcium ' +
    'cadmium lithium magnesium potassium sodium aluminium ammonium sodium stadium museum herbarium bacterium ' +
    'mycelium album forum momentum continuum vacuum quantum serum datum stratum sorghum geranium'
  ).split(' '),
)

const NAME = /(?<!\p{L})\p{Lu}\p{Ll}{2,30} (\p{Ll}{2,30}(?:-\p{Ll}{2,30})?)(?!\p{L})/gu

/** Endings that hardly an English word has. */
const LATIN =
  /(?:us|um|ii|ae|ensis|ense|oides|icus|ica|aris|are|ata|ana|osa|ola|ina|iva|ora|ula|aea|ea|ilis|alis|estris|anthus)$/

/** The places of Latin names in plain text, such as 'Phaseolus vulgaris', as start and end. A guess. */
export function latinNames(text: string): { start: number; end: number }[] {
  return [...text.matchAll(NAME)].flatMap((match) => {
    const epithet = match[1]!
    const isName = epithet.length > 3 && !NO_EPITHETS.has(epithet) && LATIN.test(epithet)
    return isName ? [{ start: match.index, end: match.index + match[0].length }] : []
  })
}
