import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aSignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, agreed, anEditor, decided, invited } from '../../../../tests/support/review-builders.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { deliverDue } from '../../../platform/email/deliver.ts'
import { sendCaseMessage } from './notify.ts'
import { inviteAssigned } from './invite.ts'
import { undoDecision } from './decide.ts'
import { agreeToReview, declineToReview, lapseInvitation } from './respond.ts'
import { now } from '../../../platform/ids.ts'
import { lockAssignment } from './assignments.ts'

interface Sent {
  recipient: string
  subject: string
  text: string
}

describe('what waits to be said becomes one email', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: Caller
    let article: ArticleRow
    beforeAll(async () => {
      journal = await open()
      editor = await anEditor(journal.database)
      await anEditor(journal.database)
    })
    beforeEach(async () => {
      article = await aCase(journal.database)
      await journal.database.db.deleteFrom('outbox').execute()
    })

    const transaction = (work: (tx: Tx) => Promise<unknown>) => journal.database.transaction(work)
    const write = (text: string, from: 'author' | 'editor' = 'author') =>
      transaction((tx) =>
        sendCaseMessage(tx, { userId: from === 'author' ? article.submitter_id! : editor.userId }, from, {
          articleId: article.id,
          text,
        }),
      )
    const waiting = () => journal.database.db.selectFrom('outbox').selectAll().where('sent_at', 'is', null).execute()
    /** Delivers what is due. `during` happens while the first email is with the mail server. */
    async function deliver({ during }: { during?: () => Promise<unknown> } = {}) {
      const sent: Sent[] = []
      const mailer = {
        ...journal.resources.mailer!,
        send: async ({ recipient, subject, text }: Sent) => {
          if (!sent.length) await during?.()
          sent.push({ recipient, subject, text })
        },
      }
      await deliverDue({ ...journal.resources, mailer })
      return sent
    }
    const consent = { conflict: { answer: 'none' }, dueOn: '2099-01-31' } as const
    const decline = (id: string) => transaction(async (tx) => declineToReview(tx, await lockAssignment(tx, id)))
    const agree = (id: string) => transaction(async (tx) => agreeToReview(tx, await lockAssignment(tx, id), consent))

    test('a hundred messages are one for each editor, which says how many there are', async () => {
      for (let at = 1; at <= 100; at++) await write(`Remark ${at}.`)
      expect(await waiting()).toHaveLength(2)
      const sent = await deliver()
      expect(sent).toHaveLength(2)
      for (const { subject, text } of sent) {
        expect(subject).toContain('100 messages from the authors')
        expect(text).toContain('Message 100 of 100:\n\nRemark 100.')
        expect(text).toContain('Message 91 of 100:')
        expect(text).not.toContain('Message 90 of 100:')
      }
    })

    test('one message reads as it always has, and so does the answer', async () => {
      await write('May we add a reference?')
      const [email] = await deliver()
      expect(email!.subject).toContain('a message from the authors')
      expect(email!.text).toContain('May we add a reference?')
      expect(email!.text).not.toContain('Message 1')
      await write('Please do.', 'editor')
      await write('By Friday.', 'editor')
      const answers = await deliver()
      expect(answers.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^2 messages about “/)])
      expect(answers[0]!.text).toMatch(/Message 1 of 2:\s+Please do\.\s+Message 2 of 2:\s+By Friday\./)
    })

    test('a message that comes while the last one is being sent has its own: none is lost, none is told twice', async () => {
      await write('First.')
      await write('Second.')
      const sent = await deliver({ during: () => write('Third.') })
      const texts = sent.map(({ text }) => text)
      for (const word of ['First.', 'Second.', 'Third.']) {
        expect(texts.filter((text) => text.includes(word))).toHaveLength(2)
      }
    })

    test('emails that could not be sent take further messages in', async () => {
      await write('First.')
      await journal.database.db.updateTable('outbox').set({ attempts: 3, last_error: '450 Busy' }).execute()
      await write('Second.')
      expect(await waiting()).toHaveLength(2)
      expect((await deliver()).every(({ text }) => text.includes('First.') && text.includes('Second.'))).toBe(true)
    })

    test('however often a reviewer changes their mind, only what holds in the end is said', async () => {
      const [assignment] = await invited(journal.database, editor, article.id, { count: 1 })
      const { id, email } = assignment!
      await deliver()
      for (let time = 0; time < 10; time++) {
        await decline(id)
        await agree(id)
      }
      const to = (sent: Sent[]) => sent.map(({ recipient }) => recipient)
      expect(to(await deliver())).toEqual([email])
      await decline(id)
      await agree(id)
      await decline(id)
      const last = await deliver()
      expect(last).toHaveLength(1)
      expect(last[0]!.subject).toContain('cannot review')
      expect(await waiting()).toEqual([])
    })

    test('nobody is invited, or told that an invitation lapsed, after they have agreed', async () => {
      const [assignment] = await invited(journal.database, editor, article.id, { count: 1 })
      await transaction(async (tx) => lapseInvitation(tx, await lockAssignment(tx, assignment!.id), now()))
      await agree(assignment!.id)
      expect((await deliver()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
        [assignment!.email, expect.not.stringContaining('lapsed')],
      ])
    })

    test('an invitation survives a decision that is undone', async () => {
      const [assignment] = await invited(journal.database, editor, article.id, { count: 1 })
      const decision = await decided(journal.database, editor, article.id, 'decline')
      await transaction((tx) => undoDecision(tx, editor, { articleId: article.id, decisionId: decision.id }))
      expect((await deliver()).map(({ recipient }) => recipient)).toEqual([assignment!.email])
    })

    test('asked again before the first email has been sent, a reviewer gets one', async () => {
      const [assignment] = await invited(journal.database, editor, article.id, { count: 1 })
      for (let time = 0; time < 3; time++) {
        await decline(assignment!.id)
        await transaction(async (tx) => inviteAssigned(tx, editor, await lockAssignment(tx, assignment!.id)))
      }
      expect((await deliver()).map(({ recipient }) => recipient)).toEqual([assignment!.email])
    })

    test('the list of emails shows the same', async () => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      await agreed(journal.database, (await invited(journal.database, editor, article.id, { count: 1 }))[0]!.id)
      await write('First.')
      await write('Second.')
      const { body } = await journal.get('/emails?limit=20', { as: admin })
      const shown = (body.data as { kind: string; text: string }[]).filter(({ kind }) => kind === 'editor-message')
      expect(shown.length).toBeGreaterThan(0)
      for (const { text } of shown) expect(text).toMatch(/Message 1 of 2:\s+First\.\s+Message 2 of 2:\s+Second\./)
    })
  })
})
