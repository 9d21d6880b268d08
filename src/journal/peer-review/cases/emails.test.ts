import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aCaseWithEditor, agreed, decided, invited, invitedTo } from '../../../../tests/support/review-builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { openSmtpServer, type SmtpServer } from '../../../../tests/support/smtp-server.ts'
import { DEFAULT_NAME } from '../../../contract/rules/accounts/users.ts'
import { addDays } from '../../../contract/rules/peer-review/days.ts'
import { deliverDue } from '../../../platform/email/deliver.ts'
import { takeDueSteps } from './reminders.ts'

const DAY = 24 * 3_600_000
const START = Date.parse('2026-03-02T09:00:00Z')

describe('emails of peer review', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let server: SmtpServer
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: START })
      server = await openSmtpServer()
      journal = await open({ smtpUrl: server.url })
    })
    afterEach(async () => {
      vi.useRealTimers()
      await server.close()
    })
    /** What is sent after so many days. */
    const sentAfter = async (days: number) => {
      vi.setSystemTime(START + days * DAY)
      server.received.length = 0
      await takeDueSteps(journal.database)
      await deliverDue(journal.resources)
      return server.received
    }

    test('the thanks come with the date for a calendar, and without a secret in it', async () => {
      const [one] = await invitedTo(journal.database, await aCaseWithEditor(journal.database), { count: 1 })
      await agreed(journal.database, one!.id, { dueOn: '2026-03-20' })
      const thanks = (await sentAfter(0)).find(({ subject }) => subject.startsWith('Thank you'))!
      expect(thanks.attachments).toMatchObject([{ filename: 'report-due.ics' }])
      const content = thanks.attachments.map((file) => file.content).join()
      expect(content).toContain('DTSTART;VALUE=DATE:20260320')
      expect(content).not.toContain('#')
    })

    test('are signed with the name of the editor, and not with that of a default account', async () => {
      const { database } = journal
      const signedBy = async (name: string) => {
        const one = await aCaseWithEditor(database)
        await database.db.updateTable('users').set({ full_name: name }).where('id', '=', one.editor.userId).execute()
        const [first] = await invitedTo(database, one, { count: 1 })
        return (await sentAfter(0)).find(({ to }) => to.includes(first!.email))!.text
      }
      expect(await signedBy('Samina Farooqi')).toMatch(/Kind regards,\s+Samina Farooqi, Editor/)
      const unnamed = await signedBy(DEFAULT_NAME)
      expect(unnamed).toMatch(/Kind regards,\s+The editors/)
      expect(unnamed).not.toContain(DEFAULT_NAME)
    })

    test('a reminder says that a report is due, and afterwards that it was due', async () => {
      const [one] = await invitedTo(journal.database, await aCaseWithEditor(journal.database), { count: 1 })
      await agreed(journal.database, one!.id, { dueOn: '2026-03-20' })
      const dueOf = async (days: number) =>
        (await sentAfter(days)).flatMap(({ subject }) => /(is|was) due on .*/.exec(subject)?.[0] ?? [])
      await sentAfter(0)
      expect(await dueOf(18)).toEqual(['is due on March 20, 2026'])
      expect(await dueOf(21)).toEqual(['was due on March 20, 2026'])
    })

    test('of a delay say the same whatever reviewers have done, and that the authors may withdraw', async () => {
      const { database } = journal
      const cases = [await aCaseWithEditor(database), await aCaseWithEditor(database), await aCaseWithEditor(database)]
      const [unanswered, working, inScreening] = cases
      await invited(database, unanswered!.editor, unanswered!.articleId)
      const [first] = await invited(database, working!.editor, working!.articleId)
      await agreed(database, first!.id, { dueOn: '2026-03-20' })
      const delays = (await sentAfter(42)).filter(({ subject }) => subject.includes('delayed'))
      const reasonFor = (to: string) => {
        const { text } = delays.find((email) => email.to.includes(to))!
        expect(text).toContain('you may withdraw')
        return text.split('\n').filter((line) => /taking longer|initial check/.test(line))
      }
      expect(delays).toHaveLength(3)
      expect(reasonFor(unanswered!.author.email)).toEqual(reasonFor(working!.author.email))
      expect(reasonFor(inScreening!.author.email).join()).toContain('initial check')
    })

    test('of a decision bring the letter with its paragraphs, as text and as HTML', async () => {
      const { database } = journal
      const one = await aCaseWithEditor(database)
      await invited(database, one.editor, one.articleId)
      await decided(database, one.editor, one.articleId, 'minor', {
        letter: 'Thank you.\n\nPlease answer each point.',
        exceptionReason: 'A special case.',
        releases: [],
        revisionDueOn: addDays('2026-03-02', 14),
      })
      await sentAfter(0)
      const letter = (await sentAfter(0.1)).find(({ to }) => to.includes(one.author.email))!
      expect(letter.subject).toMatch(/^\d{4}-\d{3} .*: minor revision$/)
      expect(letter.text).toMatch(/Thank you\.\s+Please answer each point\./)
      expect(letter.html).toMatch(/<p[^>]*>Thank you\.<\/p>\s*<p[^>]*>Please answer each point\.<\/p>/)
    })
  })
})
