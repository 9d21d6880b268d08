import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { enqueue } from '../../src/platform/email/outbox.ts'
import { findUserByEmail } from '../../src/journal/accounts/users/queries.ts'
import { aCategory, anArticle, aSignedIn, aUser, aVolume, theEditorialMembers } from '../support/builders.ts'
import {
  ADMINISTRATOR,
  expect,
  expectNoAxeViolations,
  signIn,
  startJournal,
  test,
  type RunningJournal,
} from './support.ts'

type Page = import('@playwright/test').Page

test.beforeEach(async ({ page, journal }) => {
  await journal.clear()
  await signIn(page, journal, { role: 'admin', fullName: 'Ayesha Malik', username: 'ayesha_m' })
})

/** A toast with exactly these words. */
const said = (page: Page, words: string) =>
  expect(page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })).toBeVisible()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

test('the side menu leads to every part of the admin area', async ({ page }) => {
  await page.goto('/admin/categories')
  const menu = page.getByRole('navigation', { name: 'Admin area menu' })
  await expect(menu.getByRole('link')).toHaveText([
    'Today',
    'Research Listings',
    'Reviewers',
    'Categories',
    'Volumes',
    'Editorial Members',
    'Fees',
    'News',
    'Users',
    'Indexing Checklist',
    // With how much there is to act on.
    /^System Status/,
    'Activity Log',
    'Readership',
    'Settings',
  ])
  for (const [name, path, title] of [
    ['Research Listings', '/admin/listings', 'Research Listings'],
    ['Volumes', '/admin/volumes', 'Volumes'],
    ['Editorial Members', '/admin/editorial-members', 'Editorial Members'],
    ['Fees', '/admin/fees', 'Fees'],
    ['Reviewers', '/admin/reviewers', 'Reviewers'],
    ['Users', '/admin/users', 'Users'],
    ['Indexing Checklist', '/admin/readiness', 'Indexing Checklist'],
    ['System Status', '/admin/state', 'System Status'],
    ['Activity Log', '/admin/activity', 'Activity Log'],
    ['Settings', '/admin/settings', 'Settings'],
    ['Categories', '/admin/categories', 'Categories'],
  ] as const) {
    await menu.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(menu.locator('[aria-current]')).toHaveText(new RegExp(`^${name}`))
  }
})

test('an author is turned away from every part of the admin area', async ({ page, journal }) => {
  await signIn(page, journal, { role: 'author' })
  for (const part of [
    'listings',
    'categories',
    'volumes',
    'editorial-members',
    'reviewers',
    'users',
    'activity',
    'settings',
  ]) {
    await page.goto(`/admin/${part}`)
    await expect(page).toHaveURL('/unauthorized')
  }
})

