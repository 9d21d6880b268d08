import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { now, newId } from '../../src/platform/ids.ts'
import { aCase, agreed, anInvitation, callerFor, decided, reported, withReports } from '../support/review-builders.ts'
import { earlier } from '../support/earlier.ts'
import { aDutyInvitation } from '../support/duty-builders.ts'
import { anOwnPage } from '../support/page-builders.ts'
import { times } from '../support/long.ts'
import { openSession } from '../../src/journal/accounts/sessions/commands.ts'
import { askAgain } from '../../src/journal/peer-review/authorship/confirmations.ts'
import { makePersonLink } from '../../src/journal/peer-review/authorship/links.ts'
import { makeReviewLink } from '../../src/journal/peer-review/cases/links.ts'
import { aCategory, aFile, anArticle, aUser, aVolume, theEditorialMembers } from '../support/builders.ts'
import { anAnnouncement } from '../support/news-builders.ts'
import { scriptPayloads } from './script-payloads.ts'
import type { UserRow } from '../../src/platform/database/tables.ts'
import type { RunningJournal } from './support.ts'

const payloads = scriptPayloads((index) => `canary(${index})`)
/** Another one for each field, so that every payload comes to stand in every kind of field. */
export const payload = (index: number): string => payloads[index % payloads.length]!

/** The iD under which an author has a page. */
export const AUTHOR = '0000-0002-1825-0097'

/** A manuscript in review, an accepted one and a declined one, whose every text is a script. */
async function inReview(journal: RunningJournal, author: UserRow, editor: UserRow) {
  const { database, store } = journal
  let at = 0
  const next = () => payload(at++ * 7)
  const many = () => Array.from({ length: times(6, 60) }, next).join('\n\n')
  const { db } = database
  const someCase = () =>
    aCase(database, { submitter: author, title: next(), abstract: many(), comments: many(), manuscripts: [] })
  const theCase = await someCase()
  const of = { articleId: theCase.id, editor }
  const person = () => ({ fullName: next(), affiliation: next(), expertise: next() })
  const working = await anInvitation(database, of, person())
  const done = await anInvitation(database, of, person())
  await anInvitation(database, { ...of, standby: true }, person())
  await agreed(database, working.id, { declares: many() })
  await agreed(database, done.id)
  await reported(database, done.id, { toAuthors: many(), toEditor: many() })
  const version = await db
    .selectFrom('manuscript_versions')
    .select('id')
    .where('article_id', '=', theCase.id)
    .executeTakeFirstOrThrow()
  const file = await aFile(database, {
    name: `${next()}.txt`,
    mediaType: 'text/plain',
    content: Buffer.from(many()),
    owner: author,
    store,
  })
  await db
    .insertInto('article_files')
    .values({ article_id: theCase.id, file_id: file.id, kind: 'manuscript', position: 9, version_id: version.id })
    .execute()
  for (const [from_side, user] of [
    ['author', author],
    ['editor', editor],
  ] as const) {
    await db
      .insertInto('case_messages')
      .values({ id: newId(), article_id: theCase.id, from_side, user_id: user.id, text: many(), at: now() })
      .execute()
  }
  const declined = await someCase()
  await decided(database, callerFor(editor), declined.id, 'decline', {
    exceptionReason: 'A note of two pages.',
    releases: [],
  })
  const accepted = await earlier(60, async () => {
    const article = await someCase()
    await withReports(database, callerFor(editor), article.id)
    await decided(database, callerFor(editor), article.id, 'accept')
    return article
  })
  await db
    .insertInto('waivers')
    .values({
      ...{
        article_id: accepted.id,
        kind: 'part',
        could_pay: next(),
        reason: many(),
        asked_by: author.id,
        asked_at: now(),
      },
      ...{
        told_at: now(),
        officers_told_at: null,
        outcome: null,
        currency: null,
        amount: null,
        answer: null,
        answered_by: null,
        answered_at: null,
      },
    })
    .execute()
  await db.updateTable('review_assignments').set({ message: next() }).where('article_id', '=', theCase.id).execute()
  const reviewLink = ({ id, email }: { id: string; email: string }) =>
    database.transaction((tx) => makeReviewLink(tx, journal.url, { assignmentId: id, email }))
  const links = [await reviewLink(working), await reviewLink(done), await authorLink()]
  const [declinedId, acceptedId] = [declined.id, accepted.id]
  return { caseId: theCase.id, declinedId, acceptedId, links: links.map((link) => link.slice(journal.url.length)) }

  /** Of an author of a list with which another does not agree, in words that the submitter may read. */
  async function authorLink(): Promise<string> {
    const emails = ['bruno@plants.test', 'carla@plants.test'] as const
    const contributor = (email: string) => ({ role: 'Author' as const, full_name: next(), affiliation: next(), email })
    const named = await aCase(database, { submitter: author, title: next(), contributors: emails.map(contributor) })
    return database.transaction(async (tx) => {
      await askAgain(tx, named.id, author.id)
      await tx
        .updateTable('author_confirmations')
        .set({ state: 'declined', answered_at: now(), reason: many(), is_reason_shared: 1 })
        .where('email', '=', emails[1])
        .execute()
      return makePersonLink(tx, journal.url, { purpose: 'authorship', subjectId: named.id, email: emails[1] })
    })
  }
}

