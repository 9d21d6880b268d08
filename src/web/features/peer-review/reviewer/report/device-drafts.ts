import { journal } from '../../../../../../journal.config.ts'
import { draftAsText, type DraftContent } from '../../../../../contract/rules/peer-review/report-draft.ts'
import { plainTitle } from '../../../../../contract/rules/text/inline-markup.ts'
import { saveText } from '../../../../ui/download.tsx'

/** What one tab has written for a review, and what it knows of the journal's copy. */
export interface DeviceDraft {
  assignmentId: string
  /** Each tab has an entry of its own, so that none writes over the words of another. */
  tab: string
  content: DraftContent
  /** The revision from which it was made. */
  revision: number
  /** What was on its way to the journal, and may have arrived without an answer. */
  underWay: DraftContent | null
  /** False once the journal has it. */
  unsent: boolean
  at: string
}

const DATABASE = 'journal-reports'
const STORE = 'drafts'

/**
 * The drafts on this device, in IndexedDB: unlike local storage, what it has acknowledged survives a browser
 * that is killed.
 */
export class DeviceDrafts {
  #opened: Promise<IDBDatabase> | undefined

  #open(): Promise<IDBDatabase> {
    return (this.#opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(DATABASE, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['assignmentId', 'tab'] })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(asError(request.error))
      request.onblocked = () => reject(new Error('blocked'))
    }))
  }

  /** All entries of a review, the newest first. */
  async read(assignmentId: string): Promise<DeviceDraft[]> {
    const database = await this.#open()
    const all = await new Promise<DeviceDraft[]>((resolve, reject) => {
      const range = IDBKeyRange.bound([assignmentId], [assignmentId, []])
      const request = database.transaction(STORE).objectStore(STORE).getAll(range) as IDBRequest<DeviceDraft[]>
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(asError(request.error))
    })
    return all.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  }

  /** Resolves when the entry is on the disk; others that it now contains are removed with it. */
  write(draft: DeviceDraft, contained: readonly string[] = []): Promise<void> {
    return this.#change((store) => {
      store.put(draft)
      for (const tab of contained) store.delete([draft.assignmentId, tab])
    })
  }

  remove(assignmentId: string, tabs: readonly string[]): Promise<void> {
    return this.#change((store) => {
      for (const tab of tabs) store.delete([assignmentId, tab])
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

/** Saves drafts as one text file, made in the browser: it works without a connection. */
export function downloadDraft(title: string, drafts: readonly DraftContent[]): void {
  const text = drafts
    .map((draft) => draftAsText(plainTitle(title), journal.review.questions, draft))
    .join('\n\n* * *\n\n')
  saveText(text, `${journal.abbreviation.toLowerCase()}-report.txt`)
}
