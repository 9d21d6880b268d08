import { inNormalForm } from '../text/plain-text.ts'
import { personName } from './people.ts'

/** How a person is known. */
export interface SoughtPerson {
  /** Full names as they are printed, in other spellings too; single names count as family names. */
  names: readonly string[]
  emails?: readonly string[] | undefined
  phones?: readonly string[] | undefined
  orcids?: readonly (string | null)[] | undefined
  /** Texts with semicolons between several. */
  affiliations?: readonly string[] | undefined
}

export const MENTION_KINDS = [
  'full name',
  'email address',
  'ORCID iD',
  'phone number',
  'family name',
  // What is before the @ of an address.
  'mailbox',
  'given name',
  'initials',
  'affiliation',
] as const
export type MentionKind = (typeof MENTION_KINDS)[number]

/** Where a text names someone, or may do so. */
export interface Mention {
  start: number
  end: number
  /** What was sought: as it was given, not as it is in the text. */
  shown: string
  kind: MentionKind
  /** False for what other people share: a given name, initials, an affiliation. */
  isSure: boolean
}

const POSSIBLE: readonly MentionKind[] = ['given name', 'initials', 'affiliation']

/** Letters that Unicode does not take apart, and other scripts as they are commonly written in Latin letters. */
const LATIN = new Map(
  Object.entries({
    ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i', ŋ: 'ng', ħ: 'h', ŧ: 't' },
    ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'i', к: 'k', л: 'l' },
    ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh' },
    ...{ щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', і: 'i', ї: 'i', є: 'ye', ґ: 'g', ў: 'u', ј: 'j' },
    ...{ љ: 'lj', њ: 'nj', ћ: 'c', ђ: 'dj', џ: 'dz', ќ: 'k', ѓ: 'g', ѕ: 'dz' },
    ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
    ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
  }),
)
/** How some write letters that others write with a sign above. */
const WRITTEN_OUT: [letters: string, one: string][] = [
  ['ae', 'a'],
  ['oe', 'o'],
  ['ue', 'u'],
  ['aa', 'a'],
]
const SIGNED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

const LETTER = /[\p{L}\p{N}]/u
/** Seen by nobody: soft hyphens, joiners, marks of direction. */
const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]/u
const BREAK = /[\n\r\u2028\u2029]/
const HYPHEN = /[-\u2010\u2011\u00AC]/

const OMICRON = /[οόΟΌ]/u
const UPSILON = /[υύΥΎ]/u
const DIGIT = /[0-9]/
const SIGN = /[ªº™℠\u02B0-\u02FF\u1D2C-\u1D6A\u2071\u207F\u2090-\u209C]/u

/** Most characters: letters and digits as they are, small; nothing for the others. */
const ASCII = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return LETTER.test(character) ? character.toLowerCase() : ''
})
const foldedCharacters = new Map<string, string>()
/** A character in small Latin letters without accents, as far as there are such; nothing for what is no letter. */
function folded(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 128) return ASCII[code]!
  let found = foldedCharacters.get(character)
  if (found !== undefined) return found
  found = ''
  // Signs such as ™ and ª are no part of a name.
  const isSign = SIGN.test(character)
  for (const part of isSign ? '' : inNormalForm(character, 'NFKD').toLowerCase()) {
    if (LETTER.test(part)) found += LATIN.get(part) ?? part
  }
  if (foldedCharacters.size < 5000) foldedCharacters.set(character, found)
  return found
}

/** The letters of a text, and what is between them. */
interface Letters {
  letters: string
  /** Of each letter: where it is in the text, and where its character ends. */
  starts: Int32Array
  ends: Int32Array
  /** Of each letter: how many characters that can be seen are before it since the one before, 255 at most. */
  gaps: Uint8Array
  flags: Uint8Array
}
const CAPITAL = 1
/** Between this letter and the one before are the end of a line and perhaps a hyphen, nothing else. */
const HYPHENATED = 2
/** This letter is on another line than the one before. */
const NEW_LINE = 4

