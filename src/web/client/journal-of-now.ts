import { useSyncExternalStore } from 'react'
import { journalScriptPath } from '../../contract/rules/settings/published-journal.ts'

const DIGEST = /^[0-9a-f]{12}$/
const listeners = new Set<() => void>()
let changes = 0
let loading: string | null = null

/** Loads the values of the journal if an answer names others than this page has: someone has published changes. */
export async function followJournal(
  digest: string | null,
  load: (address: string) => Promise<unknown> = (address) => import(/* @vite-ignore */ address),
): Promise<void> {
  const { dataset } = document.documentElement
  // A page that shows an editor's own changes stays as it is.
  if ('myChanges' in dataset) return
  if (digest === null || digest === dataset.journal || digest === loading || !DIGEST.test(digest)) return
  loading = digest
  try {
    // Sets what `journal()` answers, and the digest that this page has. A browser runs a script of the same address only
    // once: after an undo the same values come again.
    await load(`${journalScriptPath(digest)}?${changes}`)
    changes++
    for (const listener of listeners) listener()
  } catch {
    // The next answer names it again.
  } finally {
    loading = null
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Renders a component again when the values of the journal have changed. */
export const useJournalChanges = (): number =>
  useSyncExternalStore(
    subscribe,
    () => changes,
    () => 0,
  )
