import type { Actor } from '../../contract/rules/accounts/access.ts'
import type { WaiverOutcome } from '../../contract/rules/fees/waivers.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { WaiverRow } from '../../platform/database/fee-tables.ts'
import type { KindsOfEmail } from '../../platform/email/kinds.ts'
import { address, paragraphs, plain, titled } from '../../platform/email/values.ts'
import { findCase } from '../peer-review/cases/case-rows.ts'
import type { AboutFee, WaiverEmails } from './fee-email.ts'
import { isSealedFor } from './opening.ts'
import { presentWaiver } from './present.ts'
import { holdsFeesDuty, maySeeFees } from './standing.ts'
import { findWaiver } from './waivers.ts'

interface WaiverFacts {
  name: string
  /** The recipient, as they are now. */
  reader: Pick<Actor, 'userId' | 'role'>
  /** Where they answer. */
  desk: string
  title: string
  waiver: WaiverRow
}

async function loadWaiver(
  db: Db,
  { articleId }: AboutFee,
  { recipient }: { recipient: string },
): Promise<WaiverFacts | null> {
  const waiver = await findWaiver(db, articleId)
  const article = await db.selectFrom('articles').select('title').where('id', '=', articleId).executeTakeFirst()
  const person = await db
    .selectFrom('users')
    .select(['id', 'full_name', 'role'])
    .where('email', '=', recipient)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!waiver || !article || !person) return null
  const desk = person.role === 'admin' ? paths.adminFees : paths.deskFees
  const reader = { userId: person.id, role: person.role }
  return { name: person.full_name, reader, desk, title: article.title, waiver }
}

const ANSWERS: Record<WaiverOutcome, (remains: string | null) => string> = {
  whole: () => 'The whole publication fee is waived: there is nothing to pay.',
  part: (remains) => `The publication fee is reduced. What remains to be paid is ${remains}.`,
  declined: () => 'We are sorry that we cannot waive the publication fee this time.',
}

const EXAMPLE: WaiverFacts & AboutFee = {
  ...{ articleId: 'sap-flow-in-prosopis', name: 'Gulnora Nazarova', desk: paths.adminFees },
  reader: { userId: 'k7m2p9qrstvw', role: 'admin' },
  title: 'Sap flow and night-time refilling in <i>Prosopis cineraria</i> through two dry seasons',
  waiver: {
    ...{ article_id: 'sap-flow-in-prosopis', kind: 'part', could_pay: 'USD 20', asked_by: null, told_at: null },
    officers_told_at: null,
    reason: 'My institute has no fund for fees, and I pay my field work myself.',
    ...{ asked_at: '2026-05-28T09:00:00.000Z', outcome: 'part', currency: 'USD', amount: 2000 },
    ...{ answer: 'Thank you for telling us.', answered_by: null, answered_at: '2026-06-15T09:00:00.000Z' },
  },
}

export const feeEmails: KindsOfEmail<WaiverEmails, { [Kind in keyof WaiverEmails]: WaiverFacts }> = {
  'fee-waiver-asked': {
    values: {
      title: ({ title }) => titled(title),
      link: ({ desk }, publicUrl) => address(publicUrl + desk),
    },
    example: EXAMPLE,
    load: loadWaiver,
    isPointless: async (db, { waiver, reader }) =>
      waiver.outcome !== null ||
      (await findCase(db, waiver.article_id))?.stage === 'withdrawn' ||
      // They may have lost their role, or become an author, since it was written.
      !(await maySeeFees(db, reader, waiver.article_id)),
  },
  'fee-waiver-sealed': {
    values: {
      title: ({ title }) => titled(title),
      link: ({ desk }, publicUrl) => address(publicUrl + desk),
    },
    example: { ...EXAMPLE, name: 'Bilal Anjum', desk: paths.deskFees },
    load: loadWaiver,
    // Who could decide about it by now does not learn of it either.
    isPointless: async (db, { waiver, reader }) =>
      !(await holdsFeesDuty(db, reader.userId)) || !(await isSealedFor(db, reader, waiver.article_id)),
  },
  'fee-waiver-answered': {
    values: {
      title: ({ title }) => titled(title),
      outcome: ({ waiver }) => plain(ANSWERS[waiver.outcome ?? 'declined'](presentWaiver(waiver).remains)),
      answer: ({ waiver }) => paragraphs(waiver.answer ?? ''),
      link: ({ articleId }, publicUrl) => address(publicUrl + paths.manuscript(articleId)),
    },
    example: EXAMPLE,
    load: loadWaiver,
  },
}
