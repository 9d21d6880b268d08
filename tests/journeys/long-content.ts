import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { WHAT_MAX } from '../../src/contract/rules/articles/notices.ts'
import { askAgain } from '../../src/journal/peer-review/authorship/confirmations.ts'
import { makePersonLink } from '../../src/journal/peer-review/authorship/links.ts'
import { makeReviewLink } from '../../src/journal/peer-review/cases/links.ts'
import { newId, now } from '../../src/platform/ids.ts'
import {
  aCategory,
  aFile,
  anArticle,
  aReviewer,
  aUser,
  aVolume,
  theEditorialMembers,
  type SignedIn,
} from '../support/builders.ts'
import { aFollower, followLink } from '../support/following-builders.ts'
import { anAnnouncement } from '../support/news-builders.ts'
import { anOwnPage } from '../support/page-builders.ts'
import { anAuthorAsks, anUnconfirmed, aReport, reportLink } from '../support/request-builders.ts'
import { aNoticeDraft, anInvitation, callerFor } from '../support/review-builders.ts'
import { aFullCase } from './full-case.ts'
import { aReadableArticle } from './reading-text.ts'
import type { RunningJournal } from './support.ts'

/* Texts as long as they come in a real journal: taxonomy, chemistry, and the names of institutions. */
const WORD = 'phenylalaninehydroxymethyltransferaseoligosaccharidesynthesis'.slice(0, 60)
const TITLE = `Seasonal and interannual variation of <i>Pennisetum glaucum</i> ${WORD} under terminal drought in the
  semi-arid highlands of Balochistan, with notes on stomatal conductance, leaf rolling, root architecture and grain yield
  of forty landraces`.replace(/\s+/g, ' ')
const AFFILIATION =
  `Department of Plant Physiology and Molecular Ecophysiology, Faculty of Agricultural and Environmental
  Sciences, Shaheed Mohtarma Benazir Bhutto University of Agriculture and Technology, Dera Murad Jamali, Pakistan`.replace(
    /\s+/g,
    ' ',
  )
const FILE = 'Pennisetum_glaucum_stomatal_conductance_final_version_with_corrections_of_all_authors_2026-03-14'
const KEYWORD = 'photosynthetic electron transport under photoinhibition'
const NAME = 'Wilhelmina Konstantinopoulou-Vandersteen de la Fuente'
const emailOf = (name: string) =>
  `${name}.konstantinopoulou-vandersteen@plant-physiology.university-of-agriculture.test`
const ORCID = '0000-0002-1825-0097'

const PEOPLE = Array.from({ length: 14 }, (_, index) => ({
  role: index ? ('Author' as const) : ('Corresponding Author' as const),
  full_name: index % 3 ? `Muhammad Abdurrahman Siddiqui-${index}` : `${NAME} ${index}`,
  email: emailOf(`author-${index}`),
  affiliation: index % 2 ? AFFILIATION : 'Kew Gardens',
  orcid: index ? null : ORCID,
}))

/** People with long names, of whom one has served before. */
async function aLongBoard(database: RunningJournal['database']) {
  await theEditorialMembers(database, '<h2>Editors</h2><p>Dr Flora Green</p>')
  await database.transaction(async (tx) => {
    await tx.updateTable('editorial_members').set({ from_people: 1 }).execute()
    // The page may have been kept as it was.
    await touchPublicSite(tx)
  })
  await database.db
    .insertInto('board_groups')
    .values({ id: 'group', name: `${NAME} and ${WORD}`, position: 1 })
    .execute()
  const person = {
    name: NAME,
    affiliation: AFFILIATION,
    country: 'Pakistan',
    photo_file_id: null,
    bio: `${KEYWORD} ${WORD}`,
  }
  for (const [position, until_on] of [null, null, '2025-03-31'].entries()) {
    const id = `person-${position}`
    await database.db
      .insertInto('board_people')
      .values({ ...person, id, orcid: position ? null : ORCID })
      .execute()
    const term = { id: `term-${position}`, person_id: id, group_id: 'group', role: AFFILIATION, position }
    await database.db
      .insertInto('board_terms')
      .values({ ...term, from_on: '2023-03-01', until_on })
      .execute()
  }
}

