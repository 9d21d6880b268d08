import { addDays, dayOf } from '../../src/contract/rules/peer-review/days.ts'
import { openCase } from '../../src/journal/peer-review/cases/open-case.ts'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { newId } from '../../src/platform/ids.ts'
import { anArticle } from '../support/builders.ts'
import { expect, expectNoAxeViolations, test, type RunningJournal } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

/** Manuscripts received some months ago, with their first decision after so many days. */
async function decidedAfter({ database }: RunningJournal, days: number[]): Promise<void> {
  const receivedOn = addDays(dayOf(new Date()), -120)
  const at = `${receivedOn}T09:00:00.000Z`
  for (const wait of days) {
    const { id, submitter_id } = await anArticle(database, { state: 'pending' })
    await database.transaction(async (tx) => {
      await openCase(tx, { articleId: id, submitterId: submitter_id, receivedOn, at })
      await tx
        .insertInto('decisions')
        .values({
          ...{ id: newId(), article_id: id, round_id: null, version_id: null, kind: 'minor', from_stage: 'reviewing' },
          ...{ letter: 'Thank you.', revision_due_on: null, exception_reason: null, decided_by: 'editor' },
          ...{ decided_at: `${addDays(receivedOn, wait)}T09:00:00.000Z`, reverses_id: null },
        })
        .execute()
      await touchPublicSite(tx)
    })
  }
}

test.describe('without scripts, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('the page on peer review shows its figures from five decisions up', async ({ page, journal }) => {
    await decidedAfter(journal, [20, 31, 33, 50])
    await page.goto('/peer-review')
    await expect(page.getByRole('heading', { name: 'How long review takes' })).toBeVisible()
    await expect(page.getByText('Median time to first decision')).toHaveCount(0)
    await decidedAfter(journal, [25])
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Review times' }).click()
    await expect(page).toHaveURL(/\/peer-review#how-long-review-takes$/)
    const figure = (name: string) => page.locator('dl.details > div', { hasText: name }).locator('dd')
    await expect(figure('Median time to first decision')).toHaveText(
      /^31 days \(5 decisions, \w+ \d{4} to \w+ \d{4}\)$/,
    )
    await expect(figure('80% decided within')).toHaveText('33 days')
    await expect(figure('Decided by the promised day')).toHaveText('80%')
    await expect(page.getByText('Reports on time')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    // They stand at the end of their own section, and what follows is still there.
    await expect(page.locator('#how-long-review-takes')).toBeVisible()
    await expect(page.locator('dl.details ~ div h2, dl.details ~ * h2').first()).toHaveText('What reviewers look at')
    await expect(page.getByRole('heading', { name: 'Appeals' })).toBeVisible()
  })
})

test('the page with figures is accessible in light and dark', async ({ page, journal }) => {
  await decidedAfter(journal, [20, 31, 33, 50, 25])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/peer-review')
    await expect(page.getByText('Median time to first decision')).toBeVisible()
    await expectNoAxeViolations(page)
  }
})
