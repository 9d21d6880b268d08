import { decodeEntities, piecesHtml, titlePieces, type TitlePiece } from './inline-markup.ts'

/** 'Oryza sativa', 'P. vulgaris', 'Zea mays ssp. parviglumis': endings that English phrases rarely have. */
const SPECIES =
  /^(?:\p{Lu}\p{Ll}{0,2}\.|\p{Lu}\p{Ll}+(?:a|e|i|o|us|um|is|es|as|os|on|ys|ix|ax|ex|er|or|en|an|ops))\s\p{Ll}[\p{Ll}-]*(?:a|e|i|us|um|is|es|as|os|ns|or|ix|ax|ex|er|ys)(?:\s(?:(?:subsp|ssp|var|f)\.\s)?\p{Ll}[\p{Ll}-]+)?$/u

/** True for italics that are the scientific name of a species. */
export const isSpecies = (italics: string): boolean => italics.length < 80 && SPECIES.test(italics)

/** A genus, by endings that hardly an English word has: 'Fragaria', not 'Science'. */
const GENUS = /^\p{Lu}\p{Ll}{2,}(?:a|us|um|ops|[ao]psis|oides|ix|ys)$/u

/** What texts on plants say in Latin besides names. */
const PHRASES = new Set(
  'in vitro,in vivo,in situ,ex situ,ex vivo,in planta,in silico,in utero,de novo,ad libitum,a priori,a posteriori,et al.,et al,sensu lato,sensu stricto'.split(
    ',',
  ),
)

/** True for italics that are Latin, not a gene or a variable. */
export const isLatin = (italics: string): boolean => {
  const text = italics.replace(/\s+/g, ' ').trim()
  return isSpecies(text) || (text.length < 40 && GENUS.test(text)) || PHRASES.has(text.toLowerCase())
}

/** Of pieces of a text, whether each is part of italics in Latin: a searched word may part them. */
export function latinPieces(pieces: readonly { text: string; marks: readonly string[] }[]): boolean[] {
  const isItalic = (at: number) => pieces[at]?.marks.includes('i') === true
  const latin: boolean[] = []
  for (let from = 0; from < pieces.length; from = latin.length) {
    let to = from + 1
    if (isItalic(from)) while (isItalic(to)) to++
    const text = pieces.slice(from, to).map((piece) => piece.text)
    latin.push(...text.map(() => isItalic(from) && isLatin(text.join(''))))
  }
  return latin
}

/** HTML whose italics in Latin say that they are. */
export const withLatinMarked = (html: string): string =>
  html.replace(/<(i|em)>([^<]{2,80})<\/\1>/g, (italics, tag: string, text: string) =>
    isLatin(decodeEntities(text)) ? `<${tag} lang="la">${text}</${tag}>` : italics,
  )

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
