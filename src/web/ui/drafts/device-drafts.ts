/** What one tab has written, and what it knows of the journal's copy. */
export interface DeviceDraft<C> {
  /** What it is a draft of. */
  subject: string
  /** Each tab has an entry of its own, so that none writes over the words of another. */
  tab: string
  content: C
  /** The revision from which it was made. */
  revision: number
  /** What was on its way to the journal, and may have arrived without an answer. */
  underWay: C | null
  /** False once the journal has it. */
  unsent: boolean
  at: string
}

const STORE = 'drafts'

/** The databases of a browser, by what their entries call their subject. */
const SUBJECTS = {
  'journal-reports': 'assignmentId',
  'journal-submissions': 'userId',
  'journal-settings': 'userId',
  'journal-news': 'item',
} as const

type Stored<C> = Omit<DeviceDraft<C>, 'subject'>

/**
 * The drafts on this device, in IndexedDB: unlike local storage, what it has acknowledged survives a browser
 * that is killed.
 */
export class DeviceDrafts<C> {
  readonly #database: keyof typeof SUBJECTS
  #opened: Promise<IDBDatabase> | undefined

  constructor(database: keyof typeof SUBJECTS) {
    this.#database = database
  }

  get #key(): string {
    return SUBJECTS[this.#database]
  }

  #open(): Promise<IDBDatabase> {
    return (this.#opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#database, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: [this.#key, 'tab'] })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(asError(request.error))
      request.onblocked = () => reject(new Error('blocked'))
    }))
  }

  /** All entries of one subject, the newest first. */
  async read(subject: string): Promise<DeviceDraft<C>[]> {
    const database = await this.#open()
    const all = await new Promise<Stored<C>[]>((resolve, reject) => {
      const range = IDBKeyRange.bound([subject], [subject, []])
      const request = database.transaction(STORE).objectStore(STORE).getAll(range) as IDBRequest<Stored<C>[]>
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(asError(request.error))
    })
    return all.map((entry) => ({ ...entry, subject })).toSorted((one, other) => (one.at < other.at ? 1 : -1))
  }

  /** Resolves when the entry is on the disk; others that it now contains are removed with it. */
  write({ subject, ...draft }: DeviceDraft<C>, contained: readonly string[] = []): Promise<void> {
    return this.#change((store) => {
      store.put({ ...draft, [this.#key]: subject })
      for (const tab of contained) store.delete([subject, tab])
    })
  }

  remove(subject: string, tabs: readonly string[]): Promise<void> {
    return this.#change((store) => {
      for (const tab of tabs) store.delete([subject, tab])
    })
  }

  async #change(change: (store: IDBObjectStore) => void): Promise<void> {
    const database = await this.#open()
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' })
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(asError(transaction.error))
      change(transaction.objectStore(STORE))
    })
  }
}

const asError = (error: DOMException | null): Error => error ?? new Error('The device keeps nothing')
