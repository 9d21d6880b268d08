import type { Ledger } from './reckoning.ts'
import type { ByLanguage } from './objects.ts'
import { filledIn, type Row } from './rows.ts'
import { cleanedHtml, isEmptyHtml } from './html.ts'

/** The settings of one object: a row for each name and locale. Those that nothing asks for are reckoned as not used. */
export class Settings {
  readonly #table: string
  readonly #rows: readonly Row[]
  readonly #byName: ReadonlyMap<string, Row[]>
  readonly #ledger: Ledger
  readonly #languageOf: (locale: string) => string
  readonly #mainLanguage: string
  readonly #used = new Set<Row>()

  constructor(table: string, rows: Iterable<Row>, ledger: Ledger, languages: Languages) {
    this.#table = table
    this.#rows = [...rows]
    this.#byName = Map.groupBy(this.#rows, (row) => row.setting_name ?? '')
    this.#ledger = ledger
    this.#languageOf = languages.languageOf
    this.#mainLanguage = languages.mainLanguage
  }

  /** The names of all settings, each once. */
  names(): string[] {
    return [...this.#byName.keys()]
  }

  /** A setting that has no languages; if it has some after all, that of the main one. */
  plain(name: string): string | null {
    const rows = this.#named(name)
    const row = rows.find(({ locale }) => !locale) ?? rows.find((one) => this.#language(one) === this.#mainLanguage)
    const chosen = row ?? rows[0]
    return chosen ? this.#text(chosen) : null
  }

  /** A setting in its languages; without a locale it counts for the main one. Empty texts are left out. */
  byLanguage(name: string, form: (text: string) => string = (text) => text.trim()): ByLanguage {
    const texts = new Map<string, string>()
    for (const row of this.#named(name)) {
      const text = form(this.#text(row) ?? '')
      const language = this.#language(row)
      if (text && !texts.has(language)) texts.set(language, text)
    }
    return byName(texts)
  }

  /** HTML in its languages, cleaned. */
  html(name: string): ByLanguage {
    const texts = new Map<string, string>()
    for (const row of this.#named(name)) {
      const text = this.#text(row) ?? ''
      const { html, keepsWords } = cleanedHtml(text)
      if (!keepsWords) this.#ledger.note('words lost in cleaning', this.#table, row)
      const language = this.#language(row)
      if (!isEmptyHtml(html) && !texts.has(language)) texts.set(language, html)
    }
    return byName(texts)
  }

  /** Settings whose names begin alike, by the rest of their names. */
  beginningWith(prefix: string): Readonly<Record<string, string>> {
    const names = this.names().filter((name) => name.startsWith(prefix))
    const found = names.map((name): [string, string] => [name.slice(prefix.length), this.plain(name) ?? ''])
    return byName(found.filter(([, value]) => value))
  }

  /** To be called when the object has all it needs. */
  finish(): void {
    this.#ledger.take(
      this.#table,
      this.#rows.filter((row) => this.#used.has(row)),
    )
    const unused = this.#rows.filter((row) => !this.#used.has(row))
    this.#ledger.leave(this.#table, unused, 'not used')
  }

  #named(name: string): Row[] {
    const rows = (this.#byName.get(name) ?? []).filter((row) => filledIn(row, 'setting_value') !== null)
    for (const row of rows) this.#used.add(row)
    return rows
  }

  #language(row: Row): string {
    return row.locale ? this.#languageOf(row.locale) : this.#mainLanguage
  }

  #text(row: Row): string | null {
    return this.#ledger.text(this.#table, row, 'setting_value')
  }
}

export interface Languages {
  languageOf: (locale: string) => string
  mainLanguage: string
}

/** In the same order whatever the order of rows was. */
const byName = (entries: Iterable<[string, string]>): Readonly<Record<string, string>> =>
  Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)))

/** The text in the main language, otherwise in the first that has one; null without any. */
export const inMainLanguage = (texts: ByLanguage, mainLanguage: string): string | null =>
  texts[mainLanguage] ?? Object.values(texts)[0] ?? null
