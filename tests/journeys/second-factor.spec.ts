import { Secret, TOTP } from 'otpauth'
import type { Page } from '@playwright/test'
import { freePort } from '../support/postgres-server.ts'
import { ADMINISTRATOR, expect, expectNoAxeViolations, startJournal, test, type RunningJournal } from './support.ts'

/** Browsers offer passkeys at a name, never at a bare address. */
async function startNamed(settings: Record<string, string> = {}): Promise<RunningJournal> {
  const port = String(await freePort())
  const journal = await startJournal({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, ...settings })
  return { ...journal, url: `http://localhost:${port}` }
}

/** A device of the browser that checks its owner, and keeps passkeys. */
async function withDevice(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function enterPassword(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(ADMINISTRATOR.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.locator('summary.who').filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Security' })).toHaveCount(0)
}

const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

test('an administrator is offered a second factor, adds a passkey, and signs in with it alone', async ({
  page,
  trouble,
}) => {
  trouble.expect(/400/)
  const journal = await startNamed()
  try {
    await withDevice(page)
    await enterPassword(page, journal.url)
    await expect(page).toHaveURL(`${journal.url}/admin`)
    await page.getByText('Setting up', { exact: true }).click()
    await page.getByRole('link', { name: 'Second factor for you' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security')
    await expectNoAxeViolations(page)

    await page.getByRole('button', { name: 'Add a Passkey' }).click()
    await page.getByLabel('Name').fill('Work laptop')
    await page.getByLabel('Current password').last().fill('Wrong-One-1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Current password is not correct')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Work laptop')
    await page.getByLabel('Current password').last().fill(ADMINISTRATOR.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
    await expect(codes.locator('code')).toHaveCount(10)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByText('Work laptop', { exact: false }).first()).toBeVisible()
    await expect(page.getByText('(this session)')).toBeVisible()
    await expect(page.getByText(/ on (Linux|Windows|a Mac)/).first()).toBeVisible()

    await signOut(page)
    await page.goto(`${journal.url}/login`)
    await page.getByRole('button', { name: 'Sign in with a Passkey' }).click()
    await expect(page).toHaveURL(`${journal.url}/admin`)
    // What was offered is there.
    await page.getByText('Setting up', { exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Second factor for you: done' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Set It Up' })).toHaveCount(0)
  } finally {
    await journal.stop()
  }
})

test('one-time codes and recovery codes sign in after the password, where the journal requires it', async ({
  page,
  trouble,
}) => {
  trouble.expect(/401|403|400/)
  const journal = await startNamed({ SECOND_FACTOR: 'required' })
  try {
    await enterPassword(page, journal.url)
    await expect(page).toHaveURL(`${journal.url}/admin/security`)
    await expect(page.getByText(/This journal requires a second factor/).first()).toBeVisible()
    await page.goto(`${journal.url}/admin/users`)
    await expect(page).toHaveURL(`${journal.url}/admin/security`)

    await page.getByRole('button', { name: 'Set Up One-time Codes' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(ADMINISTRATOR.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
    await expectNoAxeViolations(page)
    const secret = (await page.locator('.secret-key code').innerText()).replaceAll(' ', '')
    await page.getByRole('textbox', { name: 'One-time code' }).fill(codeOf(secret, -1))
    await page.getByRole('button', { name: 'Confirm' }).click()
    const recoveryCode = await page.locator('.recovery-codes code').first().innerText()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.goto(`${journal.url}/admin/users`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')

    await signOut(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await enterPassword(page, journal.url)
    await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeFocused()
    await expectNoAxeViolations(page)
    const code = page.getByRole('textbox', { name: 'One-time code' })
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await code.fill('12345')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter the six digits that your app shows')).toBeVisible()
    const wrong = codeOf(secret) === '000000' ? '111111' : '000000'
    await code.fill(wrong)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/That code is wrong or has already been used/).first()).toBeVisible()
    await expect(code).toHaveValue(wrong)
    await code.fill(codeOf(secret))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${journal.url}/admin`)

    await page.setViewportSize({ width: 1280, height: 800 })
    await signOut(page)
    await enterPassword(page, journal.url)
    await page.getByRole('button', { name: 'Use a Recovery Code' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page).toHaveURL(`${journal.url}/admin/security`)
    await expect(page.getByText('9 recovery codes left.')).toBeVisible()
  } finally {
    await journal.stop()
  }
})
