import { ORCID_INVALID } from '../../src/contract/rules/people/identifiers.ts'
import { PASSWORD_COMMON } from '../../src/contract/api/passwords.ts'
import { TERMS_HEADING, termsPath } from '../../src/contract/rules/site/paths.ts'
import { STORAGE_KEYS } from '../../src/web/client/storage.ts'
import { aUser, PASSWORD } from '../support/builders.ts'
import { ADMINISTRATOR, expect, expectNoAxeViolations, livened, signIn, test } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

const stored = (page: import('@playwright/test').Page) =>
  page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), Object.values(STORAGE_KEYS))

test('a newcomer signs up, is shown each mistake once, and lands on the dashboard', async ({ page }) => {
  await page.goto('/signup')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  for (const message of [
    'Full name is required',
    'Username is required',
    'Email is required',
    'Password is required',
    'Phone number is required',
    'Location is required',
    'Please accept the Terms of Service and Privacy Policy',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await expect(page.getByLabel('Full name')).toBeFocused()
  await expectNoAxeViolations(page)

  await page.getByLabel('Full name').fill('Ayesha Malik')
  await expect(page.getByText('Full name is required')).toHaveCount(0)
  const mistakes: [string, string, string][] = [
    ['Username', 'ab', 'Username must be at least 3 characters'],
    ['Username', 'a b c', 'Username can only contain letters, numbers, and underscores'],
    ['Username', 'a'.repeat(31), 'Username cannot exceed 30 characters'],
    ['Email', 'nobody', 'Invalid email address'],
    ['Password', 'Ab1', 'Password must be at least 8 characters'],
    [
      'Password',
      'abcdefgh',
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
    ['Phone number', '12', 'Invalid phone number format'],
    ['Full name', 'a'.repeat(101), 'Full name cannot exceed 100 characters'],
  ]
  for (const [label, value, message] of mistakes) {
    await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }

  await page.getByLabel('Full name').fill('Ayesha Malik')
  await page.getByLabel('Username').fill('ayesha_m')
  await page.getByLabel('Email').fill('Ayesha@Plants.test')
  await page.getByLabel('Password', { exact: true }).fill('Sunflower-42')
  await page.getByLabel('Phone number').fill('+92 300 1234567')
  await page.getByLabel('Location').fill('Multan, Pakistan')
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()

  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Account created successfully!' })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Articles')
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
  const [access, refresh, user] = await stored(page)
  expect(access).toBeTruthy()
  expect(refresh).toBeTruthy()
  expect(JSON.parse(user!)).toMatchObject({ fullName: 'Ayesha Malik', role: 'author' })
  await expectNoAxeViolations(page)
})

test('what is typed before the scripts have come is kept', async ({ page, journal }) => {
  const { email } = await aUser(journal.database)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/react-*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
  arrive()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('the terms are shown at their place, and what was typed is still there afterwards', async ({ page }) => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/signup')
    await livened(page)
    await page.getByLabel('Full name').fill('Ayesha Malik')
    await page.getByLabel('Password', { exact: true }).fill('Sunflower-42')
    await page.getByRole('link', { name: 'Terms of Service' }).click()
    await expect(page).toHaveURL(termsPath)
    const heading = page.getByRole('heading', { name: TERMS_HEADING })
    await expect(heading).toBeInViewport({ ratio: 1 })
    // Nothing covers it.
    const seen = await heading.evaluate((element) => {
      const { x, y, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + 5, y + height / 2))
    })
    expect(seen).toBe(true)
    await page.goBack()
    await expect(page.getByLabel('Full name')).toHaveValue('Ayesha Malik')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  }
  // Opened in a tab of its own, as many do.
  await page.goto(termsPath)
  await expect(page.getByRole('heading', { name: TERMS_HEADING })).toBeInViewport({ ratio: 1 })
})

test('an ORCID iD with a wrong digit is said not to be kept, and the account is made', async ({ page, journal }) => {
  await page.goto('/signup')
  await livened(page)
  const orcid = page.getByLabel('ORCID iD (optional)')
  await orcid.pressSequentially('0000-0002-1825-009')
  await expect(page.getByText(/will not be saved/)).toHaveCount(0)
  await orcid.press('8')
  await expect(page.getByText(`${ORCID_INVALID}. If you leave it like this, it will not be saved.`)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel('Full name').fill('Ayesha Malik')
  await page.getByLabel('Username').fill('ayesha_o')
  await page.getByLabel('Email').fill('ayesha.o@plants.test')
  await page.getByLabel('Password', { exact: true }).fill('Sunflower-42')
  await page.getByLabel('Phone number').fill('+92 300 1234567')
  await page.getByLabel('Location').fill('Multan')
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Your ORCID iD was not saved.' })).toHaveCount(1)
  const user = await journal.database.db
    .selectFrom('users')
    .select('orcid')
    .where('email', '=', 'ayesha.o@plants.test')
    .executeTakeFirstOrThrow()
  expect(user.orcid).toBeNull()
})

test('a password that many people use is refused beside its field', async ({ page, trouble }) => {
  trouble.expect(/400/)
  await page.goto('/signup')
  await livened(page)
  await page.getByLabel('Full name').fill('Ayesha Malik')
  await page.getByLabel('Username').fill('ayesha_p')
  await page.getByLabel('Email').fill('ayesha.p@plants.test')
  await page.getByLabel('Password', { exact: true }).fill('Password1')
  await page.getByLabel('Phone number').fill('+92 300 1234567')
  await page.getByLabel('Location').fill('Multan')
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.locator('.err')).toHaveText(PASSWORD_COMMON)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('what is taken is said beside its field, and nothing typed is lost', async ({ page, journal, trouble }) => {
  trouble.expect(/409/)
  const taken = await aUser(journal.database)
  await page.goto('/signup')
  await page.getByLabel('Full name').fill('Ayesha Malik')
  await page.getByLabel('Username').fill('ayesha_m')
  await page.getByLabel('Email').fill(taken.email)
  await page.getByLabel('Password', { exact: true }).fill('Sunflower-42')
  await page.getByLabel('Phone number').fill('+92 300 1234567')
  await page.getByLabel('Location').fill('Multan')
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.locator('.err')).toHaveText('Email is already registered')
  await expect(page.getByLabel('Full name')).toHaveValue('Ayesha Malik')
})

test('an author signs in and out', async ({ page, journal, trouble }) => {
  trouble.expect(/401/)
  const { email } = await aUser(journal.database)
  await page.goto('/login')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Wrong-password-1')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Invalid email or password' })).toHaveCount(1)
  await expect(page.locator('.field.bad').filter({ hasText: 'Invalid email or password' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Login successful!' })).toHaveCount(1)

  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(header.getByRole('link', { name: 'Submit Research' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0)
  await header.locator('details.profile summary').first().click()
  await header.getByRole('button', { name: 'Logout' }).click()
  await expect(header.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await stored(page)).toEqual([null, null, null])
  // The browser does not wait for the server to sign out.
  await expect
    .poll(() => journal.database.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute())
    .toHaveLength(0)
})

test('an administrator lands on /admin and sees one Dashboard link', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(ADMINISTRATOR.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  await expectNoAxeViolations(page)
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/admin')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Submit Research' })).toHaveCount(0)
})

test.describe('who may go where', () => {
  test('signed out: to sign in, and back', async ({ page, journal }) => {
    const { email } = await aUser(journal.database, { role: 'admin' })
    await page.goto('/admin')
    await expect(page).toHaveURL(/\/login/)
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/login/)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/admin')
  })

  test('an author in the admin area: access restricted', async ({ page, journal }) => {
    await signIn(page, journal)
    await page.goto('/admin')
    await expect(page).toHaveURL('/unauthorized')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Restricted')
    await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
    await expectNoAxeViolations(page)
  })

  test('who signs out in one tab is signed out in the other', async ({ page, journal, context }) => {
    await signIn(page, journal)
    await page.goto('/dashboard')
    const other = await context.newPage()
    await other.goto('/')
    await other.locator('.mast details.profile summary').first().click()
    await other.getByRole('button', { name: 'Logout' }).first().click()
    await expect(page).toHaveURL(/\/login/)
  })
})

