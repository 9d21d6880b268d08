import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anArticle, aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../tests/support/default-journal.ts'
import { journal as theJournal } from '../../contract/journal.ts'
import type { Value } from '../../contract/rules/settings/values.ts'
import { connect } from '../../platform/database/connect.ts'
import { claimJob } from '../../platform/jobs/queue.ts'
import { runDueJobs } from '../../platform/jobs/run.ts'
import { retitledJobs } from './retitled.ts'
import { startJournal } from './start.ts'
import { latestNumber } from './versions.ts'

const PREFIX = '10.5555'
const BEFORE = '2026-03-01T08:00:00.000Z'
const AFTER = '2026-08-01T08:00:00.000Z'
const FORMER = { name: 'Annals of Ferns', abbreviation: 'AF', issn: '2049-3630', issnPrint: '', until: '2026-06-30' }
/** More than are renewed in one transaction. */
const MANY = 230

describe('articles whose title was corrected', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let old: string[]
    let others: string[]

    beforeAll(async () => {
      journal = await open()
      journal.resources.currentJournal.rule()
      await startJournal(journal.database, journal.resources.textBuilder)
      admin = await aSignedIn(journal, { role: 'admin' })
      await publish({ 'doi.prefix': PREFIX, name: 'Moss Letters', formerTitles: [FORMER] })
      const dated = (published_at: string) => ({ published_at, approved_at: published_at })
      const ids = []
      for (let at = 0; at < MANY; at++)
        ids.push((await anArticle(journal.database, { ...shared, ...dated(BEFORE), doi: `${PREFIX}/old-${at}` })).id)
      old = ids.toSorted()
      const kept = [
        await anArticle(journal.database, { ...shared, ...dated(AFTER), doi: `${PREFIX}/new` }),
        await anArticle(journal.database, { ...dated(BEFORE), doi: '10.9999/elsewhere', source_journal: 'Flora' }),
        await anArticle(journal.database, { ...dated(BEFORE), doi: `${PREFIX}/sample`, origin: 'sample' }),
        await anArticle(journal.database, { state: 'archived', doi: `${PREFIX}/archived` }),
        await anArticle(journal.database, { state: 'pending' }),
      ]
      others = kept.map(({ id }) => id)
    })
    afterAll(useDefaultJournal)
    beforeEach(async () => {
      await journal.database.db.deleteFrom('jobs').execute()
      await journal.database.db.deleteFrom('deposits').execute()
      await journal.database.db.updateTable('harvest_records').set({ changed_at: BEFORE }).execute()
    })

    const shared = { contributors: [] }
    const publish = async (values: Record<string, Value | null>) => {
      const base = await latestNumber(journal.database.db)
      const answer = await journal.post('/settings/versions', { base, values, texts: [] }, { as: admin })
      expect(answer.status, answer.text).toBe(201)
    }
    const run = (database = journal.database) =>
      journal.resources.currentJournal.withLatest(() =>
        runDueJobs({ ...journal.resources, database }, retitledJobs({ database })),
      )
    const waiting = () =>
      journal.database.db.selectFrom('jobs').select('subject').where('kind', '=', 'titles').execute()
    const deposited = async () =>
      (await journal.database.db.selectFrom('deposits').select(['article_id', 'reason']).execute())
        .map(({ article_id, reason }) => `${article_id} ${reason}`)
        .toSorted()
    const harvested = async () =>
      (
        await journal.database.db
          .selectFrom('harvest_records')
          .select('article_id')
          .where('changed_at', '<>', BEFORE)
          .execute()
      )
        .map(({ article_id }) => article_id)
        .toSorted()
    const ofAll = (ids: string[]) => ids.map((id) => `${id} title`).toSorted()

    test('are deposited and harvested once more each, and no other is', async () => {
      await publish({ formerTitles: [{ ...FORMER, name: 'Annals of the Ferns' }] })
      await run()
      expect(await waiting()).toEqual([])
      expect(await deposited()).toEqual(ofAll(old))
      expect(await harvested()).toEqual(old)
    })

    test('are so when an ISSN or the present name is corrected', async () => {
      await publish({ name: 'Moss and Fern Letters' })
      await run()
      expect(await deposited()).toEqual(ofAll([others[0]!]))
      await publish({ formerTitles: [{ ...FORMER, issn: '1234-5679' }] })
      await run()
      expect(await deposited()).toEqual(ofAll([...old, others[0]!]))
      await publish({ formerTitles: [FORMER] })
    })

    test('are none when a new title begins, or something else is changed', async () => {
      await publish({ 'society.name': 'A society' })
      expect(await waiting()).toEqual([])
      const { name, abbreviation, issn, issnPrint } = await journal.resources.currentJournal.withLatest(async () =>
        theJournal(),
      )
      const last = { name, abbreviation, issn, issnPrint, until: '2026-10-31' }
      await publish({ formerTitles: [FORMER, last], name: 'Seeds' })
      expect(await waiting()).toHaveLength(1)
      await run()
      expect(await waiting()).toEqual([])
      expect(await deposited()).toEqual([])
      expect(await harvested()).toEqual([])
    })

    test('are renewed once each, wherever a process dies and however many work on it', async () => {
      await publish({ formerTitles: [FORMER], name: 'Seeds' })
      await journal.database.db.deleteFrom('jobs').execute()
      await publish({ formerTitles: [{ ...FORMER, name: 'Annals of All Ferns' }] })
      // One has died with it, and one was taken for dead.
      const slow = await claimJob(journal.database, 'titles', 0, new Date(Date.now() - 60_000))
      const others = [1, 2].map(() => connect(journal.where))
      await Promise.all([run(), ...others.map((database) => run(database))])
      await Promise.all(others.map((database) => database.close()))
      expect(await journal.resources.currentJournal.withLatest(() => retitledJobs(journal).run(slow!))).toBe(false)
      expect(await waiting()).toEqual([])
      expect(await deposited()).toEqual(ofAll(old))
    })
  })
})
