import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installedBrowser } from '../../scripts/tasks/find-browser.ts'
import { chromium, type Browser, type Page } from '@playwright/test'
import { ANSWER_REQUIRED } from '../../src/contract/api/review-reports.ts'
import { addDays, dayOf } from '../../src/contract/rules/peer-review/days.ts'
import { decide } from '../../src/journal/peer-review/cases/decide.ts'
import { anAgreedReview, type draftOf, type AgreedReview } from '../support/agreed-review.ts'
import { times } from '../support/long.ts'
import { aFile } from '../support/builders.ts'
import { anArchive, wordParts } from '../support/office-files.ts'
import { twoPages } from '../support/pdf-pages.ts'
import { expect, expectNoAxeViolations, test, type RunningJournal } from './support.ts'

const PHONE = { width: 390, height: 844 }
const toAuthors = (page: Page) => page.getByLabel('To the authors')
const saved = (page: Page) => expect(page.getByText(/^Saved at \d\d:\d\d$/)).toBeVisible()

const draftIn = async ({ database }: RunningJournal, { assignment }: AgreedReview) => {
  const row = await database.db
    .selectFrom('review_drafts')
    .selectAll()
    .where('assignment_id', '=', assignment.id)
    .executeTakeFirst()
  return row && { ...row, content: JSON.parse(row.content) as ReturnType<typeof draftOf> }
}
const reportIn = ({ database }: RunningJournal, { assignment }: AgreedReview) =>
  database.db.selectFrom('review_reports').selectAll().where('assignment_id', '=', assignment.id).execute()

const entriesOnDevice = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('journal-reports')
        opening.onerror = () => reject(new Error('no database'))
        opening.onsuccess = () => {
          const counting = opening.result.transaction('drafts').objectStore('drafts').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('a reviewer writes and sends a report with few taps', async ({ page, journal }) => {
    const review = await anAgreedReview(journal.database)
    // The link in the email is the first.
    let taps = 1
    await page.goto(review.link)
    const tap = async (
      label: string | RegExp,
      role: 'radio' | 'button' | 'checkbox',
      within = page.locator('.report-form form'),
    ) => {
      taps++
      const control = within.getByRole(role, { name: label, exact: true })
      // Four answers in a row are drawn by their labels.
      await (role === 'radio' ? control.locator('xpath=..') : control).tap()
    }
    await expect(page.getByRole('heading', { name: 'Six questions' })).toBeVisible()
    for (const [index, answer] of ['Yes', 'Partly', 'Yes', 'No', 'Not my field', 'Yes'].entries()) {
      const question = page.locator('fieldset.q').nth(index)
      await tap(answer, 'radio', question)
      await expect(question.getByRole('radio', { name: answer, exact: true })).toBeChecked()
    }
    taps++
    await toAuthors(page).tap()
    await page.keyboard.type('1. Line 84: Say how soil water was measured.')
    await tap(/^Minor revision/, 'radio')
    await tap(/without AI tools/, 'checkbox')
    await saved(page)
    await tap('Send Report', 'button')
    await expect(page.getByRole('heading', { name: /^Thank you\. Your report has arrived/ })).toBeVisible()
    expect(taps).toBeLessThanOrEqual(12)
    const [report, ...more] = await reportIn(journal, review)
    expect(more).toEqual([])
    expect(report).toMatchObject({
      to_authors: '1. Line 84: Say how soil water was measured.',
      recommendation: 'minor',
    })
    expect(JSON.parse(report!.answers)).toMatchObject({ question: 'yes', plants: 'no', literature: 'not-my-field' })
    expect(await draftIn(journal, review)).toBeUndefined()
    // Nothing of it is left on the device.
    expect(await entriesOnDevice(page)).toBe(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: /^Thank you\. Your report has arrived/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send Report' })).toHaveCount(0)
  })

  test('what is missing is said at its place, and nothing is chosen in advance', async ({ page, journal }) => {
    const review = await anAgreedReview(journal.database)
    await page.goto(review.link)
    await expect(page.locator('.report-form form').getByRole('radio', { checked: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Send Report' }).click()
    await expect(page.getByText(ANSWER_REQUIRED)).toHaveCount(6)
    await expect(page.getByText('Please write your report to the authors')).toBeVisible()
    await expect(page.getByText('Please choose a recommendation')).toBeVisible()
    await expect(page.locator('fieldset.q').first().getByRole('radio', { name: 'Yes' })).toBeFocused()
    await expectNoAxeViolations(page)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(sideways).toBeLessThanOrEqual(0)
    for (const label of await page.locator('.seg4 label').all()) {
      expect((await label.boundingBox())!.height).toBeGreaterThanOrEqual(48)
    }
  })
})

test('the whole form works from the keyboard', async ({ page, journal }) => {
  const review = await anAgreedReview(journal.database)
  await page.goto(review.link)
  await page.locator('fieldset.q').first().getByRole('radio', { name: 'Yes' }).focus()
  for (let question = 0; question < 6; question++) {
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
  }
  await expect(toAuthors(page)).toBeFocused()
  await page.keyboard.type('Sound work.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nothing else.')
  await page.keyboard.press('Tab')
  await expect(page.locator('input[name=files]')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  // Whether the report may be published need not be answered: a link, and three choices.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: /^Yes, with my name/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: /without AI tools/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Thank you\. Your report has arrived/ })).toBeVisible()
  const [report] = await reportIn(journal, review)
  expect(report).toMatchObject({ to_authors: 'Sound work.', to_editor: 'Nothing else.', recommendation: 'accept' })
  expect(Object.values(JSON.parse(report!.answers) as object)).toEqual(Array(6).fill('partly'))
})

test('files: names are removed, or the reviewer learns that the authors do not get it', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/ 415 .*report-files/)
  const review = await anAgreedReview(journal.database)
  await page.goto(review.link)
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
  const notes = Buffer.from('Notes on the leaves\n')
  await page.locator('input[name=files]').setInputFiles(file('Lindqvist.txt', notes))
  const label = review.assignment.label
  await expect(page.getByText(`copy for the authors, “Reviewer ${label}.txt”`)).toBeVisible({ timeout: 15_000 })
  await toAuthors(page).fill('See the file.\n\nIt is short.')
  await page.getByText('Preview what the authors will see').click()
  const preview = page.locator('.letter')
  await expect(preview.getByRole('heading')).toHaveText(`Reviewer ${label}`)
  await expect(preview).toContainText('See the file.')
  await expect(preview).toContainText(`File: Reviewer ${label}.txt`)
  await expect(preview).not.toContainText('Lindqvist')
  await expectNoAxeViolations(page)
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)])
  await page
    .locator('input[name=files]')
    .setInputFiles([file('old.doc', old), file('more.txt', notes), file('fourth.txt', notes)])
  await expect(page.getByText('You can attach up to 3 files. Please remove one first.')).toBeVisible()
  await expect(page.getByText('fourth.txt')).toHaveCount(0)
  await expect(page.getByText(/^For the editor only:/)).toBeVisible({ timeout: 15_000 })
  // Of old.doc there is no copy.
  await expect(preview.getByText('File:')).toHaveCount(2)
  for (const name of ['Lindqvist.txt', 'more.txt']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await expect(page.getByText(name)).toHaveCount(0)
  }
  await expect(preview).not.toContainText('File:')
  await page.getByRole('button', { name: 'Remove old.doc' }).click()
  await expect(page.getByText('old.doc')).toHaveCount(0)
  const broken = anArchive(wordParts('Marta Lindqvist')).subarray(0, 400)
  await page.locator('input[name=files]').setInputFiles(file('broken.docx', broken))
  await expect(page.getByText(/^Upload failed: /)).toBeVisible()
})

