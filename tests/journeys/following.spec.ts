import type { Page } from '@playwright/test'
import { writeDigests } from '../../src/journal/publication/following/digest.ts'
import { FOLLOW_ASKED } from '../../src/contract/rules/site/follow-states.ts'
import { MINUTE_MS } from '../../src/contract/rules/text/dates.ts'
import { aCategory, anArticle } from '../support/builders.ts'
import { aFollower } from '../support/following-builders.ts'
import { aSignedNotice } from '../support/notice-builders.ts'
import type { ReceivedEmail } from '../support/smtp-server.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn } from './support.ts'
import { withEmails as test } from './with-emails.ts'

const READER = 'zahra@readers.test'
const linkIn = ({ text }: ReceivedEmail, page: string) => new RegExp(`http\\S+/${page}[#?][\\w=-]+`).exec(text)![0]

/** Nothing is cut off, at the width of a phone and of a desk, in both themes. */
async function looksRight(page: Page, { isCovered = false } = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
      // It looks at both themes itself, and takes what a slip covers for too small.
      if (!isCovered) await expectNoAxeViolations(page)
      await page.emulateMedia({ colorScheme })
    }
  }
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader follows an article from its page, and stops by the link of an email', async ({
    page,
    journal,
    emails,
  }) => {
    const article = await anArticle(journal.database, { title: 'Refilling in <i>Prosopis cineraria</i>' })
    await page.goto(`/blog/${article.id}`)
    await page.getByRole('button', { name: 'Follow' }).first().click()
    const slip = page.getByRole('dialog', { name: 'Follow this article' })
    await slip.getByLabel('Email').fill(READER)
    await slip.getByRole('button', { name: 'Follow' }).click()
    await expect(page).toHaveURL(`/follow?state=sent&article=${article.id}`)
    await expect(page.getByText(FOLLOW_ASKED)).toBeVisible()
    expect((await emails.next(READER)).subject).toContain('Refilling in Prosopis cineraria')

    const other = 'omar@readers.test'
    await aFollower(journal.database, other, article.id)
    await aSignedNotice(journal.database, 'correction', [article.id])
    const { id } = await journal.database.db.selectFrom('notices').select('id').executeTakeFirstOrThrow()
    await journal.database.db
      .updateTable('notices')
      .set({ release_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', id)
      .execute()
    await journal.database.db.updateTable('jobs').set({ run_after: '' }).where('subject', '=', id).execute()
    const news = await emails.next(other)
    expect(news.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    await page.goto(linkIn(news, 'unfollow'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop these emails?')
    const follows = () =>
      journal.database.db.selectFrom('follows').select('id').where('confirmed_at', 'is not', null).execute()
    expect(await follows()).toHaveLength(1)
    await page.getByRole('button', { name: 'Stop Following' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You get no more of these emails')
    expect(await follows()).toEqual([])
  })
})

test('the page that ends emails is sound', async ({ page, journal }) => {
  await journal.clear()
  await page.goto('/unfollow?k=unknown')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop these emails?')
  await looksRight(page)
  await page.getByRole('button', { name: 'Stop Following' }).click()
  await expect(page.getByText('This link is not complete.')).toBeVisible()
})

test('a reader follows the journal, gets one email for what is new, and sees what they follow', async ({
  page,
  journal,
  emails,
}) => {
  test.slow()
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Email Alerts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email alerts')
  await looksRight(page)
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  // The browser says that it is no address.
  await expect(page).toHaveURL('/follow')
  await page.getByLabel('Email').fill(READER)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText(FOLLOW_ASKED)).toBeVisible()
  await looksRight(page)

  await page.goto(linkIn(await emails.next(READER), 'following'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Do you want these emails?')
  await looksRight(page)
  const confirmed = () =>
    journal.database.db.selectFrom('follows').select('id').where('confirmed_at', 'is not', null).execute()
  expect(await confirmed()).toEqual([])
  await page.getByRole('button', { name: 'Yes, Write to Me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You follow')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await confirmed()).toHaveLength(1)

  const published_at = new Date(Date.now() + 1000).toISOString()
  const { id } = await anArticle(journal.database, { title: 'Of new roots', published_at })
  await writeDigests(journal.database, new Date(Date.now() + 20 * MINUTE_MS))
  const news = await emails.next(READER)
  expect(news.subject).toMatch(/^1 new publication in/)
  expect(news.text).toContain(`/blog/${id}`)

  await aFollower(journal.database, READER, id)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You also follow' })).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: 'Stop All' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Do you want these emails?')
  expect(await confirmed()).toEqual([])
})

test('a reader subscribes to a category with one press, confirms with one, and leaves with one', async ({
  page,
  journal,
  emails,
}) => {
  test.slow()
  const category = await aCategory(journal.database, { name: 'Ecology & Climate' })
  await page.goto(`/category/${category.id}`)
  const clicks = await countClicks(page)
  const box = page.getByRole('complementary', { name: 'New articles of this category by email' })
  await looksRight(page)
  await box.getByLabel('Email').fill(READER)
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL(`/follow?state=sent&about=category%3A${category.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Follow this category')
  expect(await clicks()).toBe(1)
  await page.goto(linkIn(await emails.next(READER), 'following'))
  await expect(page.getByRole('link', { name: 'Ecology & Climate' })).toBeVisible()
  await page.getByRole('button', { name: 'Yes, Write to Me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You follow')
  expect(await clicks()).toBe(2)

  const published_at = new Date(Date.now() + 1000).toISOString()
  const { id } = await anArticle(journal.database, { title: 'Of new roots', category, published_at })
  await writeDigests(journal.database, new Date(Date.now() + 20 * MINUTE_MS))
  const news = await emails.next(READER)
  expect(news.text).toContain(`/blog/${id}`)
  expect(news.text).toContain('Because you follow: Ecology & Climate')
  await page.goto(linkIn(news, 'unfollow'))
  await page.getByRole('button', { name: 'Stop Following' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You get no more of these emails')
  expect(await clicks()).toBe(3)
  expect(
    await journal.database.db.selectFrom('follows').select('id').where('confirmed_at', 'is not', null).execute(),
  ).toEqual([])
})

test('the slip of an article opens, closes with Escape and fits a phone', async ({ page, journal }) => {
  const { id } = await anArticle(journal.database)
  await page.goto(`/blog/${id}`)
  const button = page.getByRole('button', { name: 'Follow' }).first()
  const slip = page.getByRole('dialog', { name: 'Follow this article' })
  await button.click()
  await expect(slip).toBeVisible()
  await looksRight(page, { isCovered: true })
  await page.keyboard.press('Escape')
  await expect(slip).toBeHidden()
  await expect(button).toBeFocused()
})

test('an editor sees how many follow, and no address', async ({ page, journal }) => {
  await signIn(page, journal, { role: 'admin' })
  const { id } = await anArticle(journal.database)
  await aFollower(journal.database, READER, id)
  const noticeId = await aSignedNotice(journal.database, 'addendum', [id])
  await page.goto(`/admin/notices/${noticeId}`)
  await expect(page.getByText('1 follower')).toBeVisible()
  expect(await page.content()).not.toContain(READER)
})
