import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { anArticle, aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../tests/support/default-journal.ts'
import type { ContentPage, PageVersion } from '../../contract/api/pages.ts'
import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import { startJournal } from './start.ts'
import { latestNumber } from './versions.ts'

const PAGE = '/pages/publication-fee'
const FEE = 'fees.local.amount'

/** What happens to the fee, when, and what readers of the page see from then on. */
interface Step {
  at: string
  does: string | 'undoes the latest' | 'a manuscript arrives'
  shows: string
}

describe('a year of changed fees', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn

    afterEach(() => vi.useRealTimers())
    afterAll(useDefaultJournal)

    const clock = (at: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
    // No session lasts for a year.
    const asAdmin = () => aSignedIn(journal, admin)
    const anEmptyJournal = async (at: string) => {
      clock(at)
      journal = await open()
      journal.resources.currentJournal.rule()
      await startJournal(journal.database, journal.resources.textBuilder)
      admin = await aSignedIn(journal, { role: 'admin' })
    }
    const step = async ({ at, does }: Step) => {
      clock(at)
      const latest = await latestNumber(journal.database.db)
      if (does === 'a manuscript arrives') {
        await anArticle(journal.database, { state: 'pending', created_at: at })
        return
      }
      const answer =
        does === 'undoes the latest'
          ? await journal.post(`/settings/versions/${latest}/undo`, {}, { as: await asAdmin() })
          : await journal.post(
              '/settings/versions',
              { base: latest, values: { [FEE]: does }, texts: [] },
              { as: await asAdmin() },
            )
      expect(answer.status, answer.text).toBe(201)
    }
    const read = async (query = ''): Promise<ContentPage> => (await journal.get(PAGE + query)).body
    const feeIn = ({ html }: Pick<ContentPage, 'html'>) => /PKR [\d,]+/.exec(html)?.[0] ?? ''
    const versions = async () => (await journal.get(`${PAGE}/versions`)).body.versions as PageVersion[]

    const STEPS: Step[] = [
      { at: '2027-03-10T09:00:00.000Z', does: 'PKR 16,000', shows: 'PKR 16,000' },
      // Two on one day: the day ended with the second.
      { at: '2027-04-01T08:00:00.000Z', does: 'PKR 17,000', shows: 'PKR 17,000' },
      { at: '2027-04-01T20:00:00.000Z', does: 'PKR 18,000', shows: 'PKR 18,000' },
      // Taken back after nine minutes: it never was.
      { at: '2027-05-05T10:00:00.000Z', does: 'PKR 1,800', shows: 'PKR 1,800' },
      { at: '2027-05-05T10:09:00.000Z', does: 'undoes the latest', shows: 'PKR 18,000' },
      // Across midnight, too.
      { at: '2027-06-30T23:55:00.000Z', does: 'PKR 1,900', shows: 'PKR 1,900' },
      { at: '2027-07-01T00:04:00.000Z', does: 'undoes the latest', shows: 'PKR 18,000' },
      // The last moment of a day, and the first.
      { at: '2027-08-31T23:59:59.999Z', does: 'PKR 19,000', shows: 'PKR 19,000' },
      { at: '2027-10-01T00:00:00.000Z', does: 'PKR 20,000', shows: 'PKR 20,000' },
      // Taken back at once, but someone submitted meanwhile, who was promised it.
      { at: '2027-11-11T11:00:00.000Z', does: 'PKR 2,000', shows: 'PKR 2,000' },
      { at: '2027-11-11T11:01:00.000Z', does: 'a manuscript arrives', shows: 'PKR 2,000' },
      { at: '2027-11-11T11:02:00.000Z', does: 'undoes the latest', shows: 'PKR 20,000' },
      // Taken back later: it was the fee of those days.
      { at: '2027-12-31T12:00:00.000Z', does: 'PKR 21,000', shows: 'PKR 21,000' },
      { at: '2028-01-02T12:00:00.000Z', does: 'undoes the latest', shows: 'PKR 20,000' },
      { at: '2028-02-29T12:00:00.000Z', does: 'PKR 22,000', shows: 'PKR 22,000' },
    ]
    const SLIPS = ['PKR 1,800', 'PKR 1,900']

    test('each day shows the words with which it ended, and readers saw them that day', async () => {
      await anEmptyJournal('2027-03-01T00:00:00.000Z')
      const original = feeIn(await read())
      expect(original).not.toBe('')
      for (const one of STEPS) {
        await step(one)
        const [now, today] = [await read(), await read(`?on=${dayOf(one.at)}`)]
        expect([feeIn(now), feeIn(today)], one.at).toEqual([one.shows, one.shows])
      }

      clock('2028-03-31T23:59:59.999Z')
      const endedWith = (day: string) =>
        STEPS.findLast(({ at, shows }) => dayOf(at) <= day && !SLIPS.includes(shows))?.shows ?? original
      const wrong: string[] = []
      let days = 0
      for (let day = '2027-03-01'; day <= '2028-03-31'; day = addDays(day, 1)) {
        days++
        const shown = feeIn(await read(`?on=${day}`))
        if (shown !== endedWith(day)) wrong.push(`${day}: ${shown}, not ${endedWith(day)}`)
      }
      expect(wrong).toEqual([])
      // 2028 has a February 29.
      expect(days).toBe(397)
      expect((await read('?on=2027-02-28')).html).toBe('')
      expect((await journal.get(`${PAGE}?on=2027-02-29`)).status).toBe(400)
      expect((await journal.get(`${PAGE}?on=9999-12-31`)).status).toBe(400)

      const listed = await versions()
      const fees: string[] = []
      for (const { number } of listed) fees.push(feeIn((await journal.get(`${PAGE}/versions/${number}`)).body))
      expect(listed.map(({ from, until }, at) => [from, until, fees[at]])).toEqual([
        ['2028-02-29', null, 'PKR 22,000'],
        ['2028-01-02', '2028-02-29', 'PKR 20,000'],
        ['2027-12-31', '2028-01-02', 'PKR 21,000'],
        ['2027-11-11', '2027-12-31', 'PKR 20,000'],
        ['2027-11-11', '2027-11-11', 'PKR 2,000'],
        ['2027-10-01', '2027-11-11', 'PKR 20,000'],
        ['2027-08-31', '2027-10-01', 'PKR 19,000'],
        ['2027-04-01', '2027-08-31', 'PKR 18,000'],
        ['2027-04-01', '2027-04-01', 'PKR 17,000'],
        ['2027-03-10', '2027-04-01', 'PKR 16,000'],
        ['2027-03-01', '2027-03-10', original],
      ])
    })

    test('a clock that was a month ahead and is set right leaves the last word to what was published last', async () => {
      await anEmptyJournal('2027-03-01T00:00:00.000Z')
      await step({ at: '2027-05-01T09:00:00.000Z', does: 'PKR 17,000', shows: '' })
      clock('2027-04-01T09:00:00.000Z')
      await step({ at: '2027-04-01T10:00:00.000Z', does: 'PKR 18,000', shows: '' })
      for (const at of ['2027-04-01T10:00:01.000Z', '2027-05-02T00:00:00.000Z']) {
        clock(at)
        expect([feeIn(await read()), feeIn(await read(`?on=${dayOf(at)}`))], at).toEqual(['PKR 18,000', 'PKR 18,000'])
      }
    })
  })
})