/** Passkeys and devices of both people, and what the page of state says in the words of others. */
async function inTheirAccountsAndTheState({ database, store }: RunningJournal, people: UserRow[], articleId: string) {
  const { db } = database
  const at = now()
  // Seen, sent and made later than anything real.
  const later = '2098-01-01T00:00:00.000Z'
  for (const user of people)
    for (const text of payloads.slice(0, times(20, payloads.length))) {
      const key = { id: newId(), user_id: user.id, name: text, credential_id: newId(), public_key: text }
      await db
        .insertInto('passkeys')
        .values({ ...key, counter: 0, transports: '', created_at: at, last_used_at: null })
        .execute()
      const { sessionId } = await database.transaction((tx) => openSession(tx, user))
      await db.updateTable('sessions').set({ device: text }).where('id', '=', sessionId).execute()
    }
  await db
    .insertInto('server_processes')
    .values({
      ...{ id: newId(), server: payload(8), version: payload(0), started_at: at, seen_at: later },
      ...{ clock_ahead_ms: 0, free_bytes: 1, work: JSON.stringify([{ kind: payload(7), beganAt: 0, failures: 9 }]) },
    })
    .execute()
  const file = await aFile(database, { name: payload(0), store })
  await db
    .insertInto('files')
    .values({ ...file, id: payload(5) })
    .execute()
  await db
    .insertInto('damaged_files')
    .values({ file_id: payload(5), seen_at: at, how: payload(0) })
    // It stays when the journal is cleared.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('backups')
    .values({
      ...{ id: newId(), file_name: payload(0), place: 'folder', started_at: later, finished_at: null },
      ...{ tested_at: null, removed_at: null, bytes: null, sha256: null, fault: payload(18), remark: payload(0) },
      ...{ holder: payload(0), running: null, claimed_until: null },
    })
    .execute()
  await db
    .insertInto('deposits')
    .values({
      ...{ id: newId(), kind: 'article', subject_id: articleId, article_id: articleId, doi: payload(1) },
      ...{ related_doi: null, relation: null, state: 'failed', reason: 'approval', article_version: 1 },
      ...{ created_at: later, timestamp: null, attempts: 9, next_try_at: later, claimed_until: null, tried_at: at },
      ...{ sent_at: null, answered_at: null, submission_id: payload(2), messages: null, last_error: payload(9) },
    })
    .execute()
  await db
    .insertInto('outbox')
    .values({
      ...{
        id: newId(),
        kind: 'submission-received',
        recipient: payload(0),
        data: JSON.stringify({ userId: people[0]!.id, name: payload(0), articleId, title: payload(0) }),
        created_at: later,
        attempts: 3,
      },
      ...{ next_try_at: '2099-01-01T00:00:00.000Z', claimed_until: null, sent_at: null, last_error: payload(13) },
    })
    .execute()
}

/** What the page of state has to say in the words of others, so that none of it was left out. */
export const IN_THE_STATE = [0, 5, 7, 8, 9, 13].map((index) => `canary(${index})`)

/** Someone on the board; its page is the text, and the desk of editors shows the people. */
async function onTheBoard({ db }: RunningJournal['database'], text: (shift: number) => string) {
  const [person_id, group_id] = [newId(), newId()]
  await db
    .insertInto('board_groups')
    .values({ id: group_id, name: text(12), position: 1 })
    .execute()
  await db
    .insertInto('board_people')
    .values({
      ...{ id: person_id, name: text(13), affiliation: text(14), country: text(15), orcid: text(16), bio: text(17) },
      photo_file_id: null,
    })
    .execute()
  await db
    .insertInto('board_terms')
    .values({ id: newId(), person_id, group_id, role: text(18), position: 1, from_on: null, until_on: null })
    .execute()
}