test.describe('what is stored in the browser', () => {
  const edit = async (page: import('@playwright/test').Page, key: string, value: string | null) => {
    await livened(page)
    await page.evaluate(
      ([name, item]) => (item === null ? localStorage.removeItem(name!) : localStorage.setItem(name!, item!)),
      [key, value],
    )
  }
  /** An access token with an invalid signature: the browser shows its claims, the server never trusts them. */
  const saying = (payload: object) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`

  test('makes nobody an administrator by the name of the user', async ({ page, journal }) => {
    const { user } = await signIn(page, journal)
    await page.goto('/')
    await edit(page, STORAGE_KEYS.user, JSON.stringify({ id: user.id, fullName: 'Rosa', role: 'admin' }))
    await page.goto('/admin')
    await expect(page).toHaveURL('/unauthorized')
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    await expect(page.getByRole('banner').getByText('Rosa', { exact: true }).first()).toBeVisible()
  })

  test('takes nothing from an administrator by the name of the user', async ({ page, journal }) => {
    const { user } = await signIn(page, journal, { role: 'admin' })
    await page.goto('/')
    await edit(page, STORAGE_KEYS.user, JSON.stringify({ id: user.id, fullName: 'Rosa', role: 'author' }))
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  })

  for (const [what, value] of [
    ['without it', null],
    ['with broken JSON', '{"fullName":'],
    ['with something else', '[1]'],
    ['with null', 'null'],
  ] as const) {
    test(`of the user gives the name alone: ${what} the person is still signed in`, async ({ page, journal }) => {
      await signIn(page, journal)
      await page.goto('/')
      await edit(page, STORAGE_KEYS.user, value)
      await page.goto('/dashboard')
      await expect(page.getByText('0 articles')).toBeVisible()
      await expect(page.locator('details.profile .who-name').first()).toHaveText('My account')
    })
  }

  test('tells the role by a token that is refreshed first when there is none', async ({ page, journal }) => {
    await signIn(page, journal, { role: 'admin' })
    await page.goto('/')
    await edit(page, STORAGE_KEYS.accessToken, null)
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/admin')
    await edit(page, STORAGE_KEYS.accessToken, null)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  })

  test('shows an author without a token no admin area, not even while it is not known', async ({
    page,
    journal,
    trouble,
  }) => {
    trouble.expect(/503/)
    await signIn(page, journal)
    await page.goto('/')
    await edit(page, STORAGE_KEYS.accessToken, null)
    await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, json: { message: 'away' } }))
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Unable to check your session' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Categories' })).toHaveCount(0)
    await expectNoAxeViolations(page)
    await page.unroute('**/api/auth/refresh')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page).toHaveURL('/unauthorized')
  })

  test('of a token with the role changed opens a shell, and nothing of it loads', async ({
    page,
    journal,
    trouble,
  }) => {
    trouble.expect(/401|403/)
    const { user } = await signIn(page, journal)
    await page.goto('/')
    await edit(page, STORAGE_KEYS.accessToken, saying({ sub: user.id, role: 'admin' }))
    await page.goto('/admin')
    // The forged token is refused, and the valid one that replaces it has the true claims.
    await expect(page).toHaveURL('/unauthorized')
  })

  test('of a session that has ended is said to have, on a public page without leaving it', async ({
    page,
    journal,
    trouble,
  }) => {
    trouble.expect(/401/)
    const { sessionId } = await signIn(page, journal)
    await page.goto('/')
    const now = new Date().toISOString()
    await journal.database.db.updateTable('sessions').set({ revoked_at: now }).where('id', '=', sessionId).execute()
    await edit(page, STORAGE_KEYS.accessToken, null)
    await page.goto('/about')
    await expect(page.getByRole('status').filter({ hasText: 'Session expired, please log in again.' })).toHaveCount(1)
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await stored(page)).toEqual([null, null, null])
  })
})

test.describe('a session', () => {
  test('without an access token is refreshed first, once for all calls', async ({ page, journal }) => {
    await signIn(page, journal)
    await page.goto('/')
    await livened(page)
    await page.evaluate((key) => localStorage.removeItem(key), STORAGE_KEYS.accessToken)
    let refreshes = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) refreshes++
    })
    await page.goto('/dashboard')
    await expect(page.getByText('0 articles')).toBeVisible()
    expect(refreshes).toBe(1)
  })

  test('that is open in two tabs is refreshed by one of them', async ({ page, journal, context }) => {
    await signIn(page, journal)
    // A page of the site would notice by itself that its token has gone, and refresh it before it is left.
    await page.goto('/api/health')
    const other = await context.newPage()
    let refreshes = 0
    await context.route('**/api/auth/refresh', async (route) => {
      refreshes++
      // Long enough for the other tab to need one as well.
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue()
    })
    await page.evaluate((key) => localStorage.removeItem(key), STORAGE_KEYS.accessToken)
    await Promise.all([page.goto('/dashboard'), other.goto('/dashboard')])
    for (const tab of [page, other]) await expect(tab.getByText('0 articles')).toBeVisible()
    expect(refreshes).toBe(1)
  })

  test('with an access token that is too old is refreshed once and goes on', async ({ page, journal, trouble }) => {
    trouble.expect(/401/)
    await signIn(page, journal)
    await page.goto('/')
    const before = await stored(page)
    await page.evaluate((key) => localStorage.setItem(key, 'too.old.token'), STORAGE_KEYS.accessToken)
    await page.goto('/dashboard')
    await expect(page.getByText('0 articles')).toBeVisible()
    const after = await stored(page)
    expect(after[0]).not.toBe('too.old.token')
    // Refresh tokens are single-use.
    expect(after[1]).not.toBe(before[1])
  })

  test('that has ended says so and leads to sign in', async ({ page, journal, trouble }) => {
    trouble.expect(/401/)
    const { sessionId } = await signIn(page, journal)
    await page.goto('/dashboard')
    await expect(page.getByText('0 articles')).toBeVisible()
    await journal.database.db
      .updateTable('sessions')
      .set({ revoked_at: new Date().toISOString() })
      .where('id', '=', sessionId)
      .execute()
    await page.reload()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole('status').filter({ hasText: 'Session expired, please log in again.' })).toHaveCount(1)
    expect(await stored(page)).toEqual([null, null, null])
  })

  test('survives a server that is away for a moment', async ({ page, journal, trouble }) => {
    trouble.expect(/401|503/)
    await signIn(page, journal)
    await page.goto('/')
    await page.evaluate((key) => localStorage.removeItem(key), STORAGE_KEYS.accessToken)
    await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, json: { message: 'away' } }))
    await page.goto('/dashboard')
    await expect(page.getByText('Error Loading Posts')).toBeVisible()
    expect((await stored(page))[1]).toBeTruthy()
    await page.unroute('**/api/auth/refresh')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText('0 articles')).toBeVisible()
  })
})
