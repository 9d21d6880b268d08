import type { ApiError } from '../../client/api-error.ts'
import { failureOf } from '../../client/api-error.ts'
import type { DeviceDraft, DeviceDrafts } from './device-drafts.ts'

/** A draft that the journal keeps. `revision` is incremented by every save. */
export interface SavedDraft<C> {
  content: C
  revision: number
  savedAt: string
}

/** Of values that are kept as JSON. */
const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

type Saved = Pick<SavedDraft<unknown>, 'revision' | 'savedAt'>

/** What a kind of draft is, and how the journal keeps it. */
export interface DraftKind<C> {
  readonly empty: C
  readonly isSame: (one: C, other: C) => boolean
  /** True if nothing of `other` would be missing if it were replaced by `draft`. */
  readonly holdsAllOf: (draft: C, other: C) => boolean
  readonly save: (draft: { content: C; revision: number }) => Promise<Saved>
  /** The newer one for which a save or a sending was refused; null if that was not why. */
  readonly newerIn: (failure: ApiError) => SavedDraft<C> | null | Promise<SavedDraft<C> | null>
  /** Sends it with a call that outlives the page. */
  readonly leave: (draft: { content: C; revision: number }) => void
  /** What the journal has now: asked when someone comes back to the page. Null if it cannot be told. */
  readonly look?: () => Promise<SavedDraft<C> | null>
  /** Keeps the text that is not gone on with; without it, and where both are joined, that text is given up. */
  readonly setAside?: (content: C) => Promise<void>
}

/** True if the journal has all of it: the same text, or a newer one that contains it. */
const isKnown = <C>(kind: DraftKind<C>, entry: DeviceDraft<C>, draft: SavedDraft<C> | null): boolean =>
  kind.isSame(entry.content, draft?.content ?? kind.empty) ||
  (draft !== null && entry.revision < draft.revision && kind.holdsAllOf(draft.content, entry.content))

/** Another text of the same draft: from another device, by way of the journal, or from another tab. */
export interface OtherText<C> {
  content: C
  savedAt: string
  /** The journal's revision; null for a text of this device that the journal does not have. */
  revision: number | null
  /** The tab whose entry it is. */
  tab: string | null
}

export interface DraftState<C> {
  content: C
  /** Incremented when another text has taken the place of what was shown. */
  generation: number
  /** False if this browser cannot keep anything. */
  onDevice: boolean
  journal: 'saved' | 'waiting' | 'away' | 'refused'
  /** When the journal has saved last. */
  savedAt: string | null
  /** Why the journal refuses it. */
  message: string | null
  other: OtherText<C> | null
}

/** A pause in typing after which the journal gets the draft, and the longest time without one. */
const PAUSE_MS = 2_000
const AT_LEAST_EVERY_MS = 15_000
const LONGEST_WAIT_MS = 60_000
/** Of saves without an answer: any of them may be what the journal has. */
const UNANSWERED_MAX = 5

/** One for each time that a form is opened. */
export const newTab = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

/**
 * Keeps a draft while it is written: every change on the device at once, and with the journal after a pause.
 * Nothing is thrown away: where two texts have come apart, both are shown, and the person chooses.
 */