function lettersOf(text: string): Letters {
  const pieces: string[] = []
  let room = text.length + 16
  let starts = new Int32Array(room)
  let ends = new Int32Array(room)
  let gaps = new Uint8Array(room)
  let flags = new Uint8Array(room)
  let count = 0
  let gap = 0
  let isBroken = false
  let isOnlyBreak = true
  let isOmicron = false
  let at = 0
  for (const character of text) {
    const start = at
    at += character.length
    // In Greek, ου is one sound.
    const letters = UPSILON.test(character) && isOmicron ? 'u' : folded(character)
    isOmicron = OMICRON.test(character)
    if (letters === '') {
      if (UNSEEN.test(character)) continue
      if (gap < 255) gap++
      if (BREAK.test(character)) isBroken = true
      else if (!HYPHEN.test(character) && character !== ' ' && character !== '\t') isOnlyBreak = false
      continue
    }
    // By the letter itself: 'ǅ' and the like are no concern here.
    const isCapital = character !== character.toLowerCase()
    pieces.push(letters)
    // A character can be several letters: 'щ' is four.
    if (count + letters.length > room) {
      room *= 2
      starts = enlarged(starts, new Int32Array(room))
      ends = enlarged(ends, new Int32Array(room))
      gaps = enlarged(gaps, new Uint8Array(room))
      flags = enlarged(flags, new Uint8Array(room))
    }
    for (let index = 0; index < letters.length; index++, count++) {
      starts[count] = start
      ends[count] = at
      gaps[count] = index === 0 ? gap : 0
      flags[count] =
        (isCapital ? CAPITAL : 0) |
        (index === 0 && isBroken ? NEW_LINE : 0) |
        (index === 0 && isBroken && isOnlyBreak ? HYPHENATED : 0)
    }
    gap = 0
    isBroken = false
    isOnlyBreak = true
  }
  return { letters: pieces.join(''), starts, ends, gaps, flags }
}

function enlarged<A extends Int32Array | Uint8Array>(from: A, to: A): A {
  to.set(from)
  return to
}

