import type { Page } from '@playwright/test'
import { aUser, PASSWORD } from '../support/builders.ts'
import type { ReceivedEmail } from '../support/smtp-server.ts'
import { expect, expectNoAxeViolations, livened, signIn } from './support.ts'
import { withEmails as test } from './with-emails.ts'

test.beforeEach(({ journal }) => journal.clear())

const NEW_PASSWORD = 'Marigold-77'
const linkIn = (email: ReceivedEmail) => /^http\S+#\S+$/m.exec(email.text)![0]
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a newcomer confirms the email address by the email that comes', async ({ page, emails, trouble }) => {
  test.slow()
  trouble.expect(/400/)
  await page.goto('/signup')
  await page.getByLabel('Full name').fill('Ayesha Malik')
  await page.getByLabel('Username').fill('ayesha_m')
  await page.getByLabel('Email').fill('ayesha@plants.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Phone number').fill('+92 300 1234567')
  await page.getByLabel('Location').fill('Multan')
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/dashboard')
  const email = await emails.next('ayesha@plants.test')
  expect(email.subject).toBe('Please confirm your email address')

  await page.goto('/dashboard/edit-profile')
  await expect(page.getByText('ayesha@plants.test is not confirmed yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Send Confirmation Email' }).click()
  await expect(toast(page, 'An email with a link is on its way.')).toHaveCount(1)
  const other = await emails.next('ayesha@plants.test')
  await expectNoAxeViolations(page)

  await page.goto(linkIn(email))
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Confirm Email Address' }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await expect(page).toHaveURL('/confirm-email')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page.getByText('ayesha@plants.test is confirmed.')).toBeVisible()

  await page.goto(linkIn(email))
  await page.getByRole('button', { name: 'Confirm Email Address' }).click()
  await expect(page.getByText('This link no longer works. Please request a new one.')).toBeVisible()
  await expect(page).toHaveURL('/confirm-email')
  await expectNoAxeViolations(page)
  // Another link in the same tab starts over.
  await page.goto(linkIn(other))
  await expect(page.getByRole('button', { name: 'Confirm Email Address' })).toBeVisible()
})

test('opening the link of a confirmation email does nothing by itself', async ({ page, journal, emails }) => {
  const { user } = await signIn(page, journal, { confirmed: false })
  await page.goto('/dashboard/edit-profile')
  await page.getByRole('button', { name: 'Send Confirmation Email' }).click()
  const link = linkIn(await emails.next(user.email))
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${request.url()}`))
  await page.goto(link)
  await livened(page)
  expect(calls.filter((call) => /api|#/.test(call))).toEqual([])
})

test('someone who forgot the password asks for a link', async ({ page, journal, emails }) => {
  test.slow()
  const { email } = await aUser(journal.database)
  await page.goto('/login')
  await livened(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  const asked = page.getByText('If this address has an account, we have sent it a link.')
  await expect(asked).toBeVisible()
  await expectNoAxeViolations(page)
  expect((await emails.next(email)).subject).toBe('Set a new password')
})

test('a new password is set by the link of the email, once', async ({ page, journal, emails, trouble }) => {
  test.slow()
  trouble.expect(/40[01]/)
  const { email } = await aUser(journal.database)
  await page.request.post('/api/auth/forgot-password', { data: { email } })
  const reset = await emails.next(email)
  await page.goto(linkIn(reset))
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Your new password is set. Please sign in with it.')).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  await expectNoAxeViolations(page)

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(toast(page, 'Invalid email or password')).toHaveCount(1)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.goto(linkIn(reset))
  await page.getByLabel('New password', { exact: true }).fill('Another-Rose-1')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('This link no longer works. Please request a new one.')).toBeVisible()
  await expectNoAxeViolations(page)
  // The session in this browser is still open.
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Articles')
})

test('a link that was cut off says so', async ({ page }) => {
  for (const path of ['/reset-password', '/confirm-email']) {
    await page.goto(path)
    await expect(page.getByText('This link is incomplete')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expectNoAxeViolations(page)
  }
})

test('a new email address needs the password, and counts once it is confirmed', async ({
  page,
  journal,
  emails,
  trouble,
}) => {
  trouble.expect(/400/)
  const { user } = await signIn(page, journal)
  await page.goto('/dashboard/edit-profile')
  const form = page.getByRole('form', { name: 'Your details' })
  const password = form.getByLabel('Current password', { exact: true })
  await expect(password).toHaveCount(0)
  await form.getByLabel('Bio (optional)').fill('Ferns.')
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Profile updated successfully!' })).toHaveCount(1)

  await form.getByLabel('Email').fill('moved@plants.test')
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect(form.getByText('Enter your current password to change your email address')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill('Not-Mine-123')
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect(form.getByText('Current password is not correct')).toBeVisible()
  await expect(form.getByLabel('Email')).toHaveValue('moved@plants.test')
  await expectNoAxeViolations(page)
  await password.fill(PASSWORD)
  await form.getByRole('button', { name: 'Save Profile' }).click()

  const change = page.locator('.email-change')
  await expect(change).toContainText('Waiting for you to confirm moved@plants.test')
  await expect(form.getByLabel('Email')).toHaveValue(user.email)
  await expectNoAxeViolations(page)
  expect((await emails.next(user.email)).text).toContain('moved@plants.test')
  const first = linkIn(await emails.next('moved@plants.test'))

  await change.getByRole('button', { name: 'Cancel the Change' }).click()
  await expect(change).toHaveCount(0)
  await page.goto(first)
  await page.getByRole('button', { name: /^Confirm/ }).click()
  await expect(page.getByText('This link no longer works.')).toBeVisible()

  await page.goto('/dashboard/edit-profile')
  await form.getByLabel('Email').fill('moved@plants.test')
  await password.fill(PASSWORD)
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect(change).toBeVisible()
  await emails.next('moved@plants.test')
  await change.getByRole('button', { name: 'Send the Link Again' }).click()
  await page.goto(linkIn(await emails.next('moved@plants.test')))
  await page.getByRole('button', { name: /^Confirm/ }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  expect((await emails.next(user.email)).subject).toBe('A new email address for your account')
  await page.goto('/dashboard/edit-profile')
  await expect(form.getByText('moved@plants.test is confirmed.')).toBeVisible()
})
