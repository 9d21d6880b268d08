import { newId } from '../../src/platform/ids.ts'
import { anArticle } from '../support/builders.ts'
import { expect, expectNoAxeViolations, signIn, startJournal, test } from './support.ts'

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

test('what is wrong is said on Today, in the menu and on a page that says what to do', async ({ page, trouble }) => {
  trouble.expect(/503/)
  const journal = await startJournal({ BACKUP_EVERY_HOURS: '24', DISK_RESERVE_MB: '1000000' })
  try {
    // After a failure just now the server makes no copy of its own for an hour; one that it had begun comes to its end.
    const { db } = journal.database
    const place = { file_name: 'copy.zip', place: 'folder' as const }
    const failed = { id: newId(), ...place, started_at: hoursAgo(0), fault: 'The disk was full.' }
    await db.insertInto('backups').values(failed).execute()
    await expect(async () => {
      await db.deleteFrom('backups').where('running', 'is', null).where('id', '<>', failed.id).execute()
      expect(await db.selectFrom('backups').select('id').execute()).toEqual([{ id: failed.id }])
    }).toPass()
    const at = hoursAgo(100)
    await db
      .insertInto('backups')
      .values({ id: newId(), ...place, started_at: at, tested_at: at })
      .execute()
    await signIn(page, journal, { role: 'admin' })
    await page.goto(`${journal.url}/admin`)
    const notice = page.locator('.notice', { has: page.locator('a[href="/admin/state"]') })
    await expect(notice).toContainText(/is free on the disk of .* New files are refused until space is freed/)
    await expect(notice).toContainText(
      /The newest tested backup of the journal is 4 days old\. The last attempt failed: The disk was full\. Make a backup/,
    )
    await expect(notice).toHaveCount(1)
    const link = notice.getByRole('link', { name: /^See all \d+ things to do$/ })
    const count = /\d+/.exec((await link.textContent())!)![0]
    const menu = page.getByRole('navigation', { name: 'Admin area menu' })
    await expect(menu.locator('a[href="/admin/state"]')).toContainText(count)
    await expectNoAxeViolations(page)

    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${journal.url}/admin/state`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('System Status')
    await expect(page.getByText(`${count} things need your attention.`)).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(/^Urgent: /)
    await expect(page.getByRole('link', { name: 'See the emails' })).toBeVisible()
    await expectNoAxeViolations(page)

    // What has been mended is gone when it is checked again.
    await db.deleteFrom('backups').where('id', '=', failed.id).execute()
    await db
      .updateTable('backups')
      .set({ started_at: hoursAgo(1) })
      .execute()
    await page.getByRole('button', { name: 'Check Again' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('The newest tested backup is 60 minutes old.', { exact: true })).toBeVisible()
    await expect(page.getByText('4 days old')).toHaveCount(0)
    const left = String(Number(count) - 1)
    await expect(page.getByText(`${left} things need your attention.`)).toBeVisible()
    await expect(menu.locator('a[href="/admin/state"]')).toContainText(left)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

    await page.route('**/api/state', (route) => route.fulfill({ status: 503, json: {} }))
    await page.reload()
    await expect(page.getByRole('alert').getByText('Failed to fetch the system status')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Check Again' })).toHaveCount(0)
    await expectNoAxeViolations(page)
    await page.unroute('**/api/state')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText('Details')).toBeVisible()
  } finally {
    await journal.stop()
  }
})

test('work that was given up is listed with its reason, and an administrator has it tried again', async ({ page }) => {
  // The disk counts as full, so that nothing begins.
  const journal = await startJournal({ DISK_RESERVE_MB: '1000000' })
  try {
    const { db } = journal.database
    const article = await anArticle(journal.database, { state: 'public', title: 'Moss in <i>walls</i>' })
    await db
      .insertInto('jobs')
      .values({
        ...{ kind: 'texts', subject: article.id, attempts: 3, run_after: hoursAgo(2), created_at: hoursAgo(3) },
        ...{ failed_at: hoursAgo(1), error: 'The file could not be rendered: it has no text.' },
      })
      .execute()
    await signIn(page, journal, { role: 'admin' })
    await page.goto(`${journal.url}/admin/state`)
    const failed = page.getByRole('region', { name: 'What failed' })
    await expect(failed.getByRole('heading', { level: 3 })).toHaveText(
      'The full text of an article could not be rendered: Moss in walls',
    )
    await expect(failed).toContainText('The file could not be rendered: it has no text.')
    await expect(failed).toContainText('Given up after 3 attempts')
    await expectNoAxeViolations(page)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await failed.getByRole('button', { name: /^Try Again/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Notifications' }).getByText('It is tried again now.')).toBeVisible()
    await expect(failed).toHaveCount(0)
    const job = await db
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', 'texts')
      .where('subject', '=', article.id)
      .executeTakeFirstOrThrow()
    expect(job).toMatchObject({ attempts: 0, failed_at: null, run_after: '' })
  } finally {
    await journal.stop()
  }
})
