import { decodeEntities, piecesHtml, titlePieces, type TitlePiece } from './inline-markup.ts'

/** A genus, by endings that hardly an English word has: 'Fragaria', not 'Science'. */
const GENUS_ENDING = /^\p{Lu}\p{Ll}{2,}(?:a|us|um|ops|[ao]psis|oides|ix|ys)$/u

/** Genera of plants, and of what lives on them, that end otherwise. */
const GENERA = new Set(
  (
    'Abies Acer Agave Agropyron Ananas Andropogon Anemone Apis Arachis Arundo Aster Berberis Bombax Botrytis Cannabis ' +
    'Capparis Carex Cattleya Chilo Chlamydomonas Cicer Claviceps Cleome Clematis Coix Croton Cucumis Cyclamen Cymbopogon ' +
    'Cynodon Dactylis Digitalis Diospyros Elaeis Eragrostis Erigeron Glycine Ilex Lablab Lens Leucas Litchi Manihot Mirabilis ' +
    'Ophiocordyceps Orchis Orthosiphon Panax Papaver Phragmites Physalis Piper Plantago Plumbago Poa Pogostemon Pseudomonas ' +
    'Rhododendron Rhus Ribes Rumex Secale Senecio Sinapis Smilax Streptomyces Strychnos Tagetes Tussilago Ulex Vitex Vitis Zea Zingiber'
  ).split(' '),
)

/** Words of English that sound like genera. */
const NO_GENERA = new Set(
  (
    'Algae Area Bacteria Campus Census Consensus Criteria Data Extra Focus Forum Formula Genus Maximum Media Medium Minimum Museum ' +
    'Optimum Phenomena Phylum Plasma Plus Schema Spectra Spectrum Status Stigma Virus'
  ).split(' '),
)

const isGenus = (word: string): boolean => GENERA.has(word) || (GENUS_ENDING.test(word) && !NO_GENERA.has(word))

/** 'Oryza sativa', 'P. vulgaris', 'Zea mays ssp. parviglumis', 'Hordeum vulgare L.': its genus, epithet and further one. */
const NAME =
  /^(\p{Lu}\p{Ll}{0,2}\.|\p{Lu}\p{Ll}+) (\p{Ll}[\p{Ll}-]+)(?: (?:(?:subsp|ssp|var|pv|f|f\. ?sp)\.? )?(\p{Ll}[\p{Ll}-]+))?(?: L\.?)?$/u

/** Endings that English phrases rarely have: 'Plant cell' and 'Data availability' are none. */
const EITHER_ENDING = /(?:a|e|i|o|us|um|is|es|as|os|on|ys|ix|ax|ex|er|or|en|an|ops)$/
const EPITHET_ENDING = /(?:a|e|i|us|um|is|es|as|os|ns|or|ix|ax|ex|er|ys)$/

/** Words of English that follow a genus in italics, and endings of others. */
const ENGLISH_ENDING = /(?:y|ing|ed|ion|ment|ness|al|ic|ive)$/
const ENGLISH = new Set(
  (
    'cell cells gene genes genome genus group infection leaf leaves line lines locus mutant mutants plant plants protein root ' +
    'roots seed seeds sp species spp strain strains virus and'
  ).split(' '),
)

/** The parts of a scientific name of a species in these words; null if they are none. */
function speciesIn(words: string): { genus: string; epithets: string[] } | null {
  const [, genus, epithet, further] = (words.length < 80 && NAME.exec(words)) || []
  if (!genus || !epithet || ENGLISH.has(epithet) || NO_GENERA.has(genus)) return null
  const isSure = genus.endsWith('.') ? epithet.length > 3 : isGenus(genus) && !ENGLISH_ENDING.test(epithet)
  // A name whose genus nobody knows needs an epithet that sounds like one; so does one with a third word.
  const sounds = (genus.endsWith('.') || EITHER_ENDING.test(genus)) && EPITHET_ENDING.test(epithet)
  if (!sounds && (!isSure || further)) return null
  return { genus, epithets: further ? [epithet, further] : [epithet] }
}

/** Without the marks and brackets at its ends; they come into italics by mistake. */
function bare(italics: string): string {
  const text = italics.replace(/\s+/g, ' ')
  let [from, to] = [0, text.length]
  while (from < to && ' (),;:'.includes(text[from]!)) from++
  while (to > from && ' (),;:'.includes(text[to - 1]!)) to--
  return text.slice(from, to)
}

/** True for italics that are the scientific name of a species. */
export const isSpecies = (italics: string): boolean => speciesIn(bare(italics)) !== null

/** What texts on plants say in Latin besides names, and the subspecies of rice, which are called by their epithets. */
const PHRASES = new Set(
  'indica,japonica,javanica,in vitro,in vivo,in situ,ex situ,ex vivo,in planta,in silico,in utero,de novo,ad libitum,a priori,a posteriori,et al.,et al,sensu lato,sensu stricto'.split(
    ',',
  ),
)

/** True for italics that are Latin, not a gene or a variable. */
export const isLatin = (italics: string): boolean => {
  const text = bare(italics)
  return speciesIn(text) !== null || (text.length < 40 && isGenus(text)) || PHRASES.has(text.toLowerCase())
}