const lettersIn = (text: string): string => lettersOf(text).letters
const words = (text: string): string[] => text.split(/[^\p{L}\p{N}\p{M}'’]+/u).filter((word) => LETTER.test(word))
const isCased = (text: string): boolean => text.toLowerCase() !== text.toUpperCase()

interface Needle {
  letters: string
  shown: string
  kind: MentionKind
  /** A single word names someone only with a capital: 'Green' is a person, 'green' is not. */
  needsCapital: boolean
  /** Scripts without capitals write no spaces either. */
  needsEdges: boolean
  /** How much may be between two of its letters; single words are cut by lines, or all their letters are spaced. */
  isSingle: boolean
}

/** Between the words of a name: a comma and a space, '_-_' in names of files, a full stop and two spaces. */
const WIDEST_GAP = 3
/** With fewer letters a word is found as it is alone: 'an ton' is not 'Anton', but 'l i' is anything. */
const LEAST_CUT = 4
/** So short a name is part of too many texts. */
const LEAST_GIVEN = 3
const LEAST_LOCAL_PART = 5
const LEAST_AFFILIATION = 10
const LONGEST = 300

/**
 * Looks for people in texts: by letters alone, whatever is between them, so that punctuation, other accents, line ends
 * and signs that nobody sees hide nothing. No pattern is made from what is sought, and a text is read once from its
 * beginning to its end: the time grows with its length, whatever the names are.
 */
export class PersonSearch {
  readonly #needles: Needle[] = []
  readonly #initials = new Map<string, string>()
  readonly #tree: Tree
  readonly #kinds: readonly MentionKind[]
  readonly #anyCase: boolean

  /** `kinds`: what is looked for. `anyCase`: single words are names in small letters, too. */
  constructor(
    { names, emails = [], phones = [], orcids = [], affiliations = [] }: SoughtPerson,
    { kinds = MENTION_KINDS, anyCase = false }: { kinds?: readonly MentionKind[]; anyCase?: boolean } = {},
  ) {
    this.#kinds = kinds
    this.#anyCase = anyCase
    for (const name of names) this.#addName(name.slice(0, LONGEST))
    for (const email of emails) this.#addEmail(email.slice(0, LONGEST))
    for (const phone of phones) this.#add(phone, 'phone number', { isSingle: false })
    for (const orcid of orcids) if (orcid) this.#add(orcid, 'ORCID iD', { isSingle: false })
    for (const affiliation of affiliations) this.#addAffiliation(affiliation.slice(0, 4 * LONGEST))
    this.#tree = new Tree(this.#needles.map(({ letters }) => letters))
  }

  /** All mentions in a text that people read, in their order; of several at one place the longest. */
  mentions(text: string): Mention[] {
    const read = lettersOf(text)
    const found: Mention[] = []
    this.#tree.search(read.letters, (index, from, to) => {
      const needle = this.#needles[index]!
      if (isThere(read, needle, from, to)) found.push(mentionOf(read, needle, from, to))
    })
    found.push(...this.#initialsIn(text))
    const rank = ({ kind }: Mention) => MENTION_KINDS.indexOf(kind)
    found.sort((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b))
    let end = -1
    return found.filter((one) => one.start >= end && (end = one.end) >= 0)
  }

  /** The surest mention in a text; null if there is none. */
  first(text: string): Mention | null {
    const all = this.mentions(text)
    return all.find(({ isSure }) => isSure) ?? all[0] ?? null
  }

  /**
   * A mention in what nobody reads as a text, where a name may be part of another word: 'jmalik'. Only names and
   * addresses of some length count there within words.
   */
  within(text: string): Mention | null {
    const read = lettersOf(text)
    let found: Mention | null = null
    this.#tree.search(read.letters, (index, from, to) => {
      const needle = this.#needles[index]!
      const isPart =
        !POSSIBLE.includes(needle.kind) && needle.letters.length >= LEAST_CUT && isClose(read, needle, from, to)
      if (isPart || isThere(read, needle, from, to)) found ??= mentionOf(read, needle, from, to)
    })
    return found
  }

  #addName(name: string): void {
    const all = words(name)
    if (!all.length) return
    const { fullName, familyName, givenNames } = personName({ fullName: name.trim().replace(/\s+/g, ' ') })
    const family = familyName ?? fullName
    const given = words(givenNames ?? '')
    if (all.length > 1) {
      const orders = [all, [...words(family), ...given], [...all].reverse()]
      if (given.length > 1) orders.push([given[0]!, ...words(family)], [...words(family), given[0]!])
      for (const order of orders) this.#add(order.join(' '), 'full name', { shown: name })
    }
    if (all.length === 1 || words(family).length)
      this.#add(family, 'family name', { needsCapital: words(family).length === 1 })
    for (const each of given) {
      if (lettersIn(each).length >= LEAST_GIVEN) this.#add(each, 'given name', { needsCapital: true })
    }
    if (!given.length || !isCased(name) || !this.#kinds.includes('initials')) return
    const first = (word: string) => lettersIn(word)[0] ?? ''
    const last = words(family).at(-1)!
    for (const letters of [first(given[0]!) + first(last), [...given, last].map(first).join('')])
      this.#initials.set(letters, letters.toUpperCase())
  }

  #addEmail(email: string): void {
    const [local = '', domain = ''] = email.trim().split('@')
    if (!domain) return
    this.#add(email, 'email address', { isSingle: false })
    this.#add(`${local} at ${domain}`, 'email address', { shown: email, isSingle: false })
    // 'marta.kowalska' is nobody else, 'botany' may be a word.
    const isWord = words(local).length === 1 && !/\d/.test(local)
    if (lettersIn(local).length >= LEAST_LOCAL_PART) this.#add(local, 'mailbox', { needsCapital: isWord })
  }

  #addAffiliation(affiliation: string): void {
    for (const part of affiliation.split(/[,;\n]/)) {
      if (words(part).length > 1 && lettersIn(part).length >= LEAST_AFFILIATION) this.#add(part.trim(), 'affiliation')
    }
  }

  #add(
    name: string,
    kind: MentionKind,
    { shown = name, needsCapital = false, isSingle = words(name).length === 1 } = {},
  ): void {
    if (!this.#kinds.includes(kind)) return
    for (const letters of spellings(name)) {
      if (letters.length < 2 || this.#needles.some((one) => one.letters === letters && one.kind === kind)) continue
      const cased = isCased(name)
      this.#needles.push({
        letters,
        shown,
        kind,
        needsCapital: needsCapital && cased && !this.#anyCase,
        needsEdges: cased,
        isSingle,
      })
    }
  }

  /** Initials sign: they have a line of their own, or end the text. */
  #initialsIn(text: string): Mention[] {
    if (!this.#initials.size) return []
    const found: Mention[] = []
    let at = 0
    const lines = text.split('\n')
    const lastLine = lines.findLastIndex((line) => LETTER.test(line))
    for (const [index, line] of lines.entries()) {
      const end = at + line.length
      // A line of its own is short, and of a long one only the end can sign.
      const tail = line.slice(-20)
      const word = /(?:^|[\s,;:–—-])(\p{Lu}(?:[. \u00A0-]{0,2}\p{Lu}){1,3})\.?\s*$/u.exec(tail)
      const isAlone = word !== null && word[1]!.length >= line.trim().length - 2
      if (word && (isAlone || index === lastLine)) {
        const shown = this.#initials.get(lettersIn(word[1]!))
        const start = end - tail.length + word.index
        if (shown) found.push({ start, end, shown, kind: 'initials', isSure: false })
      }
      at = end + 1
    }
    return found
  }
}

/** Letters of scripts that names are not compared across. */
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u

