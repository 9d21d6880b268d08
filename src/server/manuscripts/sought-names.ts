import { inNormalForm } from '../../contract/domain/normal-form.ts'

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
/** Shorter names are found as whole words alone: 'Li' is in 'lichen'. */
const LEAST_IN_WORDS = 4

/** Looks for a person in texts of all kinds: full names in either order, single names, addresses. */
export class SoughtNames {
  readonly #names: { shown: string; words: RegExp; anywhere: RegExp; isSingle: boolean; bytes: string[] }[]

  /** `names`: the full name, the family name, email addresses; with other spellings of them if there are any. */
  constructor(names: string[]) {
    this.#names = spellings(names).map((shown) => {
      const parts = folded(shown)
        .split(/[^\p{L}\p{N}@]+/u)
        .filter(Boolean)
      const pattern = parts.join('[^\\p{L}\\p{N}]{1,3}')
      const isCased = shown.toLowerCase() !== shown.toUpperCase()
      return {
        shown,
        // Scripts without capitals write no spaces either.
        words: new RegExp(isCased ? `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])` : pattern, 'giu'),
        anywhere: new RegExp(pattern, 'iu'),
        isSingle: isCased && parts.length === 1,
        bytes: isCased && shown.length < LEAST_IN_BYTES ? [] : [shown, shown.toUpperCase(), shown.toLowerCase()],
      }
    })
  }

  /**
   * In a text that people read. A single name must have a capital: 'Green' is a person, 'green' is not.
   */
  inText(text: string): string | null {
    const searched = folded(text)
    const found = this.#names.find(({ words, isSingle }) =>
      [...searched.matchAll(words)].some(([word]) => !isSingle || word[0] !== word[0]!.toLowerCase()),
    )
    return found?.shown ?? null
  }

  /** In properties, attributes and paths, where a name may be part of another word: 'jmalik'. */
  inProperty(text: string): string | null {
    const searched = folded(text)
    const found = this.#names.find(({ shown, words, anywhere }) =>
      shown.length >= LEAST_IN_WORDS ? anywhere.test(searched) : searched.search(words) >= 0,
    )
    return found?.shown ?? null
  }

  /** In bytes of any kind, as UTF-8, Latin 1 or UTF-16. */
  inBytes(content: Buffer): string | null {
    for (const { shown, bytes } of this.#names) {
      const isThere = bytes.some((name) => {
        const little = Buffer.from(name, 'utf16le')
        const big = Buffer.from(little).swap16()
        return [Buffer.from(name), Buffer.from(name, 'latin1'), little, big].some((each) => content.includes(each))
      })
      if (isThere) return shown
    }
    return null
  }
}

const LEAST_LOCAL_PART = 5

/** Each name once, and what stands before the @ of an address. */
function spellings(names: string[]): string[] {
  const all = names.flatMap((name) => {
    const typed = name.trim()
    const local = typed.split('@')[0]!
    return typed.includes('@') && local.length >= LEAST_LOCAL_PART ? [typed, local] : [typed]
  })
  return [...new Set(all)].filter((name) => /[\p{L}\p{N}]/u.test(name))
}

/** Without accents: programs drop them from names. */
const folded = (text: string): string => inNormalForm(text, 'NFKD').replace(/\p{M}/gu, '')
