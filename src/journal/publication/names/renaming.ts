import { initialsOf, type Words } from '../../../contract/rules/people/abbreviated.ts'
import { comparable } from '../../../contract/rules/people/affiliations.ts'
import { fullNameOf } from '../../../contract/rules/people/people.ts'
import { PersonSearch } from '../../../contract/rules/people/person-search.ts'
import { decodeEntities } from '../../../contract/rules/text/inline-markup.ts'
import { escapeAttribute } from '../../../contract/rules/text/plain-text.ts'
import { markupPieces } from './markup-pieces.ts'

/** A name in its parts, and the address that goes with it; null: it stays, and is not looked for. */
export interface NamedPerson {
  fullName: string
  familyName: string
  givenNames: string | null
  email: string | null
}

/** JSON names of texts with inline markup. */
const WITH_MARKUP = new Set(['title', 'abstract', 'html', 'formatted'])

const LETTER = /[\p{L}\p{N}\p{M}]/u
const isUpper = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/**
 * Replaces a name with another wherever it is written: in texts, in markup, in stored JSON. Names are found by their letters, in
 * either order, as they are in reviewers' files (`PersonSearch`); what is abbreviated is replaced by the words that the editor
 * and the person have agreed on. Applied twice it changes nothing more.
 */
export class Renaming {
  readonly former: NamedPerson
  readonly next: NamedPerson
  readonly #words: readonly Words[]
  readonly #search: PersonSearch

