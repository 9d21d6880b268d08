import { afterEach, expect, test, vi } from 'vitest'
import { followJournal } from './journal-of-now.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser: it runs a script of an address once. */
function aBrowser(journal: string) {
  const dataset = { journal }
  vi.stubGlobal('document', { documentElement: { dataset } })
  const run = new Set([`/journal/${journal}.js`])
  const load = async (address: string) => {
    if (run.has(address)) return
    run.add(address)
    dataset.journal = /[0-9a-f]{12}/.exec(address)![0]
  }
  return { dataset, follow: (digest: string) => followJournal(digest, load) }
}

test('an open page follows a publication, its undo, and the same publication again', async () => {
  const [first, second] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb']
  const { dataset, follow } = aBrowser(first)
  for (const digest of [second, first, second, first]) {
    await follow(digest)
    expect(dataset.journal).toBe(digest)
  }
})
