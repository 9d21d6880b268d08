import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { siteVersion, touchPublicSite } from './site-version.ts'
import { readsTogether } from './version-reader.ts'

describe('the version of the site', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeEach(async () => void (journal = await open()))

    test('is read as it is after the last write, by everybody who asks at once', async () => {
      const { database } = journal
      for (let time = 0; time < 20; time++) {
        const before = Array.from({ length: 8 }, () => database.readSiteVersion())
        await database.transaction(touchPublicSite)
        const expected = await siteVersion(database.db)
        const after = await Promise.all(Array.from({ length: 8 }, () => database.readSiteVersion()))
        expect(after).toEqual(after.map(() => expected))
        for (const version of await Promise.all(before)) expect(version).toBeGreaterThanOrEqual(expected - 1)
      }
    })

    test('is a failure after the database was closed', async () => {
      await journal.database.readSiteVersion()
      await journal.database.close()
      await expect((async () => journal.database.readSiteVersion())()).rejects.toThrow()
    })
  })
})

describe('reads that share a query', () => {
  /** A database whose answers are given by the test. */
  function aDatabase() {
    const open: ((version: number) => void)[] = []
    const { read } = readsTogether(() => new Promise((resolve) => open.push(resolve)))
    const asked = async (count: number) => {
      await expect.poll(() => open.length).toBe(count)
      return open[count - 1]!
    }
    return { read: async () => read(), asked, open }
  }

  test('never share one that began before they asked', async () => {
    const { read, asked } = aDatabase()
    const first = read()
    const answerFirst = await asked(1)
    const later = Array.from({ length: 32 }, read)
    answerFirst(1)
    expect(await first).toBe(1)
    ;(await asked(2))(2)
    expect(await Promise.all(later)).toEqual(later.map(() => 2))
  })

  test('are one for all that wait', async () => {
    const { read, asked, open } = aDatabase()
    const all = Array.from({ length: 32 }, read)
    ;(await asked(1))(7)
    expect(await Promise.all(all)).toEqual(all.map(() => 7))
    expect(open).toHaveLength(1)
  })

  test('are refused in time if no answer comes, and asked again by the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { read, open } = aDatabase()
      const hung = Promise.allSettled([read(), read()])
      await expect.poll(() => open.length).toBe(1)
      const behind = Promise.allSettled([read()])
      await vi.advanceTimersByTimeAsync(5_000)
      for (const { status } of [...(await hung), ...(await behind)]) expect(status).toBe('rejected')
      const next = read()
      await expect.poll(() => open.length).toBe(2)
      open[1]!(3)
      expect(await next).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  test('that fail are not the answer of the next', async () => {
    let away = true
    const { read } = readsTogether(async () => {
      if (away) throw new Error('away')
      return 5
    })
    await expect(read()).rejects.toThrow('away')
    away = false
    expect(await read()).toBe(5)
  })
})
