import { anArticle, aSignedIn, aVolume, type SignedIn } from '../support/builders.ts'
import { aDuty, aDutyInvitation, aSectionEditorOf } from '../support/duty-builders.ts'
import { earlier } from '../support/earlier.ts'
import { anAnnouncement } from '../support/news-builders.ts'
import { anAuthorAsks, aReport } from '../support/request-builders.ts'
import { aNoticeDraft, authorsConfirmed, callerFor, decided } from '../support/review-builders.ts'
import { aFullCase } from './full-case.ts'
import { anOwnPage } from '../support/page-builders.ts'
import { OF_AUTHORS, OF_DESK, OF_EDITORS, OF_READERS, openEach } from './screens.ts'
import { expectNoAxeViolations, type RunningJournal, signIn, test } from './support.ts'

async function aPublicArticle({ database }: RunningJournal) {
  const volume = await aVolume(database)
  const people = [{ full_name: 'Josiah Carberry', orcid: '0000-0002-1825-0097', email: 'josiah@plants.test' }]
  return anArticle(database, { volume, keywords: 'duckweed', contributors: people })
}

// Two of them at once: one after the other they are the longest file of the first tier.
test.describe.configure({ mode: 'parallel', timeout: 240_000 })

/* Each page has no fault of accessibility that a program can find. */

test('each page for readers', async ({ page, journal }) => {
  const article = await aPublicArticle(journal)
  const ids: Record<string, string> = {
    '/blog/:id': article.id,
    '/category/:id': article.category_id,
    '/volume/:id': article.volume_id!,
    '/author/:id': '0000-0002-1825-0097',
    '/keyword/:id': 'duckweed',
    '/news/:id': (await anAnnouncement(journal.database, { id: article.submitter_id! })).slug,
    '/pages/:id': await anOwnPage(journal.database, { slug: 'vouchers' }),
  }
  await openEach(
    page,
    OF_READERS,
    (path) => ids[path],
    () => expectNoAxeViolations(page),
  )
})

test('each page for authors', async ({ page, journal }) => {
  const author = await signIn(page, journal)
  const article = await anArticle(journal.database, { state: 'pending', submitter: author.user })
  const published = await anArticle(journal.database, { submitter: author.user })
  const ids: Record<string, string> = {
    '/dashboard/articles/:id/requests': published.id,
    '/dashboard/requests/:id': await anAuthorAsks(journal.database, author.user, published.id),
  }
  await openEach(
    page,
    OF_AUTHORS,
    (path) => ids[path] ?? article.id,
    () => expectNoAxeViolations(page),
  )
})

test('each page for editors', async ({ page, journal }) => {
  const editor: SignedIn = await signIn(page, journal, { role: 'admin' })
  const { article } = await aFullCase(journal, editor)
  const published = await aPublicArticle(journal)
  const notice = await aNoticeDraft(journal.database, callerFor(editor.user), published.id)
  const ids: Record<string, string> = {
    '/admin/notices/:id': notice,
    '/admin/requests/:id': await aReport(journal.database, published.id, { passage: 'at 1 to 2 m' }),
    '/admin/articles/:id/edit': published.id,
    '/admin/volumes/:id': published.volume_id!,
    '/admin/news/:id': (await anAnnouncement(journal.database, editor.user)).id,
  }
  const idOf = (path: string) => ids[path] ?? article.id
  await openEach(page, OF_EDITORS, idOf, () => expectNoAxeViolations(page))
})

test('each page for people with duties', async ({ page, journal }) => {
  const admin = await aSignedIn(journal, { role: 'admin' })
  const { article } = await aFullCase(journal, admin)
  const accepted = await earlier(60, async () => {
    const made = await aFullCase(journal, admin)
    await authorsConfirmed(journal.database, made.article.id)
    await decided(journal.database, callerFor(admin.user), made.article.id, 'accept')
    return made.article
  })
  const editor = await signIn(page, journal)
  await aSectionEditorOf(journal.database, editor.user, article.id)
  for (const duty of ['fees', 'observer', 'production'] as const) await aDuty(journal.database, editor.user, duty)
  const invitation = await aDutyInvitation(journal.database, editor.user.email)
  const ids: Record<string, string> = {
    '/desk/production/:id': accepted.id,
    '/desk/volumes/:id': (await aVolume(journal.database)).id,
  }
  // With a token that names the duty.
  await signIn(page, journal, { user: editor.user })
  await openEach(
    page,
    OF_DESK,
    (path) => ids[path] ?? invitation,
    () => expectNoAxeViolations(page),
  )
})