/** A journal whose texts are long: who reads it, and the id that each address takes. */
export async function aLongJournal(journal: RunningJournal, editor: SignedIn) {
  const { database } = journal
  // Into which the other could be merged.
  await aCategory(database)
  const category = await aCategory(database, {
    name: 'Ecophysiology, Phytopathology and Conservation of Medicinal and Aromatic Plants',
    description: `What is said of ${WORD}, of its plants, and of where they grow and how they are kept there`,
  })
  await aLongBoard(database)
  const volume = await aVolume(database, {
    title: 'Volume 12, Special Issue: Proceedings of the Fifth Conference on Dryland Agriculture',
    ...{ kind: 'special' as const, front_matter: `On ${WORD} and ${KEYWORD}` },
  })
  await database.db
    .insertInto('guest_editors')
    .values({ volume_id: volume.id, position: 0, name: NAME, affiliation: AFFILIATION, orcid: null })
    .execute()
  const texts = { title: TITLE, keywords: `${KEYWORD}, ${WORD}, roots`, category, contributors: PEOPLE }
  const pdf = await aFile(database, { name: `${FILE}.pdf` })
  const record = { ...texts, volume, pdf, doi: `10.5555/${FILE}`, issue: '3-4', page_num: '10234-10259' }
  const article = await aReadableArticle(journal, TITLE, record)
  await database.db
    .insertInto('issue_articles')
    .values({ article_id: article.id, volume_id: volume.id, position: 0, heading: WORD })
    .execute()
  for (const state of ['public', 'pending', 'archived'] as const)
    await anArticle(database, { ...record, doi: null, state })
  const reviewer = { fullName: NAME, affiliation: AFFILIATION, expertise: `${KEYWORD}; ${WORD}` }
  const full = await aFullCase(journal, editor, { ...texts, reviewer, fileName: FILE })
  await aSecondVersion(journal, full.article.id)
  const waiting = await anInvitation(database, { articleId: full.article.id, editor: editor.user }, reviewer)
  for (const index of [1, 2, 3]) {
    await aReviewer(database, { ...reviewer, emails: [emailOf(`reviewer-${index}`), emailOf(`second-${index}`)] })
    await aUser(database, {
      fullName: `${NAME} ${index}`,
      username: `${WORD.slice(0, 30)}-${index}`,
      email: emailOf(`user-${index}`),
    })
  }
  await inTheWork(journal, editor, article.id)
  const reviewLink = ({ id, email }: { id: string; email: string }) =>
    database.transaction((tx) => makeReviewLink(tx, journal.url, { assignmentId: id, email }))
  const authorLink = await database.transaction(async (tx) => {
    await askAgain(tx, full.article.id, full.author.user.id)
    // The page of a named author asks, and reviewers can be invited meanwhile.
    await tx
      .updateTable('author_confirmations')
      .set({ is_binding: 0 })
      .where('article_id', '=', full.article.id)
      .execute()
    const link = { purpose: 'authorship' as const, subjectId: full.article.id, email: PEOPLE[2]!.email }
    return makePersonLink(tx, journal.url, link)
  })
  const notice = await aNoticeDraft(database, callerFor(editor.user), article.id, TITLE.slice(0, WHAT_MAX))
  const report = { name: NAME, email: emailOf('reader'), text: `${WORD}: ${TITLE}`, passage: `${TITLE} ${WORD}` }
  const request = await aReport(database, article.id, report)
  const links = [await reviewLink(waiting), await reviewLink(full.assignments[0]!), authorLink]
  const own = await anArticle(database, { ...texts, submitter: full.author.user })
  const words = `${WORD} ${AFFILIATION}`
  const plain = `${TITLE.replace(/<.?i>/g, '').slice(0, 130)} ${WORD}`
  const news = await anAnnouncement(database, editor.user, {
    ...{ kind: 'call', title: plain, body: `${words}\n\n## ${WORD}\n\n${words}`, deadline: '9999-12-31' },
  })
  const unconfirmed = await anUnconfirmed(database, own.id, { text: words, passage: words })
  const asked = { text: words, passages: [{ passage: words, wording: words.slice(0, words.length / 2) }] }
  return {
    author: full.author,
    links: [
      ...links.map((link) => link.slice(journal.url.length)),
      `/report#${await reportLink(journal, unconfirmed)}`,
      `/following#${await followLink(database, await aFollower(database, 'reader@readers.test', own.id))}`,
    ],
    ids: {
      '/blog/:id': article.id,
      '/category/:id': category.id,
      '/volume/:id': volume.id,
      '/author/:id': ORCID,
      '/keyword/:id': KEYWORD,
      '/admin/articles/:id/edit': article.id,
      '/news/:id': news.slug,
      '/pages/:id': await anOwnPage(database, { slug: 'a'.repeat(64), title: plain.slice(0, 200) }),
      '/admin/news/:id': news.id,
      '/admin/volumes/:id': volume.id,
      '/admin/notices/:id': notice,
      '/admin/requests/:id': request,
      '/dashboard/articles/:id/requests': own.id,
      '/dashboard/requests/:id': await anAuthorAsks(database, full.author.user, own.id, asked),
    } as Record<string, string>,
    caseId: full.article.id,
  }
}

