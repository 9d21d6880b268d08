import { aCase } from '../support/review-builders.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

test('who has a manuscript under way reads why the account cannot be deleted yet', async ({ page, journal }) => {
  const author = await signIn(page, journal)
  await aCase(journal.database, { submitter: author.user, title: 'Leaves in shade' })
  await page.goto('/dashboard/your-data')
  await expect(page.getByText('Your manuscripts are still with us: “Leaves in shade”.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete My Account' })).toHaveCount(0)
  await expectNoAxeViolations(page)
})
