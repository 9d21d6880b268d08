import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  aCaseWithEditor,
  agreed,
  decided,
  invited,
  reported,
  type CaseWithEditor,
} from '../../../../tests/support/review-builders.ts'
import { anArticle, aReviewer, aSignedIn, theEditorialMembers } from '../../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import { addDays } from '../../../contract/rules/peer-review/days.ts'
import { renewPublicFigures } from '../cases/public-figures.ts'
import { undoDecision } from '../cases/decide.ts'
import { siteVersion } from '../../../platform/database/site-version.ts'
import { statisticsHandlers, publicFigures } from './handlers.ts'

const at = (day: string, time = '09:00') => vi.setSystemTime(Date.parse(`${day}T${time}:00Z`))

describe('the figures of peer review', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T09:00:00Z') })
      journal = await open()
    })
    afterEach(() => vi.useRealTimers())

    /** A manuscript that is decided after so many days, with two reports. */
    async function aDecidedCase(received: string, days: number): Promise<CaseWithEditor> {
      at(received)
      const made = await aCaseWithEditor(journal.database)
      const assignments = await invited(journal.database, made.editor, made.articleId, { count: 2, standby: 1 })
      at(addDays(received, 1))
      for (const assignment of assignments.slice(0, 2))
        await agreed(journal.database, assignment.id, { dueOn: addDays(received, 8) })
      at(addDays(received, 7))
      await reported(journal.database, assignments[0]!.id)
      at(addDays(received, 9))
      await reported(journal.database, assignments[1]!.id)
      at(addDays(received, days))
      await decided(journal.database, made.editor, made.articleId, 'minor', {
        exceptionReason: 'A special case.',
        releases: [],
        revisionDueOn: addDays(received, 90),
      })
      return made
    }
    const read = async () => (await journal.get('/peer-review/figures')).body

    test('are public from five decisions up, for whole months, and change with a month alone', async () => {
      const { database } = journal
      for (const [index, days] of [20, 25, 30, 50].entries()) await aDecidedCase(`2026-03-0${index + 1}`, days)
      at('2026-06-10')
      expect(await read()).toBeNull()
      // The fifth is decided in June: published in July.
      await aDecidedCase('2026-05-05', 40)
      at('2026-06-30', '23:59')
      expect(await read()).toBeNull()
      at('2026-07-01', '00:00')
      const published = {
        ...{
          from: '2025-07-01',
          to: '2026-06-30',
          decided: 5,
          unread: 0,
          medianDays: 30,
          days80: 40,
          onTimePercent: 80,
        },
        ...{ invitations: 10, reports: 10, replies: 10, replyDays: 1, reportDays: 7 },
        ...{ invitationsPerReport: 1, reportsOnTimePercent: 50, ofSamples: false, years: [] },
      }
      await renewPublicFigures(database, new Date())
      expect(await read()).toEqual(published)
      // Whatever happens in July.
      await aDecidedCase('2026-06-20', 20)
      at('2026-07-31', '23:00')
      expect(await publicFigures(database.db, new Date())).toEqual(published)
      at('2027-01-01')
      expect(await publicFigures(database.db, new Date())).toMatchObject({
        decided: 6,
        years: [{ year: 2026, decided: 6 }],
      })
    })

    test('make the public site again once a month, whatever the number of processes', async () => {
      const { database } = journal
      const version = () => siteVersion(database.db)
      const begun = await version()
      await renewPublicFigures(database, new Date())
      expect(await version()).toBe(begun)
      await aDecidedCase('2026-03-01', 20)
      const before = await version()
      await Promise.all([1, 2, 3].map(() => renewPublicFigures(database, new Date())))
      expect(await version()).toBe(before + 1)
      await renewPublicFigures(database, new Date())
      await renewPublicFigures(database, new Date('2026-04-01T00:00:00Z'))
      expect(await version()).toBe(before + 2)
    })

    test('never count what was undone, nor a manuscript from which the administrator is recused', async () => {
      const { database } = journal
      const { user } = await aSignedIn(journal, { role: 'admin' })
      const [one, own] = [await aDecidedCase('2026-03-01', 20), await aDecidedCase('2026-03-02', 30)]
      const thisYear = async () => {
        // Sessions do not last as long as the times between.
        const { body } = await journal.get('/cases/figures', { as: await aSignedIn(journal, { user }) })
        return { ...body.years.at(-1), open: body.openCases, late: body.late }
      }
      at('2026-04-02')
      expect(await thisYear()).toMatchObject({ year: 2026, decided: 2, medianDays: 25, invitations: 4, open: 2 })
      await database.db
        .insertInto('case_editors')
        .values({
          article_id: own.articleId,
          user_id: user.id,
          is_guest: 0,
          since: '2026-03-02',
          recused_at: '2026-03-02',
          reason: null,
        })
        .execute()
      expect(await thisYear()).toMatchObject({ decided: 1, medianDays: 20, invitations: 2, open: 1 })
      at('2026-03-25')
      const undone = await aCaseWithEditor(database)
      await invited(database, undone.editor, undone.articleId)
      const { id } = await decided(database, undone.editor, undone.articleId, 'decline', {
        exceptionReason: 'A special case.',
        releases: [],
      })
      await database.transaction((tx) =>
        undoDecision(tx, undone.editor, { articleId: undone.articleId, decisionId: id }),
      )
      at('2026-06-25')
      expect(await thisYear()).toMatchObject({ decided: 1, unread: 0, invitations: 2, open: 2, late: 1 })
      expect(one.articleId).not.toBe(own.articleId)
    })

    test('count a decision only once it can no longer be undone: here, on Today and in public', async () => {
      const { database } = journal
      const { user } = await aSignedIn(journal, { role: 'admin' })
      at('2026-03-01')
      const made = await aCaseWithEditor(database)
      const figures = async () => {
        const as = await aSignedIn(journal, { user })
        const { body } = await journal.get('/cases/figures', { as })
        const { figures: today } = (await journal.get('/cases?scope=all', { as })).body
        const { decided, unread, invitations } = body.years.at(-1)
        return {
          decided,
          unread,
          invitations,
          open: body.openCases,
          late: body.late,
          today: [today.decided, today.open],
        }
      }
      at('2026-06-25', '09:00')
      const open = { decided: 0, unread: 0, invitations: 0, open: 1, late: 1, today: [0, 1] }
      expect(await figures()).toEqual(open)
      await invited(database, made.editor, made.articleId)
      await decided(database, made.editor, made.articleId, 'decline', { exceptionReason: 'No.', releases: [] })
      at('2026-06-25', '09:09')
      expect(await figures()).toEqual(open)
      at('2026-06-25', '09:10')
      expect(await figures()).toEqual({ decided: 1, unread: 0, invitations: 2, open: 0, late: 0, today: [1, 0] })
    })

    test('say how many published articles are by editors, board members and reviewers', async () => {
      const { database } = journal
      const admin = await aSignedIn(journal, { role: 'admin', email: 'admin@plants.test' })
      await theEditorialMembers(database, '<h1>Editors</h1><p>Dr Flora Green</p>')
      const one = await aCaseWithEditor(database)
      const reviewed = await aReviewer(database, { emails: ['has-reviewed@moss.test'], orcid: '0000-0002-1825-0097' })
      await aReviewer(database, { emails: ['never-asked@moss.test'] })
      const [assignment] = await invited(database, one.editor, one.articleId, { count: 1 })
      await database.db
        .updateTable('review_assignments')
        .set({ reviewer_id: reviewed.id })
        .where('id', '=', assignment!.id)
        .execute()
      await agreed(database, assignment!.id, { dueOn: '2026-03-12' })
      await reported(database, assignment!.id)
      const by = (full_name: string, email: string, orcid: string | null = null) =>
        anArticle(database, {
          contributors: [
            { role: 'Corresponding Author', full_name: 'Ayesha Malik', email: 'malik@plants.test' },
            { role: 'Author', full_name, email, orcid },
            { role: 'Reviewer', full_name: 'Flora Green', email: 'admin@plants.test' },
          ],
        })
      await by('Bruno Kovář', 'kovar@plants.test')
      await by('Never Asked', 'never-asked@moss.test')
      await by('An Editor', 'Admin@plants.test')
      await by('Flora Green', 'green@plants.test')
      await by('Someone Else', 'other@plants.test', '0000-0002-1825-0097')
      await by('Linnea Moss', 'HAS-REVIEWED@moss.test')
      const { body } = await journal.get('/cases/figures', { as: admin })
      expect(body.years.at(-1)).toMatchObject({ published: 6, endogenous: 4, endogenyPercent: 67 })
      expect(Object.keys((await publicFigures(database.db, new Date())) ?? {})).not.toContain('endogenous')
    })

    test('are read in as many queries for many cases as for one', async () => {
      const costs: number[] = []
      for (const more of [1, 6]) {
        for (let made = 0; made < more; made++) await aDecidedCase(`2026-03-0${made + 1}`, 20)
        const asked = await watchQueries(journal.database, (database) => publicFigures(database.db, new Date()))
        costs.push(asked.length)
      }
      expect(costs).toEqual([4, 4])
      expect(Object.keys(statisticsHandlers)).toEqual(['read', 'readAll'])
    })
  })
})
