import { PersonSearch } from '../../../contract/rules/people/person-search.ts'

/** Where a person's name is still in a file. */
export interface NameLeft {
  name: string
  /** In what people read, or out of sight. */
  where: 'text' | 'inside'
  /** Such as 'word/comments.xml'. */
  part: string
}

/** Notes what was found; null is nothing. */
export type NoteName = (name: string | null, where: NameLeft['where'], part: string) => void

/** In fewer bytes a name may occur by chance where there is no text. */
const LEAST_IN_BYTES = 6

/** Looks for people in the parts of files: in what is read, in what is not, and in bytes. */
export class SoughtNames {
  readonly #search: PersonSearch
  readonly #bytes: { shown: string; forms: Buffer[] }[]

  /** `names`: full names and family names, email addresses and ORCID iDs, of all people who must not be named. */
  constructor(names: readonly string[], affiliations: readonly string[] = []) {
    const emails = names.filter((name) => name.includes('@'))
    const rest = names.filter((name) => !name.includes('@') && /[\p{L}\p{N}]/u.test(name))
    const orcids = rest.filter(isOrcid)
    this.#search = new PersonSearch({ names: rest.filter((name) => !isOrcid(name)), emails, orcids, affiliations })
    const locals = emails.map((email) => email.split('@')[0]!).filter(({ length }) => length >= LEAST_IN_BYTES - 1)
    this.#bytes = [...new Set([...rest, ...emails, ...locals].map((name) => name.trim()))]
      .filter((name) => name.length >= LEAST_IN_BYTES || name.toLowerCase() === name.toUpperCase())
      .map((shown) => ({ shown, forms: [shown, shown.toUpperCase(), shown.toLowerCase()].flatMap(inBytes) }))
  }

  /** In a text that people read: any mention, also one that may be somebody else's. */
  inText(text: string): string | null {
    return this.#search.first(text)?.shown ?? null
  }

  /** In properties, attributes and paths, where a name may be part of another word: 'jmalik'. */
  inProperty(text: string): string | null {
    return this.#search.within(text)?.shown ?? null
  }

  /** In bytes of any kind, as UTF-8, Latin 1 or UTF-16. */
  inBytes(content: Buffer): string | null {
    return this.#bytes.find(({ forms }) => forms.some((form) => content.includes(form)))?.shown ?? null
  }
}

const isOrcid = (name: string): boolean => /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(name)

function inBytes(name: string): Buffer[] {
  const little = Buffer.from(name, 'utf16le')
  return [Buffer.from(name), Buffer.from(name, 'latin1'), little, Buffer.from(little).swap16()]
}