test.describe('categories', () => {
  test('are added with a slug of their name, edited and deleted', async ({ page, trouble }) => {
    test.slow()
    trouble.expect(/409/)
    await page.goto('/admin/categories')
    await expect(page.getByRole('heading', { name: 'No categories found' })).toBeVisible()
    await expect(page.getByText('Authors cannot submit without one. Please add the first category.')).toBeVisible()
    await expectNoAxeViolations(page)

    await button(page, 'Add Category').click()
    const add = dialog(page, 'Add New Category')
    const name = add.getByLabel('Category Name *')
    const slug = add.getByLabel('URL Slug *')
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('name', 'name')
    await expect(slug).toHaveAttribute('name', 'slug')
    await button(page, 'Create Category').click()
    await expect(add.getByText('Name is required', { exact: true })).toBeVisible()
    await expect(add.getByText('Slug is required', { exact: true })).toBeVisible()
    await expectNoAxeViolations(page)

    await name.pressSequentially('Plant   Ecology & Climate -- 2')
    await expect(slug).toHaveValue('plant-ecology-climate-2')
    await expect(add.getByText('Slug is required')).toHaveCount(0)
    await slug.fill('My Slug')
    await button(page, 'Create Category').click()
    await expect(add.getByText('Slug can only contain lowercase letters, numbers, and hyphens')).toBeVisible()
    await name.fill('Ecology')
    await expect(slug).toHaveValue('My Slug')

    // Closing discards the input and its errors.
    await button(page, 'Cancel').click()
    await expect(button(page, 'Add Category')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(name).toHaveValue('')
    await expect(add.getByText('Slug can only contain')).toHaveCount(0)
    await name.fill('Ecology')
    await page.keyboard.press('Enter')
    await said(page, 'Category created successfully')
    await expect(add).toHaveCount(0)
    const row = page.getByRole('row', { name: /Ecology/ })
    await expect(row.getByRole('cell')).toHaveText(['', 'EcologyNo description yet', 'ecology', '0', longToday(), ''])
    await expect(page.getByRole('columnheader')).toHaveText([
      'Place',
      'Name',
      'Slug',
      'Published articles',
      'Created',
      'Actions',
    ])
    await expectNoAxeViolations(page)

    // A duplicate of another category is refused under its field.
    await button(page, 'Add Category').click()
    await name.fill('Ecology two')
    await slug.fill('ecology')
    await button(page, 'Create Category').click()
    await said(page, 'A category with this slug already exists')
    await expect(add.getByText('A category with this slug already exists')).toBeVisible()
    await expect(slug).toBeFocused()
    await button(page, 'Close').click()

    await button(page, 'Edit Ecology').click()
    const edit = dialog(page, 'Edit Category')
    await expect(edit.getByLabel('Category Name *')).toHaveValue('Ecology')
    await expect(edit.getByLabel('URL Slug *')).toHaveValue('ecology')
    await expectNoAxeViolations(page)
    await edit.getByLabel('Category Name *').fill('Plant Ecology')
    await expect(edit.getByLabel('URL Slug *')).toHaveValue('plant-ecology')
    await edit.getByLabel('URL Slug *').fill('green-ecology')
    await button(page, 'Update Category').click()
    await said(page, 'Category updated successfully')
    await expect(page.getByRole('cell', { name: 'green-ecology' })).toBeVisible()
    await expect(button(page, 'Edit Plant Ecology')).toBeVisible()

    await button(page, 'Delete Plant Ecology').click()
    const ask = dialog(page, 'Delete category')
    await expect(ask.getByText('Are you sure you want to delete the category "Plant Ecology"?')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(ask).toHaveCount(0)
    await expect(button(page, 'Delete Plant Ecology')).toBeFocused()
    await page.keyboard.press('Enter')
    await ask.getByRole('button', { name: 'Delete' }).click()
    await said(page, 'Category deleted successfully')
    await expect(page.getByRole('heading', { name: 'No categories found' })).toBeVisible()
    await expect(button(page, 'Add Category')).toBeFocused()
  })

  test('that articles are in stay', async ({ page, journal, trouble }) => {
    trouble.expect(/409/)
    const category = await aCategory(journal.database, { name: 'Ecology' })
    await anArticle(journal.database, { category })
    await anArticle(journal.database, { category, state: 'pending' })
    await page.goto('/admin/categories')
    await expect(
      page
        .getByRole('row', { name: /Ecology/ })
        .getByRole('cell')
        .nth(3),
    ).toHaveText('1')
    await button(page, 'Delete Ecology').click()
    await button(page, 'Delete').click()
    await said(page, '2 articles use this category (1 not public). Move them first.')
    await expect(page.getByRole('cell', { name: /^Ecology/ })).toBeVisible()
  })

  test('say that they are saved, and why they are not', async ({ page, trouble }) => {
    trouble.expect(/500/)
    const released = Promise.withResolvers<void>()
    await page.route('**/api/categories', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await released.promise
      await route.fulfill({ status: 500, json: {} })
    })
    await page.goto('/admin/categories')
    await button(page, 'Add Category').click()
    await page.getByLabel('Category Name *').fill('Ecology')
    await button(page, 'Create Category').click()
    await expect(button(page, 'Creating...')).toBeVisible()
    released.resolve()
    await said(page, 'Internal Server Error')
    await expect(button(page, 'Create Category')).toBeVisible()
    await expect(page.getByLabel('Category Name *')).toHaveValue('Ecology')
  })

  test('that cannot be loaded are asked for again', async ({ page, trouble }) => {
    trouble.expect(/503/)
    let away = true
    await page.route('**/api/categories', (route) =>
      away ? route.fulfill({ status: 503, json: { message: 'Away' } }) : route.fallback(),
    )
    await page.goto('/admin/categories')
    await said(page, 'Failed to load categories')
    await expect(page.getByRole('alert')).toContainText('Failed to load categories')
    await expectNoAxeViolations(page)
    away = false
    await button(page, 'Try Again').click()
    await expect(page.getByRole('heading', { name: 'No categories found' })).toBeVisible()
  })
})

test.describe('volumes', () => {
  test('are added, edited and deleted', async ({ page, trouble }) => {
    test.slow()
    trouble.expect(/409/)
    await page.goto('/admin/volumes')
    await expect(page.getByRole('heading', { name: 'No volumes found' })).toBeVisible()
    await expectNoAxeViolations(page)

    await button(page, 'Add Volume').click()
    const add = dialog(page, 'Add New Volume')
    const title = add.getByLabel('Volume Title *')
    await expect(title).toHaveAttribute('name', 'title')
    await button(page, 'Create Volume').click()
    await expect(add.getByText('Title is required', { exact: true })).toBeVisible()
    await title.fill('   x ')
    await button(page, 'Create Volume').click()
    await expect(add.getByText('Title must be at least 2 characters long')).toBeVisible()
    await expectNoAxeViolations(page)
    await title.fill('  Volume 4  ')
    await button(page, 'Create Volume').click()
    await said(page, 'Volume created successfully')
    await expect(page.getByRole('columnheader')).toHaveText(['Title', 'Created', 'Updated', 'Actions'])
    await expect(page.getByRole('row', { name: /Volume 4/ }).getByRole('cell')).toHaveText([
      'Volume 4',
      longToday(),
      longToday(),
      '',
    ])
    await expectNoAxeViolations(page)

    await button(page, 'Add Volume').click()
    await title.fill('Volume 4')
    await button(page, 'Create Volume').click()
    await said(page, 'A volume with this title already exists')
    await expect(add.getByText('A volume with this title already exists')).toBeVisible()
    await button(page, 'Cancel').click()

    await button(page, 'Edit Volume 4').click()
    await expect(dialog(page, 'Edit Volume').getByLabel('Volume Title *')).toHaveValue('Volume 4')
    await page.getByLabel('Volume Title *').fill('Volume 5')
    await button(page, 'Update Volume').click()
    await said(page, 'Volume updated successfully')

    await button(page, 'Delete Volume 5').click()
    await expect(page.getByText('Are you sure you want to delete the volume "Volume 5"?')).toBeVisible()
    await button(page, 'Delete').click()
    await said(page, 'Volume deleted successfully')
    await expect(page.getByRole('heading', { name: 'No volumes found' })).toBeVisible()
  })

  test('that articles are in stay', async ({ page, journal, trouble }) => {
    trouble.expect(/409/)
    const volume = await aVolume(journal.database, { title: 'Volume 1' })
    await anArticle(journal.database, { volume })
    await page.goto('/admin/volumes')
    await button(page, 'Delete Volume 1').click()
    await button(page, 'Delete').click()
    await said(page, '1 article is in this volume. Move it first.')
  })

  test('that cannot be loaded are asked for again', async ({ page, trouble }) => {
    trouble.expect(/503/)
    await page.route('**/api/volumes', (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
    await page.goto('/admin/volumes')
    await said(page, 'Failed to fetch volumes')
    await page.unroute('**/api/volumes')
    await button(page, 'Try Again').click()
    await expect(page.getByRole('heading', { name: 'No volumes found' })).toBeVisible()
  })
})

test.describe('the editorial board', () => {
  const text = (page: Page) => page.getByRole('textbox', { name: 'Members' })

  test('is written, changed, looked back at and restored', async ({ page }) => {
    test.slow()
    await page.goto('/admin/editorial-members')
    await expect(page.getByRole('heading', { name: 'No Editorial Members Found' })).toBeVisible()
    await expectNoAxeViolations(page)
    await button(page, 'Add Members').click()
    await expect(button(page, 'Create Members')).toBeDisabled()
    await text(page).click()
    await page.keyboard.type('   ')
    await expect(button(page, 'Create Members')).toBeDisabled()
    await page.keyboard.type('Dr Flora Green')
    await expectNoAxeViolations(page)
    await button(page, 'Create Members').click()
    await said(page, 'Editorial members created successfully')
    await expect(page.getByText('Dr Flora Green')).toBeVisible()
    await expect(page.getByText(`Last updated: ${longToday()}`)).toBeVisible()
    await expect(button(page, 'Add Members')).toHaveCount(0)
    await expect(page.getByText('No earlier versions yet.')).toBeVisible()

    await button(page, 'Edit Members').click()
    await expect(text(page)).toHaveText('Dr Flora Green')
    await text(page).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await expect(button(page, 'Update Members')).toBeDisabled()
    await page.keyboard.type('Dr Rosa Bloom')
    await button(page, 'Update Members').click()
    await said(page, 'Editorial members updated successfully')
    await expect(page.getByText('Dr Rosa Bloom')).toBeVisible()

    const earlier = page.getByRole('region', { name: 'Earlier versions' })
    await expect(earlier.getByRole('listitem')).toHaveCount(1)
    await expect(earlier).toContainText('by Ayesha Malik')
    await expectNoAxeViolations(page)
    await button(page, 'View This Version').click()
    const version = dialog(page, 'Earlier version')
    await expect(version.getByText('Dr Flora Green')).toBeVisible()
    await expectNoAxeViolations(page)
    await version.getByRole('button', { name: 'Restore This Version' }).click()
    await expectNoAxeViolations(page)
    await dialog(page, 'Restore this version?').getByRole('button', { name: 'Restore', exact: true }).click()
    await said(page, 'Earlier version restored')
    await expect(page.locator('.members')).toHaveText('Dr Flora Green')
    await expect(earlier.getByRole('listitem')).toHaveCount(2)
  })

  test('asks before unsaved text is lost', async ({ page, journal }) => {
    await theEditorialMembers(journal.database)
    await page.goto('/admin/categories')
    await page.getByRole('navigation', { name: 'Admin area menu' }).getByRole('link', { name: 'Editorial' }).click()
    await button(page, 'Edit Members').click()
    // Nothing typed: no confirmation.
    await button(page, 'Cancel').click()
    await expect(dialog(page, 'Edit Editorial Members')).toHaveCount(0)

    await button(page, 'Edit Members').click()
    await text(page).click()
    await page.keyboard.type('New words. ')
    const ask = dialog(page, 'Close without saving?')
    await button(page, 'Cancel').focus()
    for (let time = 0; time < 4; time++) {
      await page.keyboard.press('Escape')
      await expect(ask).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(ask).toHaveCount(0)
      await expect(text(page)).toContainText('New words.')
    }
    await page.evaluate(() => history.back())
    await expect(ask).toBeVisible()
    await expectNoAxeViolations(page)
    await button(page, 'Keep Editing').click()
    await expect(text(page)).toContainText('New words.')
    await expect(page).toHaveURL('/admin/editorial-members')

    await button(page, 'Cancel').click()
    await button(page, 'Close Without Saving').click()
    await expect(dialog(page, 'Edit Editorial Members')).toHaveCount(0)
    await button(page, 'Edit Members').click()
    await expect(text(page)).not.toContainText('New words.')
  })

  test('is not changed over what someone else has saved, unless that is asked for', async ({
    page,
    journal,
    trouble,
  }) => {
    trouble.expect(/409/)
    await theEditorialMembers(journal.database, '<p>The first board</p>')
    await page.goto('/admin/editorial-members')
    await button(page, 'Edit Members').click()
    await text(page).click()
    await page.keyboard.type('My words. ')
    await journal.database.transaction(async (tx) => {
      const change = { members: '<p>Their board</p>', updated_at: '2026-03-03T14:05:00.000Z', version: 2 }
      await tx.updateTable('editorial_members').set(change).execute()
      await touchPublicSite(tx)
    })
    await button(page, 'Update Members').click()
    const words =
      'Someone else has changed the editorial members since you opened them. Please look at their version first.'
    await said(page, words)
    const notice = page.getByRole('alert')
    await expect(notice).toContainText(words)
    await expect(text(page)).toContainText('My words.')
    await notice.getByText('View the version saved on March 3, 2026, 14:05 UTC').click()
    await expect(notice.getByText('Their board')).toBeVisible()
    await expectNoAxeViolations(page)

    // Pressed again, it is refused again.
    await button(page, 'Update Members').click()
    await expect(button(page, 'Update Members')).toBeEnabled()
    await expect(text(page)).toContainText('My words.')
    await button(page, 'Replace It with My Version').click()
    await said(page, 'Editorial members updated successfully')
    await expect(page.locator('.members')).toContainText('My words.')
    await button(page, 'View This Version').click()
    await expect(dialog(page, 'Earlier version').getByText('Their board')).toBeVisible()
  })

  test('says what the server refuses, and what cannot be loaded', async ({ page, trouble }) => {
    trouble.expect(/400|503/)
    await page.route('**/api/editorial-members', (route) => {
      const refused = { status: 400, json: { message: 'Please enter members content', errors: {} } }
      const away = { status: 503, json: { message: 'Away' } }
      return route.fulfill(route.request().method() === 'POST' ? refused : away)
    })
    await page.goto('/admin/editorial-members')
    await said(page, 'Failed to fetch editorial members')
    await expectNoAxeViolations(page)
    await page.unroute('**/api/editorial-members')
    await button(page, 'Try Again').click()
    await button(page, 'Add Members').click()
    await text(page).click()
    await page.keyboard.type('Dr Flora Green')
    await page.route('**/api/editorial-members', (route) =>
      route.fulfill({ status: 400, json: { message: 'Please enter members content' } }),
    )
    await button(page, 'Create Members').click()
    await said(page, 'Please enter members content')
    await expect(text(page)).toContainText('Dr Flora Green')
  })
})

test.describe('users', () => {
  test('are found, and their sessions ended', async ({ page, journal }) => {
    test.slow()
    const rosa = await aUser(journal.database, {
      fullName: 'Rosa Gardener',
      email: 'rosa@garden.test',
      confirmed: false,
    })
    await anArticle(journal.database, { submitter: rosa })
    for (let time = 0; time < 3; time++) await aSignedIn(journal, { user: rosa })
    for (let count = 0; count < 20; count++) await aUser(journal.database)

    await page.goto('/admin/users')
    await expect(page.getByRole('status').filter({ hasText: '23 accounts' })).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(21)
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL('/admin/users?page=2')
    await expect(page.getByText('Ayesha Malik (you)')).toBeVisible()

    await page.getByLabel('Name, email or username').fill('garden.test')
    await page.getByLabel('Role').selectOption({ label: 'Authors' })
    await button(page, 'Apply').click()
    await expect(page).toHaveURL('/admin/users?q=garden.test&role=author')
    const row = page.getByRole('row', { name: /Rosa Gardener/ })
    await expect(row).toHaveCount(1)
    await expect(row.getByRole('cell')).toHaveText([
      /^Rosa Gardener/,
      /^rosa@garden\.testnot confirmed$/,
      'Author',
      longToday(),
      'never',
      '3',
      '1',
      /^Details/,
    ])
    await page.reload()
    await expect(page.getByLabel('Name, email or username')).toHaveValue('garden.test')

    await row.getByRole('button', { name: 'Details' }).click()
    const details = dialog(page, 'Rosa Gardener')
    await expect(details.getByRole('listitem')).toHaveCount(3)
    await expectNoAxeViolations(page)
    await details.getByRole('button', { name: 'End Session' }).first().click()
    await said(page, '1 session ended')
    await expect(details.getByRole('listitem')).toHaveCount(2)
    await details.getByRole('button', { name: 'End All Sessions' }).click()
    await said(page, '2 sessions ended')
    await expect(details.getByText('Rosa Gardener has no open sessions.')).toBeVisible()
    await details.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(row.getByRole('cell').nth(5)).toHaveText('0')
    await expect(row.getByRole('button', { name: 'Details' })).toBeFocused()

    await page.getByLabel('Name, email or username').fill('nobody of this name')
    await button(page, 'Apply').click()
    await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'Show All' }).click()
    await expect(page).toHaveURL('/admin/users')
  })

  test('become administrators and authors, but never is the last administrator unmade', async ({
    page,
    journal,
    trouble,
  }) => {
    trouble.expect(/409|401/)
    const rosa = await aUser(journal.database, { fullName: 'Rosa Gardener' })
    await page.goto('/admin/users?q=Rosa+Gardener')
    await page.getByRole('button', { name: /^Details/ }).click()
    const details = dialog(page, 'Rosa Gardener')
    await details.getByRole('button', { name: 'Make administrator' }).click()
    const ask = dialog(page, 'Make administrator')
    await expect(ask).toContainText('They will be signed out and must sign in again.')
    await expectNoAxeViolations(page)
    await ask.getByRole('button', { name: 'Make administrator' }).click()
    await said(page, 'Rosa Gardener is now an administrator')
    await expect(details.locator('dd').nth(1)).toHaveText('Administrator')

    await details.getByRole('button', { name: 'Make author' }).click()
    await expect(dialog(page, 'Make author')).toContainText('Rosa Gardener will keep their articles')
    await dialog(page, 'Make author').getByRole('button', { name: 'Make author' }).click()
    await said(page, 'Rosa Gardener is now an author')

    // The reader is the only administrator left.
    await journal.database.transaction(async (tx) => {
      const others = tx.updateTable('users').set({ role: 'author' })
      await others.where('full_name', '!=', 'Ayesha Malik').where('id', '!=', rosa.id).execute()
    })
    await page.goto('/admin/users?q=ayesha')
    await page.getByRole('button', { name: /^Details/ }).click()
    const own = dialog(page, 'Ayesha Malik (you)')
    await expect(own.getByText(/^This session, since/)).toBeVisible()
    await expect(own.getByRole('button', { name: 'End Session' })).toHaveCount(0)
    const makeAuthor = async () => {
      await own.getByRole('button', { name: 'Make author' }).click()
      await expect(dialog(page, 'Make author')).toContainText('You will be signed out and must sign in again.')
      await dialog(page, 'Make author').getByRole('button', { name: 'Make author' }).click()
    }
    await makeAuthor()
    await said(page, 'The journal needs at least one administrator')
    await expect(own.getByRole('alert')).toHaveText('The journal needs at least one administrator')

    await journal.database.transaction((tx) =>
      tx.updateTable('users').set({ role: 'admin' }).where('full_name', '!=', 'Rosa Gardener').execute(),
    )
    await makeAuthor()
    await expect(page).toHaveURL(/\/login/)
  })

  test('that cannot be loaded are asked for again', async ({ page, trouble }) => {
    trouble.expect(/503/)
    await page.route('**/api/users?*', (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
    await page.goto('/admin/users')
    await said(page, 'Failed to fetch users')
    await page.unroute('**/api/users?*')
    await button(page, 'Try Again').click()
    await expect(page.getByText('Ayesha Malik (you)')).toBeVisible()
  })
})

test.describe('the activity', () => {
  test('says in sentences who did what, and is narrowed by the address', async ({ page, journal }) => {
    test.slow()
    await page.goto('/admin/volumes')
    await button(page, 'Add Volume').click()
    await page.getByLabel('Volume Title *').fill('Volume of ferns')
    await button(page, 'Create Volume').click()
    await said(page, 'Volume created successfully')
    await button(page, 'Edit Volume of ferns').click()
    await page.getByLabel('Volume Title *').fill('Volume of mosses')
    await button(page, 'Update Volume').click()
    await button(page, 'Delete Volume of mosses').click()
    await button(page, 'Delete').click()
    await said(page, 'Volume deleted successfully')

    await page.getByRole('link', { name: 'Activity Log' }).click()
    const entries = page.locator('.log').getByRole('listitem')
    const last = (count: number) => entries.nth(count).locator('.sentence')
    await expect(last(0)).toHaveText('Ayesha Malik deleted a volume: Volume of mosses (deleted)')
    await expect(entries.first().locator('time')).toHaveText(/^[A-Z][a-z]+ \d+, \d{4}, \d\d:\d\d UTC$/)
    await entries.nth(1).getByText('Details').click()
    await expect(entries.nth(1).getByRole('row')).toHaveText([
      'FieldBeforeAfter',
      /^TitleVolume of fernsVolume of mosses$/,
    ])
    await expectNoAxeViolations(page)

    await last(0).getByRole('link', { name: 'Volume of mosses' }).click()
    await expect(page).toHaveURL(/\?subject=/)
    await expect(entries).toHaveCount(3)
    await expect(last(2)).toHaveText(/^Ayesha Malik created a volume: /)
    await last(0).getByRole('link', { name: 'Ayesha Malik' }).click()
    await expect(page).toHaveURL(/subject=.*actorId=/)
    await page.getByLabel('About', { exact: true }).selectOption({ label: 'Volumes' })
    await button(page, 'Apply').click()
    await expect(page).toHaveURL(/about=volume/)
    await expect(entries).toHaveCount(3)
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: /^About Volume of mosses/ }).click()
    await expect(page).not.toHaveURL(/subject=/)
    await page.getByRole('link', { name: /^By Ayesha Malik/ }).click()
    await expect(page).toHaveURL('/admin/activity?about=volume')
    await expect(page.getByRole('link', { name: /^By Ayesha Malik/ })).toHaveCount(0)

    await page.getByLabel('From').fill('2001-01-01')
    await page.getByLabel('To', { exact: true }).fill('2001-01-02')
    await button(page, 'Apply').click()
    await expect(page).toHaveURL('/admin/activity?about=volume&from=2001-01-01&to=2001-01-02')
    await expect(page.getByRole('heading', { name: 'No activity found' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goBack()
    await expect(page.getByLabel('From')).toHaveValue('')
    // Only those of the administrator who was there first: the log of a worker's journal contains earlier
    // stories too.
    const first = (await findUserByEmail(journal.database.db, ADMINISTRATOR.email))!
    await page.goto(`/admin/activity?about=user&subject=${first.id}`)
    await expect(page.getByText('The journal created an administrator')).toBeVisible()
  })

  test('that cannot be loaded is asked for again', async ({ page, trouble }) => {
    trouble.expect(/503/)
    await page.route('**/api/activity?*', (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
    await page.goto('/admin/activity')
    await said(page, 'Failed to fetch activity')
    await page.unroute('**/api/activity?*')
    await button(page, 'Try Again').click()
    await expect(page.locator('.log').getByRole('listitem').first()).toBeVisible()
  })

  test('shows the emails that are kept while no mail server is set up', async ({ page, journal }) => {
    await page.goto('/admin/activity')
    await page.getByRole('link', { name: 'Emails', exact: true }).click()
    await expect(page).toHaveURL('/admin/activity?show=emails')
    await expect(page.getByRole('heading', { name: 'No emails found' })).toBeVisible()
    await expect(page.getByText('Email is not set up', { exact: true })).toBeVisible()
    await expectNoAxeViolations(page)

    await someEmails(journal)
    await page.reload()
    await expect(page.getByRole('row')).toHaveCount(3)
    const waiting = page.getByRole('row', { name: /author@plants.test/ })
    await expect(waiting).toContainText('Article published')
    await expect(waiting).toContainText('Waiting for a mail server')
    await waiting.getByText(/^Text/).click()
    await expect(waiting.locator('.email-text')).toContainText('Roots of wheat')
    await expectNoAxeViolations(page)

    await page.getByLabel('Status').selectOption({ label: 'Sent' })
    await button(page, 'Apply').click()
    await expect(page).toHaveURL('/admin/activity?show=emails&state=sent')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row').last()).toContainText('Sent')
    await page.getByRole('link', { name: 'Show All' }).click()
    await expect(page.getByRole('row')).toHaveCount(3)
  })

  test('says when an email is tried again, and why it was not taken', async ({ page, baseURL }) => {
    test.slow()
    expect(baseURL).toBeDefined()
    // Nothing listens there: every attempt fails.
    const journal = await startJournal({ SMTP_URL: 'smtp://127.0.0.1:9' })
    try {
      await signIn(page, journal, { role: 'admin' })
      await someEmails(journal)
      await expect
        .poll(
          async () =>
            (await journal.database.db.selectFrom('outbox').select('last_error').execute()).some((m) => m.last_error),
          { timeout: 15_000 },
        )
        .toBe(true)
      await page.goto(`${journal.url}/admin/activity?show=emails&state=waiting`)
      const waiting = page.getByRole('row', { name: /author@plants.test/ })
      await expect(waiting).toContainText(/Waiting, next try [A-Z][a-z]+ \d+, \d{4}, \d\d:\d\d UTC/)
      await expect(waiting.locator('.email-error')).not.toBeEmpty()
      await expect(page.getByText('Email is not set up')).toHaveCount(0)
      await expectNoAxeViolations(page)
    } finally {
      await journal.stop()
    }
  })
})

test('every list is a list of cards on a phone', async ({ page, journal }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 740 })
  const long = 'Pteridophytes-of-the-Himalaya'.repeat(3)
  await aCategory(journal.database, { name: long, slug: long.toLowerCase() })
  await aVolume(journal.database, { title: long })
  await theEditorialMembers(journal.database, `<h1>${long}</h1><p>${long}</p>`)
  await aUser(journal.database, { fullName: long, email: `${'long.'.repeat(12)}@plants.test` })
  await someEmails(journal)
  for (const [path, shown] of [
    ['categories', long],
    ['volumes', long],
    ['editorial-members', long],
    ['users', long],
    ['activity', 'The journal'],
    ['activity?show=emails', 'author@plants.test'],
    ['settings', 'Identity'],
    ['settings/texts', 'Article published'],
    ['settings/texts/email/article-corrected', 'Article corrected'],
  ] as const) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
    await fitsTheScreen(page)
    await expectNoAxeViolations(page)
  }
  await page.goto('/admin/editorial-members')
  await button(page, 'Edit Members').click()
  await expect(page.getByRole('textbox', { name: 'Members' })).toBeVisible()
  await fitsTheScreen(page)
  const box = (await dialog(page, 'Edit Editorial Members').boundingBox())!
  expect([box.x, box.width]).toEqual([0, 360])
})

/** An email that waits, and one that was sent. */
async function someEmails({ database }: RunningJournal): Promise<void> {
  const data = { articleId: 'a1', title: 'Roots of wheat', name: 'Rosa Gardener' }
  await database.transaction(async (tx) => {
    await enqueue(tx, { kind: 'article-archived', recipient: 'sent@plants.test', data })
    await tx.updateTable('outbox').set({ sent_at: '2026-03-03T14:05:00.000Z' }).execute()
    await enqueue(tx, { kind: 'article-published', recipient: 'author@plants.test', data })
  })
}

/** Today as lists write it; journeys run in UTC. */
const longToday = () =>
  new Date().toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })
