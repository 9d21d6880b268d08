import type { Page } from '@playwright/test'
import { aFile, anArticle, aUser, aVolume } from '../support/builders.ts'
import { openCrossrefServer, type CrossrefServer } from '../support/crossref-server.ts'
import { crossrefFaults } from '../support/crossref-schema.ts'
import { aPdf } from '../support/multipart.ts'
import { enqueueDeposit } from '../../src/journal/publication/dois/enqueue-deposit.ts'
import { newId } from '../../src/platform/ids.ts'
import {
  ADMINISTRATOR,
  expect,
  expectNoAxeViolations,
  signIn,
  startJournal,
  test as base,
  type RunningJournal,
} from './support.ts'
import { withPrefix } from './with-prefix.ts'
import './doi-prefix.ts'

const PREFIX = '10.5555'

/** A journal with a DOI prefix that deposits with a server of its own. */
const test = base.extend<object, { crossref: CrossrefServer; byHand: RunningJournal }>({
  crossref: [
    async ({}, give) => {
      const crossref = await openCrossrefServer({ prefix: PREFIX })
      await give(crossref)
      await crossref.close()
    },
    { scope: 'worker' },
  ],
  journal: [
    async ({ crossref }, give) => {
      const journal = await startJournal({
        ...withPrefix,
        ...{ CROSSREF_USER: crossref.user, CROSSREF_PASSWORD: crossref.password, CROSSREF_URL: crossref.url },
      })
      await give(journal)
      await journal.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  /** The same without credentials. */
  byHand: [
    async ({}, give) => {
      const journal = await startJournal(withPrefix)
      await give(journal)
      await journal.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const aDeposit = async (journal: RunningJournal, title: string) => {
  const article = await anArticle(journal.database, { title, doi: `${PREFIX}/jpbr.${newId()}` })
  await journal.database.transaction((tx) => enqueueDeposit(tx, article, 'approval'))
  return article
}
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
/** As if the time until the next attempt had passed. */
const dueNow = (journal: RunningJournal) =>
  journal.database.db.updateTable('deposits').set({ next_try_at: '2020-01-01T00:00:00.000Z' }).execute()
const wake = (journal: RunningJournal) => fetch(`${journal.url}/api/nothing`, { method: 'POST' })
/** Until Crossref has been asked and has answered. */
const answered = (journal: RunningJournal, isDone: () => boolean | Promise<boolean>) =>
  expect
    .poll(async () => {
      await dueNow(journal)
      await wake(journal)
      return isDone()
    })
    .toBe(true)

test.beforeEach(async ({ journal, crossref }) => {
  await journal.clear()
  crossref.trouble = null
  crossref.submissions.length = 0
  crossref.registered.clear()
})

test('an editor sees the DOI before approving, and the article is registered with it', async ({
  page,
  journal,
  crossref,
}) => {
  test.slow()
  const administrator = await signIn(page, journal, { role: 'admin' })
  const volume = await aVolume(journal.database, { title: 'Volume 3' })
  const article = await anArticle(journal.database, {
    ...{ state: 'pending', title: 'Seed rain under <i>Prosopis</i>', submitter: await aUser(journal.database) },
    contributors: [{ role: 'Corresponding Author', full_name: 'Ayesha Malik', affiliation: 'Multan' }],
  })
  await aFile(journal.database, { owner: administrator.user })
  await page.goto('/admin/listings')
  await page.getByRole('button', { name: /^Publish: Seed rain/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish article' })
  await expect(dialog.getByText(`https://doi.org/${PREFIX}/jpbr.${article.id}`)).toBeVisible()
  await dialog.getByLabel('Volume').selectOption(volume.id)
  const doi = `${PREFIX}/jpbr.3.${article.id}`
  await expect(dialog.getByText(`https://doi.org/${doi}`)).toBeVisible()
  await expect(dialog.getByText(/No author has an ORCID iD/)).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog
    .locator('input[name=pdfUrl]')
    .setInputFiles({ name: 'final.pdf', mimeType: 'application/pdf', buffer: aPdf() })
  await expect(dialog.getByText(/^Uploaded/)).toBeVisible()
  await dialog.getByRole('checkbox', { name: /publication standards/ }).check()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toast(page, 'Article approved successfully')).toHaveCount(1)

  await page.goto(`/blog/${article.id}`)
  await expect(page.getByRole('link', { name: new RegExp(doi) }).first()).toBeVisible()
  await expect.poll(() => crossref.submissions.length).toBe(1)
  await answered(journal, () => crossref.registered.has(doi))
  await page.goto('/admin/readiness/deposits')
  await expect(page.getByRole('row', { name: /Seed rain/ })).toContainText('Registered')
})

test('a deposit that was refused is explained, reported on Today, and sent again', async ({
  page,
  journal,
  crossref,
}) => {
  test.slow()
  const article = await aDeposit(journal, 'Leaf rolling in pearl millet')
  crossref.registered.set(article.doi!, { timestamp: 99999999999999999n, xml: '' })
  await wake(journal)
  await expect.poll(() => crossref.submissions.length).toBe(1)
  await answered(journal, async () => {
    const deposits = await journal.database.db.selectFrom('deposits').select('state').execute()
    return deposits[0]!.state === 'refused'
  })

  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin')
  await expect(page.getByText('The metadata of one article could not be registered at Crossref.')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'See the deposits' }).click()
  await expect(page).toHaveURL('/admin/readiness/deposits?state=attention')
  const row = page.getByRole('row', { name: /Leaf rolling/ })
  await expect(row).toContainText('Refused')
  await expect(row).toContainText('is less or equal to previously submitted version (DOI match)')
  await expect(row).toContainText('Crossref already has a newer deposit of this DOI.')
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)

  crossref.registered.clear()
  const again = page.getByRole('button', { name: 'Send again for Leaf rolling in pearl millet' })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The deposit is waiting to be sent')).toHaveCount(1)
  await expect.poll(() => crossref.submissions.length).toBe(2)
  await answered(journal, () => crossref.registered.has(article.doi!))
  await page.goto('/admin/readiness/deposits')
  await expect(page.getByRole('row', { name: /Registered/ })).toHaveCount(1)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expect(page.getByText(/could not be registered/)).toHaveCount(0)
})

test.describe('without credentials', () => {
  test('an editor saves a file, takes it to Crossref and marks it as registered', async ({ browser, byHand }) => {
    const context = await browser.newContext({ baseURL: byHand.url })
    const page = await context.newPage()
    await aDeposit(byHand, 'Roots of wheat')
    await aDeposit(byHand, 'Ferns of Swat')
    await page.goto('/login')
    await page.getByLabel('Email').fill(ADMINISTRATOR.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/admin')
    await page.goto('/admin/readiness/deposits')
    await expect(page.getByText('Crossref’s user name and password are not set')).toBeVisible()
    await expect(page.getByRole('button', { name: /Send Again/ })).toHaveCount(0)
    await expectNoAxeViolations(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a file of 2 deposits' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^crossref-.*\.xml$/)
    const stream = await download.createReadStream()
    const xml = Buffer.concat((await stream.toArray()) as Buffer[]).toString()
    expect(crossrefFaults(xml)).toEqual([])
    const dialog = page.getByRole('dialog', { name: 'The file has been saved' })
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Mark 2 deposits as registered' }).click()
    await expect(toast(page, '2 deposits marked as registered')).toHaveCount(1)
    await expect(page.getByRole('row', { name: /Registered/ })).toHaveCount(2)
    await context.close()
  })
})

test.describe('readiness', () => {
  test('names the rules that hold and those that do not, with the place to mend them', async ({
    page,
    journal,
    trouble,
  }) => {
    trouble.expect(/404/)
    await anArticle(journal.database, { title: 'Roots of wheat', pdf: await aFile(journal.database) })
    const { id } = await anArticle(journal.database, { title: 'Ferns of Swat', pdf: null })
    await signIn(page, journal, { role: 'admin' })
    await page.goto('/admin/readiness')
    await expect(page.getByText(/^\d+ of \d+ requirements met\.$/)).toBeVisible()
    const doaj = page.getByRole('region', { name: 'DOAJ' })
    await expect(doaj.getByText('The page of the editorial board is empty.')).toBeVisible()
    await expect(doaj.getByRole('link', { name: 'Editorial Board' })).toHaveAttribute(
      'href',
      '/admin/editorial-members',
    )
    await expect(page.getByRole('row', { name: /Ferns of Swat/ })).toContainText('It has no PDF')
    await expectNoAxeViolations(page)

    await page.getByLabel('Show').selectOption('attention')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL('/admin/readiness?show=attention')
    await expect(page.getByRole('row', { name: /Roots of wheat/ })).toHaveCount(0)
    await page
      .getByRole('row', { name: /Ferns of Swat/ })
      .getByRole('button', { name: 'Assign a DOI' })
      .click()
    await expect(toast(page, `The DOI is ${PREFIX}/jpbr.${id}`)).toHaveCount(1)
    await expect(page.getByRole('row', { name: /Ferns of Swat/ })).toContainText(`${PREFIX}/jpbr.${id}`)

    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expectNoAxeViolations(page)
  })

  test('that cannot be loaded can be tried again', async ({ page, journal, trouble }) => {
    trouble.expect(/Failed to load resource|ERR_FAILED|404/)
    await signIn(page, journal, { role: 'admin' })
    await page.route('**/api/readiness', (route) => route.abort())
    await page.goto('/admin/readiness')
    await expect(page.getByRole('main').getByText('Failed to fetch the indexing checklist')).toBeVisible()
    await page.unroute('**/api/readiness')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Articles', exact: true })).toBeVisible()
  })
})
