import { CALLBACK_PATH } from '../../src/journal/accounts/users/orcid-connection.ts'
import { anOrcidProvider, type OrcidProvider } from '../support/orcid-provider.ts'
import { freePort } from '../support/postgres-server.ts'
import { expect, expectNoAxeViolations, signIn, startJournal, test as base, type RunningJournal } from './support.ts'

const MINE = '0000-0002-1825-0097'

/** A journal connected to ORCID, and the provider that stands in for it. */
const test = base.extend<object, { provider: OrcidProvider; connected: RunningJournal }>({
  provider: [
    async ({}, give) => {
      const port = await freePort()
      const provider = await anOrcidProvider(`http://127.0.0.1:${port}${CALLBACK_PATH}`)
      await give(Object.assign(provider, { port }))
      await provider.close()
    },
    { scope: 'worker' },
  ],
  connected: [
    async ({ provider }, give) => {
      const journal = await startJournal({
        PORT: String((provider as OrcidProvider & { port: number }).port),
        ORCID_URL: provider.url,
        ORCID_CLIENT_ID: provider.clientId,
        ORCID_CLIENT_SECRET: provider.clientSecret,
      })
      await give(journal)
      await journal.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ connected }, give) => give(connected.url),
})

test('an author connects their ORCID iD, and nobody else can connect the same', async ({
  page,
  connected,
  provider,
  trouble,
}) => {
  const { user } = await signIn(page, connected)
  await page.goto('/dashboard/edit-profile')

  provider.choose('deny')
  await page.getByRole('button', { name: 'Connect ORCID' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Failed to connect ORCID' })).toHaveCount(1)
  await expect(page).toHaveURL('/dashboard/edit-profile')
  await expect(page.getByRole('button', { name: 'Connect ORCID' })).toBeVisible()

  provider.choose('allow')
  provider.signInAs(MINE)
  await page.getByRole('button', { name: 'Connect ORCID' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'ORCID connected successfully!' })).toHaveCount(1)
  await expect(page).toHaveURL('/dashboard/edit-profile')
  await expect(page.getByRole('link', { name: `https://orcid.org/${MINE}` })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'ORCID iD' })).toHaveValue(MINE)
  await expectNoAxeViolations(page)
  const row = await connected.database.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst()
  expect(row).toMatchObject({ orcid: MINE })
  expect(row?.orcid_proven_at).not.toBeNull()

  // Another person who authenticates the same iD is not told whose it is.
  trouble.expect(/409/)
  await signIn(page, connected)
  await page.goto('/dashboard/edit-profile')
  await page.getByRole('button', { name: 'Connect ORCID' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'This ORCID iD is connected to another account' }),
  ).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Connect ORCID' })).toBeVisible()

  // A made-up URL proves nothing.
  trouble.expect(/403/)
  await page.goto(`/dashboard/edit-profile?orcid=0000-0001-5109-3700`)
  await expect(page.getByRole('status').filter({ hasText: 'Failed to connect ORCID' })).toHaveCount(1)
  await page.goto(`/dashboard/edit-profile?orcid=1234`)
  await expect(page.getByRole('status').filter({ hasText: 'Invalid ORCID iD.' })).toHaveCount(1)
})