export class DraftSync<C extends object> {
  readonly #kind: DraftKind<C>
  readonly #device: DeviceDrafts<C>
  readonly #subject: string
  readonly #tab: string
  #state: DraftState<C>
  #revision: number
  #unanswered: C[] = []
  /** While files are on their way, which another text in this place would stop. */
  isHeld = false
  /** Other unsent texts on this device, to be compared one after the other. */
  #queue: OtherText<C>[] = []
  #contained: string[] = []
  #unsent = false
  #unsentSince: number | null = null
  #writing = false
  #writeAgain = false
  #saving = false
  #failures = 0
  #ended = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  constructor(
    kind: DraftKind<C>,
    device: DeviceDrafts<C>,
    /** What it is a draft of; its revision is given also where there is no text. */
    { subject, draft, revision }: { subject: string; draft: SavedDraft<C> | null; revision?: number },
    entries: DeviceDraft<C>[],
    tab: string,
  ) {
    this.#kind = kind
    this.#device = device
    this.#subject = subject
    this.#tab = tab
    this.#revision = draft?.revision ?? revision ?? 0
    const content = draft?.content ?? kind.empty
    this.#state = {
      content,
      generation: 0,
      onDevice: true,
      journal: 'saved',
      savedAt: draft?.savedAt ?? null,
      message: null,
      other: null,
    }
    this.#takeUp(entries, draft)
  }

  /** Continues with what this device has and the journal does not. */
  #takeUp(entries: DeviceDraft<C>[], draft: SavedDraft<C> | null): void {
    const [newest, ...others] = entries.filter((entry) => entry.unsent && !isKnown(this.#kind, entry, draft))
    this.#contained = entries.filter((entry) => !others.includes(entry)).map(({ tab }) => tab)
    if (!newest) return
    this.#queue = others.map((entry) => ({ content: entry.content, savedAt: entry.at, revision: null, tab: entry.tab }))
    const isOlder = draft && newest.revision !== draft.revision
    if (newest.underWay) this.#unanswered.push(newest.underWay)
    this.#state = { ...this.#state, content: newest.content }
    this.#unsent = true
    if (isOlder && !this.#mayReplace(draft.content)) this.#compare({ ...draft, tab: null })
    else this.#nextOther()
  }

  /** Starts to save, and to watch the connection. Returns a function that ends it. */
  start(): () => void {
    const online = () => void this.save()
    const hidden = () => void (document.visibilityState === 'hidden' ? this.save() : this.#look())
    const leave = () => this.#leave()
    window.addEventListener('online', online)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hidden)
    if (this.#unsent) this.#changed()
    return () => {
      window.removeEventListener('online', online)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hidden)
      clearTimeout(this.#timer)
      this.#leave()
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly state = (): DraftState<C> => this.#state
  get revision(): number {
    return this.#revision
  }

  edit(change: Partial<C>): void {
    // Fields report what they hold when they are first shown, too.
    const fields = Object.keys(change) as (keyof C)[]
    if (fields.every((field) => isEqual(change[field], this.#state.content[field]))) return
    this.#set({ content: { ...this.#state.content, ...change } })
    this.#changed()
  }

  /** Another text is there: while both are shown nothing is sent to the journal. */
  compareWith(newer: SavedDraft<C>): void {
    this.#failures = 0
    if (this.#mayReplace(newer.content)) {
      this.#revision = newer.revision
      this.#changed()
    } else this.#compare({ ...newer, tab: null })
  }

  /** Goes on with one of two texts, or with one that has both. Throws if the other cannot be set aside: then nothing changes. */
  async choose(choice: 'theirs' | 'mine' | { both: C }): Promise<void> {
    const { other, content } = this.#state
    if (!other) return
    if (choice === 'theirs') await this.#kind.setAside?.(content)
    if (choice === 'mine') await this.#kind.setAside?.(other.content)
    if (this.#state.other !== other) return
    if (other.revision !== null) this.#revision = other.revision
    if (other.tab !== null) this.#contained.push(other.tab)
    // Of what was typed meanwhile nothing goes.
    if (choice === 'mine') this.#set({ other: null })
    else this.#show(choice === 'theirs' ? other.content : choice.both, { other: null })
    this.#nextOther()
    this.#changed()
  }

  /** Takes up what the journal has now, which has been chosen: a draft that was set aside, or none. */
  replace(draft: SavedDraft<C> | null, revision: number): void {
    this.#unsent = false
    this.#unsentSince = null
    this.#unanswered = []
    this.#failures = 0
    clearTimeout(this.#timer)
    this.#revision = revision
    this.#show(draft?.content ?? this.#kind.empty, {
      ...{ journal: 'saved', savedAt: draft?.savedAt ?? null, message: null, other: null },
    })
    this.#keepOnDevice()
  }

  /** A person who comes back to a page that was open sees what another device has saved since. */
  async #look(): Promise<void> {
    if (!this.#kind.look || this.isHeld || this.#unsent || this.#ended || this.#state.other) return
    const found = await this.#kind.look().catch(() => null)
    if (!found || found.revision <= this.#revision || this.isHeld || this.#unsent || this.#ended) return
    this.replace(found, found.revision)
  }

  /** It has been sent: the texts that it contains are removed from this device. */
  async finish(): Promise<void> {
    this.#ended = true
    clearTimeout(this.#timer)
    const { content } = this.#state
    const entries = await this.#device.read(this.#subject).catch(() => [])
    const contained = entries.filter(
      (entry) => entry.tab === this.#tab || this.#kind.holdsAllOf(content, entry.content),
    )
    await this.#device
      .remove(
        this.#subject,
        contained.map(({ tab }) => tab),
      )
      .catch(() => {})
  }

  /** Sends the draft to the journal, if it does not have it yet. */
  async save(): Promise<void> {
    if (this.#saving || this.#ended || this.#state.other || !this.#unsent) return
    clearTimeout(this.#timer)
    this.#saving = true
    const { content } = this.#state
    this.#remember(content)
    try {
      const answer = await this.#kind.save({ content, revision: this.#revision })
      this.#saving = false
      this.#arrived(content, answer)
    } catch (error) {
      await this.#failed(error)
    }
  }

  #arrived(content: C, { revision, savedAt }: Saved): void {
    this.#failures = 0
    this.#revision = revision
    this.#unanswered = []
    this.#unsent = content !== this.#state.content
    this.#unsentSince = this.#unsent ? Date.now() : null
    this.#set({ journal: this.#unsent ? 'waiting' : 'saved', savedAt, message: null })
    this.#keepOnDevice()
    if (this.#unsent) this.#saveLater()
  }

  async #failed(error: unknown): Promise<void> {
    const failure = failureOf(error)
    const { statusCode, message } = failure
    const newer = await Promise.resolve(this.#kind.newerIn(failure)).catch(() => undefined)
    this.#saving = false
    if (newer) return this.compareWith(newer)
    // A newer one that could not be fetched is asked for again.
    const isRefusal =
      newer !== undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429
    this.#set({ journal: isRefusal ? 'refused' : 'away', message: isRefusal ? message : null })
    if (isRefusal) return
    this.#failures++
    const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** this.#failures)
    this.#timer = setTimeout(() => void this.save(), wait * (0.75 + Math.random() / 2))
  }

  /** The page is being left: an ordinary call would end with it. */
  #leave(): void {
    if (!this.#unsent || this.#ended || this.#state.other) return
    const { content } = this.#state
    this.#remember(content)
    this.#kind.leave({ content, revision: this.#revision })
  }

  #remember(content: C): void {
    this.#unanswered = [...this.#unanswered, content].slice(-UNANSWERED_MAX)
  }

  /** True for what this device has sent itself, and for what its text contains. */
  #mayReplace(other: C): boolean {
    return (
      this.#unanswered.some((sent) => this.#kind.isSame(sent, other)) ||
      this.#kind.holdsAllOf(this.#state.content, other)
    )
  }

  #compare(other: OtherText<C>): void {
    clearTimeout(this.#timer)
    this.#set({ other })
    this.#keepOnDevice()
  }

  #nextOther(): void {
    for (let other = this.#queue.shift(); other; other = this.#queue.shift()) {
      if (!this.#kind.holdsAllOf(this.#state.content, other.content)) return this.#compare(other)
      this.#contained.push(other.tab!)
    }
  }

  #changed(): void {
    this.#unsent = true
    if (this.#state.journal === 'saved') this.#set({ journal: 'waiting' })
    this.#keepOnDevice()
    this.#saveLater()
  }

  #saveLater(): void {
    // After a failure the next attempt has been set already.
    if (this.#failures > 0 || this.#saving) return
    this.#unsentSince ??= Date.now()
    clearTimeout(this.#timer)
    const latest = this.#unsentSince + AT_LEAST_EVERY_MS - Date.now()
    this.#timer = setTimeout(() => void this.save(), Math.max(0, Math.min(PAUSE_MS, latest)))
  }

  /** One write at a time, always of the newest text: the device has every key press within a few milliseconds. */
  #keepOnDevice(): void {
    if (this.#ended) return
    if (this.#writing) {
      this.#writeAgain = true
      return
    }
    this.#writing = true
    const entry: DeviceDraft<C> = {
      subject: this.#subject,
      tab: this.#tab,
      content: this.#state.content,
      revision: this.#revision,
      underWay: this.#unanswered.at(-1) ?? null,
      unsent: this.#unsent,
      at: new Date().toISOString(),
    }
    const contained = this.#contained.filter((tab) => tab !== this.#tab)
    this.#device
      .write(entry, contained)
      .then(
        () => {
          this.#contained = this.#contained.filter((tab) => !contained.includes(tab))
          if (!this.#state.onDevice) this.#set({ onDevice: true })
        },
        () => this.#set({ onDevice: false }),
      )
      .finally(() => {
        this.#writing = false
        if (!this.#writeAgain) return
        this.#writeAgain = false
        this.#keepOnDevice()
      })
  }

  /** Another text takes the place of what was shown. */
  #show(content: C, change: Partial<DraftState<C>>): void {
    this.#set({ ...change, content, generation: this.#state.generation + 1 })
  }

  #set(change: Partial<DraftState<C>>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
