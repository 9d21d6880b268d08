import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn } from './support.ts'
import { withEmails as test } from './with-emails.ts'

test('an editor changes an email, sends it to themselves, and publishes it, with five clicks', async ({
  page,
  journal,
  emails,
}) => {
  const { user } = await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin')
  const clicks = await countClicks(page)
  await page.getByRole('navigation', { name: 'Admin area menu' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Pages, emails and letters' }).first().click()
  await page.getByRole('link', { name: 'Invitation to review' }).click()
  const subject = page.getByLabel('Subject')
  await subject.fill('Would you review this?')
  await page.locator('[contenteditable=true]').press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('آپ کا شکریہ')
  await expect(page.frameLocator('.email-frame').getByText('آپ کا شکریہ')).toBeVisible()
  await page.getByRole('button', { name: 'Send Me a Test' }).click()
  await expect(page.getByText(`Sent to ${user.email}.`, { exact: false }).first()).toBeVisible()
  const sent = await emails.next(user.email)
  expect(sent.subject).toBe('Test: Would you review this?')
  expect(sent.text).toContain('آپ کا شکریہ')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Published. Everyone sees it now.').first()).toBeVisible()
  expect(await clicks()).toBe(5)
})

test('a mail server that refuses is named, and nothing that was typed is lost', async ({
  page,
  journal,
  emails,
  trouble,
}) => {
  trouble.expect(/409/)
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings/texts/email/submission-received')
  await page.getByLabel('Subject').fill('We have it')
  emails.trouble = 'no relaying'
  await page.getByRole('button', { name: 'Send Me a Test' }).click()
  await expect(page.getByText('The mail server has not taken it', { exact: false }).first()).toBeVisible()
  emails.trouble = null
  await expect(page.getByLabel('Subject')).toHaveValue('We have it')
})

test('a value goes into the subject where someone writes there, and is shown as what it is', async ({
  page,
  journal,
}) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings/texts/email/submission-received')
  await expect(page.locator('[contenteditable=true]')).toBeVisible()
  const subject = page.getByLabel('Subject')
  await subject.fill('We have ')
  await page.getByText('Values that can stand in the text').click()
  const chip = page.locator('.value-chips button').first()
  const name = /\{\{.+?\}\}/.exec((await chip.textContent())!)![0]
  await chip.click()
  await expect(subject).toHaveValue(`We have ${name}`)
  await page.keyboard.type('!')
  await expect(subject).toHaveValue(`We have ${name}!`)
  await expect(page.locator('.field .value-in-text').first()).toHaveAttribute('title', name)
  await page.locator('[contenteditable=true]').press('Control+End')
  await chip.click()
  await expect(subject).toHaveValue(`We have ${name}!`)
  await expect(page.locator('[contenteditable=true]')).toBeFocused()
  await expectNoAxeViolations(page)
})
