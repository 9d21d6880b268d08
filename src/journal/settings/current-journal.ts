import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { type Journal, setJournal } from '../../contract/journal.ts'
import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import { journalOn, lastDayOfTitle } from '../../contract/rules/articles/titles.ts'
import { shownMenu } from '../../contract/rules/settings/menu.ts'
import { isOpen, ownPageIn } from '../../contract/rules/settings/own-pages.ts'
import { journalOf } from '../../contract/rules/settings/values.ts'
import { contentPath } from '../../contract/rules/site/paths.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { BackgroundWork } from '../../platform/jobs/background.ts'
import { BEFORE_ALL, type Content, type JournalVersion, latestNumber, readVersion, valuesIn } from './versions.ts'
import { textsInForce, type TextsInForce } from './text-versions.ts'
import { type TextBuilder, type TextKey, textKey, type Texts } from './texts.ts'

/** One version of the journal, made once by each process: its values, and its texts as they are shown and sent. */
export class Edition {
  readonly version: JournalVersion
  readonly journal: Journal
  /** Identifies the values: a browser that has others loads these. */
  readonly digest: string
  /** The day from which texts or a title are in force that this edition does not have yet; null if there are none. */
  readonly nextDay: string | null
  readonly #sources: TextsInForce['sources']
  readonly #builder: TextBuilder
  readonly #unpublished: ReadonlySet<TextKey>
  #texts: Texts | undefined

  /** `unpublished`: the texts of someone who looks at the site as they have changed it. */
  constructor(
    version: JournalVersion,
    { sources, nextDay }: TextsInForce,
    builder: TextBuilder,
    day = dayOf(new Date()),
    unpublished: ReadonlySet<TextKey> = new Set(),
  ) {
    this.version = version
    const planned = journalOf(valuesIn(version.content))
    const onDay = journalOn(day, planned)
    this.journal = { ...onDay, menu: shownMenu(onDay.menu, pathsOf(sources)) }
    const lastDay = lastDayOfTitle(day, planned)
    this.nextDay = [nextDay, lastDay && addDays(lastDay, 1)].filter((one) => one !== null).toSorted()[0] ?? null
    this.digest = createHash('sha256').update(JSON.stringify(this.journal)).digest('hex').slice(0, 12)
    this.#sources = sources
    this.#builder = builder
    this.#unpublished = unpublished
  }

  /** The source of a text as the journal has published it; undefined: what comes with the program. */
  source(key: TextKey): string | undefined {
    return this.#sources.get(key)
  }

  get texts(): Texts {
    return (this.#texts ??= this.run(() => this.#builder.build(this.#sources, this.#unpublished)))
  }

  /** The same with other values and texts, which nobody has published; null: again what comes with the program. */
  changed(content: Content, texts: ReadonlyMap<TextKey, string | null>): Edition {
    const sources = new Map(this.#sources)
    for (const [key, source] of texts) {
      if (source === null) sources.delete(key)
      else sources.set(key, source)
    }
    const version = { ...this.version, content }
    return new Edition(version, { sources, nextDay: null }, this.#builder, dayOf(new Date()), new Set(texts.keys()))
  }

  /** Does something with this edition. */
  run<T>(work: () => T): T {
    return running.run(this, work)
  }
}

/** Where the pages are that the journal has added, by their names; those that have ended are nowhere. */
const pathsOf =
  (sources: TextsInForce['sources']) =>
  (name: string): string | undefined => {
    const page = ownPageIn(sources.get(textKey('page', name)) ?? '')
    return isOpen(page) ? contentPath(page.slug) : undefined
  }

const NO_TEXTS: TextsInForce = { sources: new Map(), nextDay: null }

/** The edition of the request, or of the work in the background, that runs. */
const running = new AsyncLocalStorage<Edition>()

/** The number of the version with which the request is done; undefined outside of one, or while none is known. */
export const versionOfRequest = (): number | undefined => running.getStore()?.version.number || undefined

/**
 * The journal as it is published. Every request and every piece of work in the background is done with one edition of it
 * from beginning to end; the next one sees what was published meanwhile, whichever process did it.
 */
export class CurrentJournal {
  readonly #database: Pick<Database, 'db'>
  readonly #builder: TextBuilder
  #latest: Edition
  /** The version of the site at which the latest edition was looked for. */
  #seenAt = -1
  #reading: { siteVersion: number; edition: Promise<Edition> } | undefined

  constructor(database: Pick<Database, 'db'>, builder: TextBuilder) {
    this.#database = database
    this.#builder = builder
    this.#latest = new Edition(BEFORE_ALL, NO_TEXTS, builder)
  }

  /** Makes this the journal of the whole program. */
  rule(): this {
    setJournal(() => this.edition.journal)
    return this
  }

  get edition(): Edition {
    return running.getStore() ?? this.#latest
  }

  /** The edition of a version of the site, which every publication raises: at once if nothing has changed since. */
  at(siteVersion: number): Edition | Promise<Edition> {
    if (siteVersion === this.#seenAt) return this.#latest
    // A question that was asked for an earlier version may miss what came with this one.
    if (this.#reading?.siteVersion !== siteVersion) {
      const edition = this.read().then((latest) => {
        this.#seenAt = Math.max(this.#seenAt, siteVersion)
        return latest
      })
      const reading = { siteVersion, edition }
      this.#reading = reading
      const ended = () => {
        if (this.#reading === reading) this.#reading = undefined
      }
      edition.then(ended, ended)
    }
    return this.#reading!.edition
  }

  /** The latest edition. */
  async read(): Promise<Edition> {
    const { db } = this.#database
    const number = await latestNumber(db)
    if (number > this.#latest.version.number || this.isOutOfDate) {
      const version = await readVersion(db)
      const texts = await textsInForce(db, version.number)
      // Another question may have been answered with a later one meanwhile.
      if (version.number >= this.#latest.version.number) this.#latest = new Edition(version, texts, this.#builder)
    }
    return this.#latest
  }

  /** True once the day has come on which a text or a title is in force that was published for it. */
  get isOutOfDate(): boolean {
    const { nextDay } = this.#latest
    return nextDay !== null && dayOf(new Date()) >= nextDay
  }

  /** The edition that was read last. */
  get known(): Edition {
    return this.#latest
  }

  /** Does something with one edition from beginning to end. */
  with<T>(edition: Edition, work: () => T): T {
    return running.run(edition, work)
  }

  /** Does something in the background with the latest edition; with the one known if the database is away. */
  async withLatest<T>(work: () => Promise<T>): Promise<T> {
    const edition = await this.read().catch(() => this.#latest)
    return running.run(edition, work)
  }
}

/** The same work, each run with the edition of the journal that is the latest when it begins. */
export const inLatestEdition = (
  { currentJournal }: { currentJournal: CurrentJournal },
  works: readonly BackgroundWork[],
): BackgroundWork[] =>
  works.map((work) => ({ ...work, run: (stopped) => currentJournal.withLatest(() => work.run(stopped)) }))