/** Epithets that stand alone where a genus was named: by endings that words of other languages rarely have. */
const LONE_EPITHET =
  /^\p{Ll}{2,}(?:ensis|ense|ifoli\p{Ll}+|iflor\p{Ll}+|icola|oides|orum|ii|ica|ata|osa|osum|anum|icum|ivum|iva|atum|assa|[ae]scens|yzae)$/u

/**
 * Of the italics of one text, in their order, whether each is Latin. A genus or epithet of a species that the text names may
 * stand alone ('*Vitis*', '*sativa*'), and what sounds like an epithet may once a name was there ('f. sp. *cubense*').
 */
export function latinAmong(italics: readonly string[]): boolean[] {
  const known = new Set<string>()
  for (const text of italics) {
    const species = speciesIn(bare(text))
    if (species) for (const word of [species.genus, ...species.epithets]) known.add(word)
  }
  let isNamed = false
  return italics.map((text) => {
    const word = bare(text)
    const isName = isLatin(text) || (word.length > 3 && known.has(word))
    if (isName && /^\p{Lu}/u.test(word)) isNamed = true
    return isName || (isNamed && word.length < 40 && LONE_EPITHET.test(word))
  })
}

/** Of pieces of a text, whether each is part of italics in Latin: a searched word may part them. */
export function latinPieces(pieces: readonly { text: string; marks: readonly string[] }[]): boolean[] {
  const runs: { text: string; at: number[] }[] = []
  for (const [at, { text, marks }] of pieces.entries()) {
    if (!marks.includes('i')) continue
    const last = runs.at(-1)
    if (last?.at.at(-1) === at - 1) {
      last.text += text
      last.at.push(at)
    } else runs.push({ text, at: [at] })
  }
  const latin = latinAmong(runs.map(({ text }) => text))
  const inLatin = new Set(runs.flatMap(({ at }, index) => (latin[index] ? at : [])))
  return pieces.map((_, at) => inLatin.has(at))
}

const ITALICS = /<(i|em)>([^<]{2,80})<\/\1>/g

/** HTML whose italics in Latin say that they are. */
export function withLatinMarked(html: string): string {
  const latin = latinAmong([...html.matchAll(ITALICS)].map(([, , text]) => decodeEntities(text!)))
  let at = 0
  return html.replace(ITALICS, (italics, tag: string, text: string) =>
    latin[at++] ? `<${tag} lang="la">${text}</${tag}>` : italics,
  )
}

/** More names than these are not looked for in a text. */
const NAMES_MAX = 50

/** A name, not a word that is only stressed: it begins with a capital, or has several words ('in vitro'). */
const isName = (text: string): boolean => /\p{L}{3}/u.test(text) && /^\p{Lu}|\p{L} \p{L}/u.test(text)

/** 'P. glaucum' for 'Pennisetum glaucum'. */
function abbreviated(name: string): string[] {
  const [, initial, rest] = /^(\p{Lu})\p{Ll}+ (\p{Ll}.*)$/u.exec(name) ?? []
  return initial && rest ? [`${initial}. ${rest}`] : []
}

/**
 * The Latin names that a title (with its markup) and an abstract (as HTML) set in italics, the longest first: plain texts
 * about the manuscript, such as letters, show them in the same way.
 */
export function latinNames(title: string, abstract: string): string[] {
  const inTitle = titlePieces(title).flatMap(({ text, marks }) => (marks.includes('i') ? [text] : []))
  const inAbstract = [...abstract.matchAll(/<(i|em)>([^<]{3,80})<\/\1>/g)].map(([, , text]) => decodeEntities(text!))
  const names = [...inTitle, ...inAbstract].map((name) => name.trim()).filter(isName)
  return [...new Set(names.flatMap((name) => [name, ...abbreviated(name)]))]
    .slice(0, NAMES_MAX)
    .toSorted((one, other) => other.length - one.length)
}

const LETTER = /[\p{L}\p{N}]/u

/** A plain text as a title's markup, with these names in italics wherever they are whole words. */
export function withItalics(text: string, names: readonly string[]): string {
  const pieces: TitlePiece[] = []
  // Where each name is next: every one of them goes through the text once.
  const places = names.map((name) => ({ name, at: text.indexOf(name) }))
  let from = 0
  for (;;) {
    for (const place of places) if (place.at >= 0 && place.at < from) place.at = text.indexOf(place.name, from)
    const first = places
      .filter(({ at }) => at >= 0)
      .reduce<(typeof places)[number] | null>((one, other) => (one && one.at <= other.at ? one : other), null)
    if (!first) break
    const { name, at } = first
    const to = at + name.length
    if (LETTER.test(text[at - 1] ?? '') || LETTER.test(text[to] ?? '')) {
      first.at = text.indexOf(name, at + 1)
      continue
    }
    pieces.push({ text: text.slice(from, at), marks: [] }, { text: name, marks: ['i'] })
    from = to
  }
  return piecesHtml([...pieces, { text: text.slice(from), marks: [] }])
}
