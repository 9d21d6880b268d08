import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFile } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/rules/text/dates.ts'
import { newId } from '../../../platform/ids.ts'
import { StrayFiles } from './sweep.ts'

describe('stored files that no row names', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let known: string[]
    let strays: StrayFiles
    beforeEach(async () => {
      journal = await open()
      const { database, resources } = journal
      known = []
      for (let count = 0; count < 10; count++)
        known.push((await aFile(database, { store: resources.store, content: Buffer.from('leaf') })).id)
      for (const id of known) storedDaysAgo(id, 300)
      strays = new StrayFiles(resources)
    })
    const storedDaysAgo = (id: string, days: number) => {
      const at = new Date(Date.now() - days * DAY_MS)
      utimesSync(join(journal.dataDir, 'files', id.slice(0, 2), id), at, at)
    }
    const aStray = async (days: number) => {
      const id = newId()
      await journal.resources.store.keep(id, Buffer.from('cut upload'))
      storedDaysAgo(id, days)
      return id
    }
    const stored = async () => (await Array.fromAsync(journal.resources.store.list())).map(({ id }) => id).sort()

    test('are removed after 30 days, once they have had none for hours; all others stay', async () => {
      const [old, young] = [await aStray(31), await aStray(29)]
      expect(await strays.sweep(0)).toBe(0)
      // A day of the system's clock is none of the process's own.
      expect(await strays.sweep(5 * HOUR_MS)).toBe(0)
      expect(await stored()).toEqual([...known, old, young].sort())
      expect(await strays.sweep(6 * HOUR_MS)).toBe(1)
      expect(await stored()).toEqual([...known, young].sort())
    })

    test('and that get a row meanwhile, as at the end of an upload, stay', async () => {
      const id = await aStray(31)
      await strays.sweep(0)
      const { database } = journal
      const row = await database.db.selectFrom('files').selectAll().limit(1).executeTakeFirstOrThrow()
      await database.db
        .insertInto('files')
        .values({ ...row, id })
        .execute()
      expect(await strays.sweep(7 * HOUR_MS)).toBe(0)
      expect(await stored()).toEqual([...known, id].sort())
    })

    test('all stay if they are many, as with a wrong database', async () => {
      const all = [...known]
      for (let count = 0; count < 4; count++) all.push(await aStray(400))
      for (const hours of [0, 7, 14]) expect(await strays.sweep(hours * HOUR_MS)).toBe(0)
      await journal.database.db.deleteFrom('files').execute()
      for (const hours of [21, 28]) expect(await strays.sweep(hours * HOUR_MS)).toBe(0)
      expect(await stored()).toEqual(all.sort())
    })
  })
})