  constructor(former: NamedPerson, next: NamedPerson, words: readonly Words[]) {
    this.former = former
    this.next = next
    // The longest first: 'A. Malik' before 'Malik'.
    this.#words = words.filter(({ from, to }) => from !== to).toSorted((a, b) => b.from.length - a.from.length)
    this.#search = new PersonSearch(
      { names: [former.fullName], emails: former.email !== null && next.email !== null ? [former.email] : [] },
      { kinds: ['full name', 'email address'] },
    )
  }

  /** A text without markup. */
  text(text: string): string {
    return this.#withWords(this.#withNames(text))
  }

  /** HTML or XML: its texts, and the values of its attributes. */
  markup(source: string): string {
    const pieces = markupPieces(source)
    for (const [index, piece] of pieces.entries()) {
      if (piece.kind === 'text') piece.text = this.#escaped(piece.text)
      else if (piece.kind === 'verbatim') piece.text = this.text(piece.text)
      else {
        piece.text = piece.text.replace(/"[^"]*"|'[^']*'/g, (value) => {
          const inner = value.slice(1, -1)
          const changed = this.#escaped(inner)
          return changed === inner ? value : `"${changed.replaceAll('"', '&quot;')}"`
        })
        if (/^<(?:\w+:)?(?:string-)?name[\s>]/.test(piece.text)) this.#renameParts(pieces, index)
      }
    }
    return pieces.map(({ text }) => text).join('')
  }

  /** A value as it is stored in JSON, at any depth: lists of people, and all texts. */
  value(value: unknown, name = ''): unknown {
    if (typeof value === 'string') return WITH_MARKUP.has(name) ? this.markup(value) : this.text(value)
    if (Array.isArray(value)) return value.map((inner) => this.value(inner, name))
    if (typeof value !== 'object' || value === null) return value
    const fields = value as Record<string, unknown>
    if (this.isThem(fields)) return { ...(this.#rest(fields) as object), ...this.#named(fields) }
    if (typeof fields.family === 'string' && this.#isName(fields.family, fields.given))
      return { ...fields, family: this.next.familyName, given: this.#givenLike(fields.given) }
    return this.#rest(fields)
  }

  /** The same of a column with JSON. */
  json(json: string): string {
    return JSON.stringify(this.value(JSON.parse(json) as unknown))
  }

  /** True for a person in a list who has the former name. */
  isThem({ fullName }: { fullName?: unknown }): boolean {
    return typeof fullName === 'string' && comparable(fullName) === comparable(this.former.fullName)
  }

  /** Words that only the former name has, in small letters. */
  get formerWords(): string[] {
    const of = (texts: string[]) => texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
    const kept = new Set(of([this.next.fullName]))
    return [...new Set(of([this.former.fullName]))].filter((word) => !kept.has(word))
  }

  #rest(fields: Record<string, unknown>): unknown {
    return Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, this.value(inner, name)]))
  }

  #named(fields: Record<string, unknown>): Record<string, unknown> {
    const { fullName, familyName, givenNames, email } = this.next
    const kept = Object.entries({ fullName, familyName, givenNames, email: email ?? fields.email })
    return Object.fromEntries(kept.filter(([name]) => name in fields))
  }

  #escaped(source: string): string {
    // Numbers for letters, as older files have them, would hide a name.
    const readable = source.replace(/&#(?:x[0-9a-f]{2,6}|\d{3,7});/gi, (entity) => {
      const letter = characterOf(entity)
      return LETTER.test(letter) ? letter : entity
    })
    const changed = this.text(readable)
    return changed === readable ? source : changed
  }

  #withNames(text: string): string {
    const pieces: string[] = []
    let from = 0
    for (const { start, end, kind } of this.#search.mentions(text)) {
      if (this.#isWithinNext(text, start, end)) continue
      const found = text.slice(start, end)
      pieces.push(text.slice(from, start), kind === 'email address' ? this.next.email! : this.#like(found))
      from = end
    }
    return pieces.length ? pieces.join('') + text.slice(from) : text
  }

  /** In the order and the letters of what it replaces: 'Malik, Ayesha' and 'AYESHA MALIK' stay so. */
  #like(found: string): string {
    const { familyName, givenNames, fullName } = this.next
    const startsWithFamily = found.toLowerCase().startsWith(this.former.familyName.toLowerCase())
    const isReversed =
      startsWithFamily && !this.former.fullName.toLowerCase().startsWith(this.former.familyName.toLowerCase())
    const parted = givenNames && found.includes(',') ? `${familyName}, ${givenNames}` : null
    const whole = parted ?? (isReversed ? fullNameOf(this.next, 'family name first') : fullName)
    return isUpper(found) ? whole.toUpperCase() : whole
  }

  /** True for what is part of the new name already: 'Ayesha Malik' in 'Ayesha Malik Khan'. */
  #isWithinNext(text: string, start: number, end: number): boolean {
    const found = text.slice(start, end).toLowerCase()
    const { fullName, familyName, givenNames } = this.next
    const forms = [fullName, fullNameOf(this.next, 'family name first'), `${familyName}, ${givenNames ?? ''}`]
    return forms.some((form) => {
      const small = form.toLowerCase()
      const at = small.indexOf(found)
      return at >= 0 && text.slice(start - at, start - at + form.length).toLowerCase() === small
    })
  }

  #withWords(text: string): string {
    let changed = text
    for (const { from, to } of this.#words) {
      const pieces: string[] = []
      let kept = 0
      for (let at = changed.indexOf(from); at >= 0; at = changed.indexOf(from, at + from.length)) {
        const before = changed.slice(Math.max(0, at - 2), at).at(-1) ?? ''
        const after = changed[at + from.length] ?? ''
        const isWord =
          (!LETTER.test(before) || !LETTER.test(from[0]!)) && (!LETTER.test(after) || !LETTER.test(from.at(-1)!))
        // What has been replaced already may hold it.
        const inside = to.indexOf(from)
        const isDone = inside >= 0 && changed.slice(at - inside, at - inside + to.length) === to
        if (!isWord || isDone) continue
        pieces.push(changed.slice(kept, at), to)
        kept = at + from.length
      }
      if (pieces.length) changed = pieces.join('') + changed.slice(kept)
    }
    return changed
  }

  /** The parts of a name in XML: `<name><surname>Malik</surname><given-names>Ayesha</given-names></name>`. */
  #renameParts(pieces: ReturnType<typeof markupPieces>, open: number): void {
    const parts: Record<string, number> = {}
    for (let index = open + 1; index < Math.min(pieces.length, open + 20); index++) {
      const { kind, text } = pieces[index]!
      if (kind === 'tag' && /^<\/(?:\w+:)?(?:string-)?name[\s>]/.test(text)) break
      const part = kind === 'tag' ? /^<(?:\w+:)?(surname|given-names)[\s>]/.exec(text)?.[1] : undefined
      if (part !== undefined && pieces[index + 1]?.kind === 'text') parts[part] = index + 1
    }
    const [surname, given] = [parts.surname, parts['given-names']]
    if (surname === undefined) return
    const read = (index: number) => decodeEntities(pieces[index]!.text).trim()
    const givenText = given === undefined ? null : read(given)
    if (!this.#isName(read(surname), givenText)) return
    pieces[surname]!.text = escapeAttribute(this.next.familyName)
    if (given !== undefined) pieces[given]!.text = escapeAttribute(String(this.#givenLike(givenText) ?? ''))
  }

  /** In full, or with initials where these are agreed on: namesakes have them too. */
  #isName(family: string, given: unknown): boolean {
    if (comparable(family) !== comparable(this.former.familyName)) return false
    const text = typeof given === 'string' ? given : ''
    if (comparable(text) === comparable(this.former.givenNames ?? '')) return true
    return (
      this.#isInitials(text) && this.#words.some(({ from }) => comparable(from) === comparable(`${family} ${text}`))
    )
  }

  #isInitials = (given: string): boolean => given !== '' && letters(given) === initialsOf(this.former.givenNames ?? '')

  #givenLike(given: unknown): unknown {
    const next = this.next.givenNames
    if (typeof given !== 'string' || next === null || !this.#isInitials(given)) return next
    return given.includes('.')
      ? [...initialsOf(next)].map((one) => `${one}.`).join(given.includes(' ') ? ' ' : '')
      : initialsOf(next)
  }
}

const characterOf = (entity: string): string => {
  const code = /^&#x/i.test(entity) ? parseInt(entity.slice(3), 16) : parseInt(entity.slice(2), 10)
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity
}

const letters = (text: string): string => text.replace(/[^\p{L}]/gu, '').toUpperCase()
