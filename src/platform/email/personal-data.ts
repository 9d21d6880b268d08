import { FORMER_ACCOUNT } from '../../contract/rules/accounts/users.ts'
import { EMAILS } from '../../contract/rules/site/email-kinds.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { inTurns, type PersonalDataPart, type Person } from '../personal-data-part.ts'
import { ERASED } from './render.ts'

/**
 * Emails about the account, wherever they went, and all to its address once that is known to be the person's, but for
 * those about another account, which had the address before.
 */
const toPerson =
  ({ id, account, confirmedEmails }: Person) =>
  ({ or, and, eb }: ExpressionBuilder<Tables, 'outbox'>) =>
    or([
      eb('user_id', '=', id),
      // As it was typed, too: an index has them as they are.
      ...(confirmedEmails.length
        ? [and([eb('user_id', 'is', null), eb('recipient', 'in', [...confirmedEmails, account.email])])]
        : []),
    ])

/** The journal's emails to the person. Secret links were never stored. */
export const emailData: PersonalDataPart = {
  name: 'emails',
  about: 'The emails that we have sent you: what kind, when, and the details filled in.',
  give: async function* (db, person) {
    const rows = inTurns(
      (after, limit) =>
        db
          .selectFrom('outbox')
          .select(['id', 'kind', 'recipient', 'data', 'created_at', 'sent_at'])
          .where(toPerson(person))
          // One that waits may tell of a decision that can still be undone.
          .where('sent_at', 'is not', null)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ({ id }) => id,
    )
    for await (const { kind, recipient, data, created_at, sent_at } of rows) {
      const details = JSON.parse(data) as object
      yield { kind: EMAILS[kind].name, to: recipient, writtenAt: created_at, sentAt: sent_at, details }
    }
  },
  erase: async (tx, person) => {
    const { id, account } = person
    const theirs = tx.selectFrom('outbox').select('id').where(toPerson(person))
    // Claimed ones too: one that is being handed over at this time still arrives, without a trace here.
    await tx.deleteFrom('outbox').where('id', 'in', theirs).where('sent_at', 'is', null).execute()
    await tx
      .updateTable('outbox')
      .set({ recipient: ERASED, data: '{}', user_id: null, last_error: null })
      .where('id', 'in', theirs)
      .execute()
    // Those to others name the author of a submission.
    const name = JSON.stringify(account.full_name)
    const naming = await tx
      .selectFrom('outbox')
      .select(['id', 'data'])
      .where('article_id', 'in', tx.selectFrom('articles').select('id').where('submitter_id', '=', id))
      .execute()
    const deleted = await tx
      .selectFrom('outbox')
      .select(['id', 'data'])
      .where('kind', '=', 'submission-deleted')
      // Before, they did not say whose submission it was.
      .where(({ or, not, eb }) =>
        or([eb('data', 'like', `%"submitterId":"${id}"%`), not(eb('data', 'like', '%"submitterId":%'))]),
      )
      .execute()
    for (const email of [...naming, ...deleted]) {
      const data = email.data.replaceAll(`"author":${name}`, `"author":${JSON.stringify(FORMER_ACCOUNT)}`)
      if (data !== email.data) await tx.updateTable('outbox').set({ data }).where('id', '=', email.id).execute()
    }
  },
  columns: {
    'outbox.recipient': 'given; unsent emails are removed with the account, sent ones lose their recipient and details',
    'outbox.user_id': 'erased',
  },
}
