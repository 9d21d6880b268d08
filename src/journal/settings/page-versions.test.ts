import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import type { ContentPage, PageVersion } from '../../contract/api/pages.ts'
import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import { pageVersions } from './page-versions.ts'

const SLUG = 'publication-fee'
const today = dayOf(new Date())
const ago = (days: number) => addDays(today, -days)

/** A publication: on which day and at what time, from when on its text holds, and what it took back. */
interface Step {
  on: string
  time?: string
  from?: string
  text: string
  undoes?: number
  note?: string
}

describe('the versions of a page', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    /** Publishes each step as a version of the journal and of the page, with the same numbers, on an empty history. */
    const published = async (steps: readonly Step[]) => {
      journal = await open()
      const { db } = journal.database
      for (const [index, { on, time = '09:00:00', from = on, text, undoes = null, note = '' }] of steps.entries()) {
        const number = index + 1
        await db
          .insertInto('journal_versions')
          .values({
            ...{ number, content: '{}', cause: undoes === null ? 'edit' : 'undo', note, undoes, by_id: null },
            at: `${on}T${time}.000Z`,
          })
          .execute()
        await db
          .insertInto('text_versions')
          .values({
            ...{ kind: 'page', slug: SLUG, number, journal_version: number, source: text, is_own: 1, based_on: '' },
            ...{ title: `Fee ${number}`, html: `<p>${text}</p>`, in_force_from: from, note },
          })
          .execute()
      }
    }
    const read = async (query = ''): Promise<ContentPage> => (await journal.get(`/pages/${SLUG}${query}`)).body
    const listed = async () => (await journal.get(`/pages/${SLUG}/versions`)).body.versions as PageVersion[]

    test('each day of the year shows the words of that day', async () => {
      const steps: Step[] = [
        { on: ago(300), text: 'PKR 9,000' },
        { on: ago(220), from: ago(190), text: 'PKR 10,000' },
        { on: ago(200), text: 'PKR 9,500' },
        { on: ago(150), from: ago(100), text: 'never, for it was replaced before its day' },
        { on: ago(120), from: ago(100), text: 'PKR 12,000' },
        { on: ago(60), text: 'a slip of a day' },
        { on: ago(60), time: '15:00:00', text: 'PKR 13,000' },
        { on: ago(1), from: addDays(today, 20), text: 'planned' },
      ]
      await published(steps)
      /** The text that was published last of those whose day has come. */
      const expected = (day: string) =>
        steps.findLast(({ on, from = on }) => from <= day && on <= day && from <= today)?.text
      const wrong: string[] = []
      for (let day = ago(364); day <= today; day = addDays(day, 1)) {
        const { html, isOfAnotherDay } = await read(`?on=${day}`)
        const text = expected(day)
        if (!isOfAnotherDay || html !== (text === undefined ? '' : `<p>${text}</p>`)) wrong.push(`${day}: ${html}`)
      }
      expect(wrong).toEqual([])
      expect((await journal.get(`/pages/${SLUG}?on=${addDays(today, 1)}`)).status).toBe(400)
      expect((await listed()).map(({ number, from, until }) => [number, from, until])).toEqual([
        [7, ago(60), null],
        [6, ago(60), ago(60)],
        [5, ago(100), ago(60)],
        [3, ago(200), ago(100)],
        [1, ago(300), ago(200)],
      ])
    })

    test('what was taken back within ten minutes leaves no version, unless someone submitted meanwhile', async () => {
      const steps: Step[] = [
        { on: ago(9), text: 'PKR 9,000' },
        { on: ago(5), time: '10:00:00', text: 'PKR 90,000' },
        { on: ago(5), time: '10:09:00', text: 'PKR 9,000', undoes: 2 },
      ]
      await published(steps)
      expect((await listed()).map(({ number }) => number)).toEqual([1])
      expect((await read()).version).toEqual({ number: 1, from: ago(9), until: null })
      const { id } = await anArticle(journal.database, { state: 'pending' })
      const submitted = (at: string) =>
        journal.database.db.updateTable('articles').set({ created_at: at }).where('id', '=', id).execute()
      await submitted(`${ago(5)}T10:04:00.000Z`)
      expect((await pageVersions(journal.database.db, SLUG)).map(({ number }) => number)).toEqual([3, 2, 1])

      await published([steps[0]!, steps[1]!, { ...steps[2]!, time: '10:11:00' }])
      expect((await listed()).map(({ number }) => number)).toEqual([3, 2, 1])
      // Taking back what was taken back brings the text again, as a version.
      await published([...steps, { on: ago(5), time: '10:12:00', text: 'PKR 90,000', undoes: 3 }])
      expect((await listed()).map(({ number }) => number)).toEqual([4, 1])
    })

    test('a version is read as it was, compared with the one before it, and has the note of its editors', async () => {
      await published([
        { on: ago(90), text: 'It costs PKR 9,000 for everyone.', note: 'not shown: there was none before it' },
        { on: ago(50), text: 'It costs PKR 12,000 for everyone.', note: 'The fee rose.' },
        { on: ago(20), text: 'It costs PKR 12,000 for everyone.', note: 'of a value, for the history' },
      ])
      const former = (await journal.get(`/pages/${SLUG}/versions/1`)).body as ContentPage
      expect(former).toMatchObject({
        ...{ slug: SLUG, title: 'Fee 1', html: '<p>It costs PKR 9,000 for everyone.</p>' },
        version: { number: 1, from: ago(90), until: ago(50) },
      })
      expect((await listed()).map(({ note }) => note)).toEqual(['', 'The fee rose.', ''])
      const { before, paragraphs } = (await journal.get(`/pages/${SLUG}/versions/2/changes`)).body
      expect(before).toBe(1)
      expect(paragraphs[0].runs.filter(({ kind }: { kind: string }) => kind !== 'same')).toEqual([
        { kind: 'removed', text: expect.stringContaining('9,000') },
        { kind: 'added', text: expect.stringContaining('12,000') },
      ])
      for (const path of ['versions/7', 'versions/1/changes', 'versions/7/changes'])
        expect((await journal.get(`/pages/${SLUG}/${path}`)).status, path).toBe(404)
      expect((await journal.get('/pages/nothing/versions')).status).toBe(404)
      expect((await journal.get(`/pages/${SLUG}?on=yesterday`)).status).toBe(400)
    })

    test('of what is planned nothing is public before its day', async () => {
      await published([
        { on: ago(3), text: 'PKR 9,000' },
        { on: ago(2), from: addDays(today, 1), text: 'PKR 99,000' },
      ])
      expect((await journal.get(`/pages/${SLUG}/versions/2`)).status).toBe(404)
      expect((await listed()).map(({ number, until }) => [number, until])).toEqual([[1, null]])
      expect(JSON.stringify(await read(`?on=${addDays(today, 2)}`))).not.toContain('99,000')
    })
  })
})
