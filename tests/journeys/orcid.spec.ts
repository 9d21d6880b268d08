import { CALLBACK_PATH } from '../../src/journal/accounts/users/orcid-connection.ts'
import { askAgain } from '../../src/journal/peer-review/authorship/confirmations.ts'
import { makePersonLink } from '../../src/journal/peer-review/authorship/links.ts'
import { aUser } from '../support/builders.ts'
import { anOrcidProvider, type OrcidProvider } from '../support/orcid-provider.ts'
import { aCase } from '../support/review-builders.ts'
import { freePort } from '../support/postgres-server.ts'
import { expect, expectNoAxeViolations, signIn, startJournal, test as base, type RunningJournal } from './support.ts'

const MINE = '0000-0002-1825-0097'
const BRUNOS = '0000-0001-5109-3700'

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

test('an author who has come by link connects their ORCID iD on a phone, without an account', async ({
  page,
  connected,
  provider,
}) => {
  const { database } = connected
  const submitter = await aUser(database)
  const { id } = await aCase(database, {
    submitter,
    contributors: [
      { role: 'Corresponding Author', full_name: submitter.full_name, email: submitter.email },
      { role: 'Author', full_name: 'Bruno Kovář', email: 'bruno@plants.test' },
    ],
  })
  const link = await database.transaction(async (tx) => {
    await askAgain(tx, id, submitter.id)
    return makePersonLink(tx, connected.url, { purpose: 'authorship', subjectId: id, email: 'bruno@plants.test' })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(link)
  const connect = page.getByRole('button', { name: 'Connect ORCID' })

  provider.choose('deny')
  await connect.click()
  await expect(page.getByRole('status').filter({ hasText: 'Failed to connect ORCID' })).toHaveCount(1)
  await expect(page).toHaveURL(link)

  provider.choose('allow')
  provider.signInAs(BRUNOS)
  await connect.click()
  await expect(page.getByRole('status').filter({ hasText: 'ORCID connected' })).toHaveCount(1)
  // The secret is in the fragment again, and nothing of ORCID's answer is left in the address.
  await expect(page).toHaveURL(link)
  await expect(page.getByRole('link', { name: `https://orcid.org/${BRUNOS}` })).toBeVisible()
  await expect(connect).toHaveCount(0)
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.reload()
  await page.getByRole('radio', { name: 'None' }).check()
  await page.getByRole('button', { name: 'Yes, this is my work' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you. You have confirmed the list.')
  const printed = await database.db.selectFrom('contributors').selectAll().where('orcid', '=', BRUNOS).execute()
  expect(printed).toMatchObject([{ full_name: 'Bruno Kovář', orcid_authenticated_at: expect.any(String) }])
})
