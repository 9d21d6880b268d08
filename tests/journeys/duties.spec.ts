import type { Page } from '@playwright/test'
import { aCategory, aSignedIn, PASSWORD } from '../support/builders.ts'
import { aDuty } from '../support/duty-builders.ts'
import { aCase } from '../support/review-builders.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

const narrow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).then((over) => expect(over).toBe(0))
/** At both widths, in both schemes; pictures are kept where someone asks for them. */
const everyWay = async (page: Page, name: string) => {
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'light'],
    [390, 'dark'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await narrow(page)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a section editor is invited in four clicks, accepts, and handles a case of their category', async ({
  page,
  journal,
  trouble,
}) => {
  // The samples have no file to read.
  trouble.expect(/503 \(Service Unavailable\)/)
  test.slow()
  const { database } = journal
  const [botany, ecology] = [
    await aCategory(database, { name: 'Botany' }),
    await aCategory(database, { name: 'Ecology' }),
  ]
  const [mine] = [await aCase(database, { category: botany }), await aCase(database, { category: ecology })]
  const editor = await aSignedIn(journal, { fullName: 'Adaeze Okonjo' })
  await aDuty(database, editor.user, 'section', { categoryId: ecology.id, until: '2999-05-31' })
  const invited = await aSignedIn(journal, { fullName: 'Helena Sandström' })

  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin')
  const clicks = await countClicks(page)
  await page.getByRole('navigation', { name: 'Admin area menu' }).getByRole('link', { name: 'Users' }).click()
  await page.getByRole('link', { name: 'Roles' }).click()
  // Typing is no click.
  await page.getByLabel('Email address').fill(invited.user.email)
  await page.getByLabel(/^Botany/).click()
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(page.getByText(`Invitation sent to ${invited.user.email}`).first()).toBeVisible()
  expect(await clicks()).toBe(4)
  await expect(page.getByText(/not answered yet$/)).toBeVisible()
  await expect(page.getByText('Section editor: Ecology, until May 31, 2999')).toBeVisible()
  await expectNoAxeViolations(page)
  await everyWay(page, 'roles')

  // The dialog keeps each term with its days.
  await page.getByRole('button', { name: 'Change the roles of Adaeze Okonjo' }).click()
  await page.getByLabel('Another role').selectOption('Section editor: Botany')
  await page.getByRole('button', { name: 'Add Role' }).click()
  await expectNoAxeViolations(page)
  await everyWay(page, 'roles-dialog')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. It holds from their next click on.').first()).toBeVisible()
  await expect(page.getByText('Section editor: Ecology, until May 31, 2999')).toBeVisible()
  await expect(page.getByText('Section editor: Botany', { exact: true }).first()).toBeVisible()

  const { id } = await database.db.selectFrom('duty_invitations').select('id').executeTakeFirstOrThrow()
  await page.evaluate(() => localStorage.clear())
  // Signing in comes back to the invitation; opening it has changed nothing.
  await page.goto(`/desk/invitations/${id}`)
  await page.getByLabel('Email', { exact: true }).fill(invited.user.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Invitation: Section editor' })).toBeVisible()
  expect(await database.db.selectFrom('duties').selectAll().where('user_id', '=', invited.user.id).execute()).toEqual(
    [],
  )
  await expectNoAxeViolations(page)
  await everyWay(page, 'invitation')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page).toHaveURL('/desk')
  await expect(page.locator('.go-case')).toHaveCount(1)
  await expectNoAxeViolations(page)
  await everyWay(page, 'desk')

  await page.locator('.go-case').first().click()
  await expect(page).toHaveURL(`/cases/${mine.id}`)
  await expect(page.getByRole('navigation', { name: 'Desk menu' })).toBeVisible()
  await everyWay(page, 'desk-case')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('navigation', { name: 'Desk menu' }).getByRole('link', { name: 'Review Statistics' }).click()
  await expect(page.getByRole('heading', { name: 'Review Statistics' })).toBeVisible()
  // What is not theirs leads nowhere.
  await page.goto('/admin/settings')
  await expect(page).toHaveURL('/unauthorized')
  await page.goto('/')
  await page.getByRole('link', { name: 'Desk' }).first().click()
  await expect(page).toHaveURL('/desk')

  // The duty ends while the page is open.
  await database.db.deleteFrom('duties').where('user_id', '=', invited.user.id).execute()
  trouble.expect(/403 \(Forbidden\)/)
  await page.reload()
  await expect(page).toHaveURL('/unauthorized')
})
