import type { SavedDraft } from '../../../../../contract/api/report-draft.ts'
import { reviewReports, type ReportInWriting } from '../../../../../contract/api/review-reports.ts'
import {
  bothDrafts,
  EMPTY_DRAFT,
  holdsAllOf,
  isSameDraft,
  type DraftContent,
} from '../../../../../contract/rules/peer-review/report-draft.ts'
import { failureOf } from '../../../../client/api-error.ts'
import { browserApi } from '../../../../client/api.ts'
import { sendOnLeaving } from '../../../../client/send-on-leaving.ts'
import type { DeviceDraft, DeviceDrafts } from './device-drafts.ts'

/** True if the journal has all of it: the same text, or a newer one that contains it. */
const isKnown = (entry: DeviceDraft, draft: SavedDraft | null): boolean =>
  isSameDraft(entry.content, draft?.content ?? EMPTY_DRAFT) ||
  (draft !== null && entry.revision < draft.revision && holdsAllOf(draft.content, entry.content))

/** Another text of the same report: from another device, by way of the journal, or from another tab. */
export interface OtherText {
  content: DraftContent
  savedAt: string
  /** The journal's revision; null for a text of this device that the journal does not have. */
  revision: number | null
  /** The tab whose entry it is. */
  tab: string | null
}

export interface DraftState {
  content: DraftContent
  /** False if this browser cannot keep anything. */
  onDevice: boolean
  journal: 'saved' | 'waiting' | 'away' | 'refused'
  /** When the journal has saved last. */
  savedAt: string | null
  /** Why the journal refuses it. */
  message: string | null
  other: OtherText | null
}

export type Choice = 'theirs' | 'mine' | 'both'

/** A pause in typing after which the journal gets the draft, and the longest time without one. */
const PAUSE_MS = 2_000
const AT_LEAST_EVERY_MS = 15_000
const LONGEST_WAIT_MS = 60_000
/** Of saves without an answer: any of them may be what the journal has. */
const UNANSWERED_MAX = 5

/**
 * Keeps a report while it is written: every change on the device at once, and with the journal after a pause.
 * Nothing is thrown away: where two texts have come apart, both are shown, and the person chooses.
 */
export class DraftSync {
  readonly #device: DeviceDrafts
  readonly #assignmentId: string
  readonly #tab: string
  #state: DraftState
  #revision: number
  #unanswered: DraftContent[] = []
  /** Other unsent texts on this device, to be compared one after the other. */
  #queue: OtherText[] = []
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

  constructor(device: DeviceDrafts, { assignmentId, draft }: ReportInWriting, entries: DeviceDraft[], tab: string) {
    this.#device = device
    this.#assignmentId = assignmentId
    this.#tab = tab
    this.#revision = draft?.revision ?? 0
    const content = draft?.content ?? EMPTY_DRAFT
    this.#state = {
      content,
      onDevice: true,
      journal: 'saved',
      savedAt: draft?.savedAt ?? null,
      message: null,
      other: null,
    }
    this.#takeUp(entries, draft)
  }

  /** Continues with what this device has and the journal does not. */
  #takeUp(entries: DeviceDraft[], draft: SavedDraft | null): void {
    const [newest, ...others] = entries.filter((entry) => entry.unsent && !isKnown(entry, draft))
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
    const hidden = () => document.visibilityState === 'hidden' && void this.save()
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
  readonly state = (): DraftState => this.#state
  get revision(): number {
    return this.#revision
  }

  edit(change: Partial<DraftContent>): void {
    this.#set({ content: { ...this.#state.content, ...change } })
    this.#changed()
  }

  /** Another text is there: while both are shown nothing is sent to the journal. */
  compareWith(newer: SavedDraft): void {
    this.#failures = 0
    if (this.#mayReplace(newer.content)) {
      this.#revision = newer.revision
      this.#changed()
    } else this.#compare({ ...newer, tab: null })
  }

  choose(choice: Choice): void {
    const { other, content } = this.#state
    if (!other) return
    const chosen = { theirs: other.content, mine: content, both: bothDrafts(other.content, content) }[choice]
    if (other.revision !== null) this.#revision = other.revision
    if (other.tab !== null) this.#contained.push(other.tab)
    this.#set({ content: chosen, other: null })
    this.#nextOther()
    this.#changed()
  }

  /** The report has been sent: the texts that it contains are removed from this device. */
  async finish(): Promise<void> {
    this.#ended = true
    clearTimeout(this.#timer)
    const { content } = this.#state
    const entries = await this.#device.read(this.#assignmentId).catch(() => [])
    const contained = entries.filter((entry) => entry.tab === this.#tab || holdsAllOf(content, entry.content))
    await this.#device
      .remove(
        this.#assignmentId,
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
      const answer = await browserApi.reviewReports.saveDraft({ content, revision: this.#revision })
      this.#saving = false
      this.#arrived(content, answer)
    } catch (error) {
      this.#saving = false
      this.#failed(error)
    }
  }

  #arrived(content: DraftContent, { revision, savedAt }: Pick<SavedDraft, 'revision' | 'savedAt'>): void {
    this.#failures = 0
    this.#revision = revision
    this.#unanswered = []
    this.#unsent = content !== this.#state.content
    this.#unsentSince = this.#unsent ? Date.now() : null
    this.#set({ journal: this.#unsent ? 'waiting' : 'saved', savedAt, message: null })
    this.#keepOnDevice()
    if (this.#unsent) this.#saveLater()
  }

  #failed(error: unknown): void {
    const { statusCode, message, newerDraft } = failureOf(error)
    if (newerDraft) return this.compareWith(newerDraft)
    const isRefusal = statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429
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
    sendOnLeaving(reviewReports.saveDraft.path, { content, revision: this.#revision })
  }

  #remember(content: DraftContent): void {
    this.#unanswered = [...this.#unanswered, content].slice(-UNANSWERED_MAX)
  }

  /** True for what this device has sent itself, and for what its text contains. */
  #mayReplace(other: DraftContent): boolean {
    return this.#unanswered.some((sent) => isSameDraft(sent, other)) || holdsAllOf(this.#state.content, other)
  }

  #compare(other: OtherText): void {
    clearTimeout(this.#timer)
    this.#set({ other })
    this.#keepOnDevice()
  }

  #nextOther(): void {
    for (let other = this.#queue.shift(); other; other = this.#queue.shift()) {
      if (!holdsAllOf(this.#state.content, other.content)) return this.#compare(other)
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
    const entry: DeviceDraft = {
      assignmentId: this.#assignmentId,
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

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
