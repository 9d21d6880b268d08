/** Builders of notices about published articles, by the calls that editors and authors make. */
import { expect } from 'vitest'
import { makePersonLink } from '../../src/journal/peer-review/authorship/links.ts'
import { draftNotice, signNotice, skipAsking } from '../../src/journal/publication/notices/commands.ts'
import { lookAtNotice } from '../../src/journal/publication/notices/due.ts'
import type { Notice } from '../../src/contract/api/notices.ts'
import type { NoticeKind } from '../../src/contract/rules/articles/notices.ts'
import { NOTICE_UNDO_MINUTES } from '../../src/contract/rules/articles/notices.ts'
import { MINUTE_MS } from '../../src/contract/rules/text/dates.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import { newId } from '../../src/platform/ids.ts'
import { anArticle, type ArticleOptions, type SignedIn } from './builders.ts'
import type { TestJournal } from './databases.ts'
import { anEditor } from './review-builders.ts'

/** What a complete notice says. */
export const WORDS = {
  ...{ what: 'the plates of Figure 3 are not from Ferula', details: 'The vouchers are a cultivated Heracleum.' },
  ...{ why: 'The labels of two trays were swapped.', foundBy: 'A curator', effect: 'The counts cannot be used.' },
  ...{ action: 'We say so above the article.', whoseError: 'authors' as const },
}

/** A published article of Ayesha and Bruno, whose addresses are their own. */
export async function aPublished(journal: TestJournal, options: ArticleOptions = {}) {
  const [ayesha, bruno] = [`ayesha-${newId()}@plants.test`, `bruno-${newId()}@plants.test`]
  const article = await anArticle(journal.database, {
    contributors: [
      { role: 'Corresponding Author', full_name: 'Ayesha Malik', email: ayesha },
      { role: 'Author', full_name: 'Bruno Kovář', email: bruno.toUpperCase() },
    ],
    ...options,
  })
  return { ...article, ayesha, bruno }
}

export const noticeCall =
  (journal: TestJournal, as: SignedIn) =>
  async (path: string, body: object = {}) =>
    journal.post(`/notices${path}`, body, { as })

/** A draft about articles. */
export async function aDraft(
  journal: TestJournal,
  editor: SignedIn,
  kind: NoticeKind,
  about: readonly string[],
  more: object = {},
): Promise<Notice> {
  const answer = await journal.post('/notices', { kind, about, ...WORDS, ...more }, { as: editor })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Notice
}

/** The same, ready to be signed without asking the authors. */
export async function aReady(
  journal: TestJournal,
  editor: SignedIn,
  kind: NoticeKind,
  about: readonly string[],
  more: object = {},
): Promise<Notice> {
  const { id, version } = await aDraft(journal, editor, kind, about, { ...more, whoseError: 'journal' })
  const answer = await journal.post(`/notices/${id}/unasked`, { version, reason: 'Our own error.' }, { as: editor })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Notice
}

/** A published notice that one editor has drafted and another signed. */
export async function aNotice(
  journal: TestJournal,
  [drafter, signer]: readonly [SignedIn, SignedIn],
  kind: NoticeKind,
  about: readonly string[],
  more: object = {},
): Promise<Notice> {
  const { id, version } = await aReady(journal, drafter, kind, about, more)
  const signed = await journal.post(`/notices/${id}/confirm`, { version }, { as: signer })
  expect(signed.status, signed.text).toBe(200)
  await afterTenMinutes(journal, id)
  return (await journal.get(`/notices/${id}`, { as: signer })).body as Notice
}

/** A notice of two editors that waits for its ten minutes, by their commands: for a journal that runs by itself. */
export async function aSignedNotice(database: Database, kind: NoticeKind, about: readonly string[], more: object = {}) {
  const [drafter, signer] = [await anEditor(database), await anEditor(database)]
  return database.transaction(async (tx) => {
    const words = { ...WORDS, whoseError: 'journal' as const, ...more }
    const id = await draftNotice(tx, drafter, { kind, about: [...about], ...words })
    await skipAsking(tx, drafter, { id, version: 1, reason: 'Our own error.' })
    await signNotice(tx, signer, { id, version: 2 })
    return id
  })
}

export const in10Minutes = (): Date => new Date(Date.now() + NOTICE_UNDO_MINUTES * MINUTE_MS + 1)

/** What the background does for a notice once its ten minutes are over. */
export const afterTenMinutes = (journal: TestJournal, id: string, clock = in10Minutes): Promise<boolean> =>
  lookAtNotice(journal.resources, id, clock)

/** The secret of a link that asks about a notice. */
export async function askedLink(journal: TestJournal, noticeId: string, email: string): Promise<string> {
  const link = { purpose: 'notice', subjectId: noticeId, email } as const
  return (await journal.database.transaction((tx) => makePersonLink(tx, '', link))).split('#')[1]!
}

export const byLink = (journal: TestJournal, secret: string, path: string, body: object = {}) =>
  journal.post(path, body, { headers: { authorization: `Author ${secret}` } })