/** What the authors answered, and a file that is newer. */
async function aSecondVersion({ database, store }: RunningJournal, articleId: string) {
  const content = Buffer.from(`${TITLE}\n\n${AFFILIATION}`)
  const file = await aFile(database, { name: `${FILE}-2.txt`, mediaType: 'text/plain', content, store })
  const version = {
    id: newId(),
    article_id: articleId,
    number: 2,
    reply: TITLE,
    submitted_at: now(),
    submitted_by: null,
  }
  await database.transaction(async (tx) => {
    await tx.insertInto('manuscript_versions').values(version).execute()
    const row = { article_id: articleId, file_id: file.id, kind: 'manuscript' as const, position: 9 }
    await tx
      .insertInto('article_files')
      .values({ ...row, version_id: version.id })
      .execute()
  })
}

/** The log, an email that was not delivered, and a deposit that was refused. */
async function inTheWork({ database: { db } }: RunningJournal, editor: SignedIn, articleId: string) {
  const at = now()
  const [before, after] = [
    { fullName: NAME, bio: AFFILIATION },
    { fullName: `${NAME} II`, bio: TITLE },
  ].map((value) => JSON.stringify(value))
  await db
    .insertInto('audit_entries')
    .values({
      id: newId(),
      at,
      actor_id: editor.user.id,
      action: 'user.update',
      subject: editor.user.id,
      before: before!,
      after: after!,
    })
    .execute()
  const later = '2099-01-01T00:00:00.000Z'
  await db
    .insertInto('outbox')
    .values({
      ...{ id: newId(), kind: 'submission-received', recipient: emailOf('recipient'), created_at: at, attempts: 3 },
      data: JSON.stringify({ userId: editor.user.id, name: NAME, articleId, title: TITLE }),
      ...{ next_try_at: later, claimed_until: null, sent_at: null },
      last_error: `550 5.1.1 <${emailOf('recipient')}>: Recipient address rejected: User unknown in virtual mailbox table`,
    })
    .execute()
  await db
    .insertInto('deposits')
    .values({
      ...{ id: newId(), kind: 'article', subject_id: articleId, article_id: articleId, doi: `10.5555/${FILE}` },
      ...{ related_doi: null, relation: null, state: 'failed', reason: 'approval', article_version: 1 },
      ...{ created_at: at, timestamp: null, attempts: 9, next_try_at: later, claimed_until: null, tried_at: at },
      ...{ sent_at: null, answered_at: null, submission_id: null, messages: null, last_error: `${WORD}: ${TITLE}` },
    })
    .execute()
}