/** Accounts, articles, lists, emails and log entries whose every text is a script, written behind all rules. */
export async function scriptsEverywhere(journal: RunningJournal) {
  const { database, store } = journal
  await journal.clear()
  const author = await aUser(database, { fullName: payload(0), location: payload(5), username: payload(20) })
  const admin = await aUser(database, { role: 'admin', fullName: payload(5), location: payload(0) })
  await database.db
    .updateTable('users')
    .set({ bio: payload(7), phone_number: payload(21) })
    .execute()
  await theEditorialMembers(database, payloads.join('\n'))
  for (const [index, members] of payloads.slice(0, 3).entries()) {
    const at = new Date(Date.UTC(2026, 0, 1, index)).toISOString()
    await database.db
      .insertInto('editorial_members_versions')
      .values({
        ...{ id: newId(), members, members_cleaner: 0, version: index },
        ...{ updated_at: at, replaced_at: at, replaced_by: admin.id },
      })
      .execute()
  }
  const articles = []
  const categories = []
  const volumes = []
  // In the short form each payload stands in a quarter of the kinds of field, and in each kind a quarter of them.
  for (let index = 0; index < payloads.length; index += times(4, 1)) {
    const text = (shift: number) => payload(index + shift)
    const submitter = await aUser(database, { fullName: text(0), location: text(1), orcid: text(2) })
    const category = await aCategory(database, { name: text(3), description: text(11) })
    await onTheBoard(database, text)
    const volume = await aVolume(database, { title: text(4), kind: 'special', front_matter: text(5) })
    const person = { affiliation: text(6), email: text(7), profile_url: text(8), orcid: text(9) }
    const image = await aFile(database, {
      name: text(10),
      mediaType: 'image/png',
      content: Buffer.from(text(0)),
      store,
    })
    const article = await anArticle(database, {
      submitter,
      category,
      volume,
      image,
      title: text(0),
      keywords: `${text(1)}, ${text(2)}`,
      excerpt: text(0),
      abstract: `<p>${text(0)}</p>${text(5)}`,
      image_alt: text(6),
      page_num: text(7),
      elocation_id: text(8),
      doi: text(9),
      licence_url: text(10),
      copyright: text(11),
      source_journal: text(12),
      source_publisher: text(13),
      comments: text(14),
      pdf: index % 2 ? await aFile(database, { name: text(15) }) : null,
      contributors: [
        { role: 'Corresponding Author', full_name: text(0), ...person },
        { role: 'Author', full_name: text(4), ...person, orcid: AUTHOR },
        { role: 'Author', full_name: text(1), family_name: text(2), given_names: text(3), ...person },
      ],
    })
    articles.push(article)
    categories.push(category)
    await database.db
      .insertInto('issue_articles')
      .values({ article_id: article.id, volume_id: volume.id, position: 0, heading: text(12) })
      .execute()
    await database.db
      .insertInto('guest_editors')
      .values({ volume_id: volume.id, position: 0, name: text(13), affiliation: text(14), orcid: null })
      .execute()
    volumes.push(volume)
  }
  // What only its submitter and administrators see.
  const manuscripts = [`${payload(5)}.docx`, `${payload(0)}.docx`]
  const hide = (index: number) =>
    anArticle(database, {
      state: 'pending',
      submitter: author,
      title: `${payload(index)} hidden`,
      abstract: payload(index),
      manuscripts,
    })
  const { id: privateId } = await hide(0)
  for (let index = 1; index < 12; index++) await hide(index)
  await database.transaction(async (tx) => {
    for (const [index, text] of payloads.slice(0, 12).entries()) {
      const at = now()
      await tx
        .insertInto('audit_entries')
        .values({
          id: newId(),
          at,
          actor_id: index % 2 ? admin.id : author.id,
          action: 'user.update',
          subject: author.id,
          before: JSON.stringify({ fullName: text, bio: payload(index + 1), [text]: text }),
          after: JSON.stringify({ fullName: payload(index + 2), location: text }),
        })
        .execute()
      await tx
        .insertInto('outbox')
        .values({
          id: newId(),
          kind: 'submission-received',
          recipient: text,
          data: JSON.stringify({ userId: author.id, name: text, articleId: privateId, title: text }),
          created_at: at,
          attempts: 3,
          next_try_at: '2099-01-01T00:00:00.000Z',
          claimed_until: null,
          sent_at: null,
          last_error: text,
        })
        .execute()
    }
    await touchPublicSite(tx)
  })
  await inTheirAccountsAndTheState(journal, [author, admin], articles[0]!.id)
  const news: string[] = []
  for (let index = 0; index < 12; index++) {
    const text = { title: payload(index).slice(0, 200), body: `${payload(index + 1)}\n\n[x](${payload(index + 2)})` }
    news.push((await anAnnouncement(database, admin, text)).slug)
  }
  const ownPage = await anOwnPage(database, { slug: 'canary', title: payload(3).replaceAll('\n', ' ').slice(0, 200) })
  const invitation = await aDutyInvitation(database, author.email)
  const inCase = await inReview(journal, author, admin)
  return { articles, categories, volumes, news, ownPage, invitation, author, admin, privateId, ...inCase }
}