test('two devices: both texts are shown, and both can be kept', async ({ page, browser, journal, trouble }) => {
  trouble.expect(/ (ERR_INTERNET_DISCONNECTED|409) |net::ERR_INTERNET_DISCONNECTED/)
  const review = await anAgreedReview(journal.database)
  await page.goto(review.link)
  await toAuthors(page).fill('From the desk.')
  await saved(page)
  const elsewhere = await browser.newContext()
  const phone = await elsewhere.newPage()
  await phone.goto(`${journal.url}${review.link}`)
  await expect(toAuthors(phone)).toHaveValue('From the desk.')
  await page.context().setOffline(true)
  await toAuthors(page).fill('From the desk, later.')
  await expect(page.getByText('Saved on this device; you are offline')).toBeVisible({ timeout: 10_000 })
  await toAuthors(phone).fill('On the train.')
  await saved(phone)
  await expect.poll(async () => (await draftIn(journal, review))?.content.toAuthors).toBe('On the train.')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Compare Versions' }).click({ timeout: 15_000 })
  const dialog = page.getByRole('dialog', { name: 'Two versions of your report' })
  await expect(dialog).toContainText('From the desk, later.')
  await expect(dialog).toContainText('On the train.')
  await expectNoAxeViolations(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download Both' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/report\.txt$/)
  await dialog.getByRole('button', { name: 'Keep Both' }).click()
  await expect(toAuthors(page)).toHaveValue('On the train.\n\nFrom the desk, later.')
  await expect
    .poll(async () => (await draftIn(journal, review))?.content.toAuthors)
    .toBe('On the train.\n\nFrom the desk, later.')
  await elsewhere.close()
})

test('from 1024 px the manuscript is read beside the report', async ({ page, journal }) => {
  const { database, store } = journal
  const review = await anAgreedReview(database)
  const { id } = await database.db
    .selectFrom('manuscript_versions')
    .select('id')
    .where('article_id', '=', review.articleId)
    .executeTakeFirstOrThrow()
  const pdf = await aFile(database, { name: 'manuscript.pdf', content: Buffer.from(await twoPages()), store })
  await database.db
    .insertInto('article_files')
    .values({ article_id: review.articleId, file_id: pdf.id, kind: 'manuscript', position: 9, version_id: id })
    .execute()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(review.link)
  const pages = page.getByRole('region', { name: 'Pages of the manuscript' })
  await expect(pages.getByRole('listitem')).toHaveCount(2)
  await toAuthors(page).fill('Read beside it.')
  await saved(page)
  await expectNoAxeViolations(page)
  await page.setViewportSize(PHONE)
  await expect(pages).toHaveCount(0)
  await expect(toAuthors(page)).toHaveValue('Read beside it.')
})

test.describe('after a decision', () => {
  test('the form says so, and sends the report as late', async ({ page, journal }) => {
    const review = await anAgreedReview(journal.database)
    const words = { letter: 'Please revise.', revisionDueOn: addDays(dayOf(new Date()), 14), exceptionReason: null }
    await journal.database.transaction((tx) =>
      decide(tx, review.editor, {
        ...words,
        articleId: review.articleId,
        kind: 'minor',
        releases: [],
        seenReports: [],
      }),
    )
    await journal.database.db
      .updateTable('review_assignments')
      .set({ closed_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where('id', '=', review.assignment.id)
      .execute()
    await page.goto(review.link)
    await expect(page.getByText(/^The editor has already decided\. Your report is still welcome/)).toBeVisible()
    for (const question of await page.locator('fieldset.q').all()) {
      await question.getByRole('radio', { name: 'Yes' }).check()
    }
    await toAuthors(page).fill('Better late than never.')
    await page.getByRole('radio', { name: /^Accept/ }).check()
    await page.getByRole('checkbox', { name: /without AI tools/ }).check()
    await page.getByRole('button', { name: 'Send Report' }).click()
    await expect(page.getByRole('heading', { name: /^Thank you\. Your report has arrived/ })).toBeVisible()
    expect((await reportIn(journal, review))[0]!.late_at).not.toBeNull()
  })
})

const KILLS = times(6, 20)

test(`killed ${KILLS} times while someone types, online and offline, the browser has every word`, async ({
  journal,
}) => {
  test.setTimeout(60_000 + KILLS * 8_000)
  const review = await anAgreedReview(journal.database)
  const profile = mkdtempSync(join(tmpdir(), 'journal-profile-'))
  let expected = ''
  for (let kill = 0; kill < KILLS; kill++) {
    const started = await startBrowser(profile)
    const page = await started.open(`${journal.url}${review.link}`)
    await expect(toAuthors(page)).toHaveValue(expected)
    await expect(page.getByRole('button', { name: 'Compare Versions' })).toHaveCount(0)
    // Online, offline, or offline from the middle of a save on.
    if (kill % 3 !== 0) await page.context().setOffline(true)
    const typed = ` word${kill}a word${kill}b`
    await toAuthors(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(typed, { delay: 10 })
    if (kill % 4 === 1) await page.context().setOffline(false)
    expected += typed
    // Up to the pause after which the journal gets it, and beyond: the kill hits saves under way.
    await page.waitForTimeout(300 + (kill % 5) * 500)
    await started.kill()
  }
  const last = await startBrowser(profile)
  const page = await last.open(`${journal.url}${review.link}`)
  await expect(toAuthors(page)).toHaveValue(expected)
  await expect.poll(async () => (await draftIn(journal, review))?.content.toAuthors, { timeout: 15_000 }).toBe(expected)
  await last.kill()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})

/** A browser with its profile in a folder, as a process that can be killed as a whole. */
async function startBrowser(profile: string) {
  const args = [
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-sandbox',
    '--headless',
    '--no-first-run',
  ]
  const child = spawn((await installedBrowser())!, [...args, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const address = await debuggingAddress(child)
  const browser: Browser = await chromium.connectOverCDP(address)
  return {
    open: async (url: string): Promise<Page> => {
      const page = await browser.contexts()[0]!.newPage()
      await page.goto(url)
      return page
    },
    kill: async () => {
      const ended = once(child, 'exit')
      process.kill(-child.pid!, 'SIGKILL')
      await ended
      await browser.close().catch(() => {})
    },
  }
}

function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr!.on('data', (part: Buffer) => {
      said += part.toString()
      const address = /ws:\/\/\S+/.exec(said)?.[0]
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error(`The browser did not start.\n${said}`)))
  })
}
