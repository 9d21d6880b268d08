import { anArticle, aVolume, type SignedIn } from '../support/builders.ts'
import { aNoticeDraft, callerFor } from '../support/review-builders.ts'
import { aFullCase } from './full-case.ts'
import { OF_AUTHORS, OF_EDITORS, OF_READERS, openEach } from './screens.ts'
import { expectNoAxeViolations, type RunningJournal, signIn, test } from './support.ts'

async function aPublicArticle({ database }: RunningJournal) {
  const volume = await aVolume(database)
  const people = [{ full_name: 'Josiah Carberry', orcid: '0000-0002-1825-0097', email: 'josiah@plants.test' }]
  return anArticle(database, { volume, keywords: 'duckweed', contributors: people })
}

test.describe.configure({ timeout: 240_000 })

/* Each page has no fault of accessibility that a program can find. */

test('each page for readers', async ({ page, journal }) => {
  const article = await aPublicArticle(journal)
  const ids: Record<string, string> = {
    '/blog/:id': article.id,
    '/category/:id': article.category_id,
    '/volume/:id': article.volume_id!,
    '/author/:id': '0000-0002-1825-0097',
    '/keyword/:id': 'duckweed',
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
  await openEach(
    page,
    OF_AUTHORS,
    () => article.id,
    () => expectNoAxeViolations(page),
  )
})

test('each page for editors', async ({ page, journal }) => {
  const editor: SignedIn = await signIn(page, journal, { role: 'admin' })
  const { article } = await aFullCase(journal, editor)
  const published = await aPublicArticle(journal)
  const notice = await aNoticeDraft(journal.database, callerFor(editor.user), published.id)
  const idOf = (path: string) =>
    path === '/admin/notices/:id' ? notice : path.startsWith('/admin/articles/') ? published.id : article.id
  await openEach(page, OF_EDITORS, idOf, () => expectNoAxeViolations(page))
})