/**
 * False if nothing can be promised of a text in which nobody was found: it is in another script than a name, or a name is
 * so short that it is not looked for by itself.
 */
export function isSearchedWhole(text: string, { names }: SoughtPerson): boolean {
  if (!names.length || OTHER_SCRIPT.test(text)) return false
  return names.every((name) => {
    if (OTHER_SCRIPT.test(name)) return false
    const { fullName, familyName } = personName({ fullName: name.trim().replace(/\s+/g, ' ') })
    return lettersIn(familyName ?? fullName).length >= LEAST_GIVEN
  })
}

const mentionOf = ({ starts, ends }: Letters, { shown, kind }: Needle, from: number, to: number): Mention => ({
  ...{ start: starts[from]!, end: ends[to - 1]!, shown, kind },
  isSure: !POSSIBLE.includes(kind),
})

function isThere(read: Letters, needle: Needle, from: number, to: number): boolean {
  const { letters, gaps, flags } = read
  if (needle.needsEdges) {
    if (from > 0 && gaps[from] === 0 && !isBorder(letters, from)) return false
    if (to < letters.length && gaps[to] === 0 && !isBorder(letters, to)) return false
  }
  if (needle.needsCapital && !(flags[from]! & CAPITAL)) return false
  return isClose(read, needle, from, to)
}

/** True between a letter and a digit, such as that of a footnote: 'Lindqvist2'. */
const isBorder = (letters: string, at: number): boolean => DIGIT.test(letters[at - 1]!) !== DIGIT.test(letters[at]!)

/** True if nothing is between these letters that would part a name. */
function isClose(
  { gaps, flags }: Letters,
  { isSingle, letters, needsEdges }: Needle,
  from: number,
  to: number,
): boolean {
  let cuts = 0
  for (let index = from + 1; index < to; index++) {
    const gap = gaps[index]!
    if (gap === 0 || flags[index]! & HYPHENATED) continue
    // Scripts without spaces set short names wide.
    if (!needsEdges && gap === 1 && !(flags[index]! & NEW_LINE)) continue
    if (gap > WIDEST_GAP || (flags[index]! & NEW_LINE && isSingle)) return false
    cuts++
  }
  return !isSingle || cuts === 0 || (letters.length >= LEAST_CUT && cuts >= to - from - 1)
}

/** The letters of a name as different people write them. */
function spellings(name: string): string[] {
  const plain = lettersIn(name)
  const small = name.toLowerCase()
  const signed = [...small].map((each) => SIGNED[inNormalForm(each, 'NFC')] ?? each).join('')
  const unsigned = WRITTEN_OUT.reduce((text, [letters, one]) => text.replaceAll(letters, one), plain)
  // From Cyrillic, 'Ковальска' is written with a v.
  return [...new Set([plain, lettersIn(signed), unsigned, plain.replaceAll('w', 'v')])]
}

/** The automaton of Aho and Corasick: finds many words in one reading, in time that grows with the text alone. */
class Tree {
  readonly #next: Map<string, number>[] = [new Map()]
  readonly #back: number[] = [0]
  /** By node: the words that end there, the longest first. */
  readonly #ends: number[][] = [[]]
  readonly #lengths: number[]

  constructor(sought: string[]) {
    this.#lengths = sought.map(({ length }) => length)
    for (const [word, letters] of sought.entries()) {
      let node = 0
      for (let index = 0; index < letters.length; index++) node = this.#child(node, letters[index]!)
      this.#ends[node]!.push(word)
    }
    const waiting = [...this.#next[0]!.values()]
    for (const node of waiting) {
      for (const [letter, child] of this.#next[node]!) {
        this.#back[child] = this.#step(this.#back[node]!, letter)
        this.#ends[child]!.push(...this.#ends[this.#back[child]!]!)
        waiting.push(child)
      }
    }
  }

  #child(node: number, letter: string): number {
    const known = this.#next[node]!.get(letter)
    if (known !== undefined) return known
    this.#next[node]!.set(letter, this.#next.length)
    this.#back.push(0)
    this.#ends.push([])
    return this.#next.push(new Map()) - 1
  }

  #step(from: number, letter: string): number {
    for (let node = from; ; node = this.#back[node]!) {
      const next = this.#next[node]!.get(letter)
      if (next !== undefined) return next
      if (node === 0) return 0
    }
  }

  search(text: string, found: (word: number, from: number, to: number) => void): void {
    let node = 0
    for (let index = 0; index < text.length; index++) {
      node = this.#step(node, text[index]!)
      for (const word of this.#ends[node]!) found(word, index + 1 - this.#lengths[word]!, index + 1)
    }
  }
}
