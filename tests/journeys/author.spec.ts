import type { Page } from '@playwright/test'
import { ORCID_INVALID, orcidUrl } from '../../src/contract/rules/people/identifiers.ts'
import { aCategory, anArticle, PASSWORD, someArticles } from '../support/builders.ts'
import { aPdf, aPng } from '../support/multipart.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'
import {
  addAuthor,
  describeIn,
  DOCX,
  fillDetails,
  fillTitle,
  isReceived,
  next,
  step,
  uploadFiles,
  WIZARD,
} from './wizard.ts'

test.beforeEach(({ journal }) => journal.clear())

const PDF = { name: 'figures.pdf', mimeType: 'application/pdf', buffer: aPdf() }

test('from sign-up to My Articles with a real manuscript of three authors', async ({ page, journal, trouble }) => {
  // The server does not know the session: a draft's URL is first answered for an anonymous reader.
  trouble.expect(/404/)
  test.slow()
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
  await page.goto('/signup')
  await page.getByLabel('Full name').fill('Ayesha Malik')
  await page.getByLabel('Username').fill('ayesha_m')
  await page.getByLabel('Email').fill('ayesha@plants.test')
  await page.getByLabel('Password', { exact: true }).fill('Sunflower-42')
  await page.getByLabel('Phone number').fill('+92 300 1234567')
  await page.getByLabel('Location').fill('Multan')
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('link', { name: 'Create Your First Article' }).click()
  await expect(page).toHaveURL(WIZARD)

  await expectNoAxeViolations(page)
  await fillTitle(page)
  await expectNoAxeViolations(page)
  await describeIn(page, 'Funding statement', 'The Thar Fund paid for it, grant 7.')
  await fillDetails(page)
  await expectNoAxeViolations(page)
  await page.locator('input[name=image]').setInputFiles({ name: 'pod.png', mimeType: 'image/png', buffer: aPng() })
  await page.getByLabel('What the image shows').fill('A ripe pod')
  await page.locator('input[name=files]').setInputFiles([DOCX, PDF])
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(3)
  await expectNoAxeViolations(page)
  await next(page)
  await step(page, 4, 'Authors')

  await page.getByRole('button', { name: 'Add Myself' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Author' })
  await expect(dialog.getByLabel('Full name')).toHaveValue('Ayesha Malik')
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Affiliation').fill('Multan')
  await dialog.getByLabel('Role').selectOption('Corresponding Author')
  await dialog.getByRole('button', { name: 'Add Author' }).click()
  await addAuthor(page, ['Bruno Kovář', 'Author', '0000-0002-1825-0097'])
  await addAuthor(page, ['Chen Li', 'Author'])
  await page.getByRole('button', { name: 'Move Chen Li up' }).click()
  await expect(page.getByRole('list', { name: 'Authors, in the order of the paper' }).locator('strong')).toHaveText([
    'Ayesha Malik',
    'Chen Li',
    'Bruno Kovář',
  ])
  await expectNoAxeViolations(page)
  await next(page)

  await step(page, 5, 'Review & Submit')
  await expect(page.getByText('Ayesha Malik, Chen Li and Bruno Kovář')).toBeVisible()
  await expect(page.getByText('manuscript.docx')).toBeVisible()
  await expect(page.getByText('The Thar Fund paid for it, grant 7.')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('Please confirm to submit')).toBeVisible()
  await page.getByLabel('Comments for the editor (optional)').fill('Table 2 is large.')
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  await page.getByRole('button', { name: 'Submit', exact: true }).dblclick()

  await expect(page.getByRole('status').filter({ hasText: 'Submission created successfully!' })).toHaveCount(1)
  await expect(page.getByRole('main').getByText(/^\S+ \d{4}-\d+$/)).toBeVisible()
  await expect(page.getByRole('main').getByText(/^The editor writes to you with the decision by /)).toBeVisible()
  await expectNoAxeViolations(page)
  await isReceived(page)
  await expect(page.getByText('1 article', { exact: true })).toBeVisible()
  await expect(page.getByText('With the editor', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)

  const { db } = journal.database
  const articles = await db.selectFrom('articles').selectAll().execute()
  expect(articles).toHaveLength(1)
  expect(articles[0]).toMatchObject({ comments: 'Table 2 is large.', image_alt: 'A ripe pod', published_at: null })
  const people = await db.selectFrom('contributors').selectAll().execute()
  expect(people.find((person) => person.full_name === 'Bruno Kovář')?.profile_url).toBe(orcidUrl('0000-0002-1825-0097'))
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('journal:draft')))).toEqual(
    [],
  )

  await page.getByRole('link', { name: /^View Details/ }).click()
  await expect(page.getByText('With the editor', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Preview as an Article' }).click()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seed rain under Prosopis juliflora')
  await expect(page.getByRole('region', { name: 'Funding' })).toContainText('The Thar Fund paid for it, grant 7.')
})

test('every step says what is missing, and Previous asks nothing', async ({ page, journal }) => {
  test.slow()
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
  await signIn(page, journal)
  await page.goto(WIZARD)
  await next(page)
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByLabel('Article title')).toBeFocused()
  await expectNoAxeViolations(page)
  await page.getByLabel('Article title').fill('word '.repeat(27))
  await expect(page.getByText('2 words too many: please shorten the title')).toBeVisible()
  await fillTitle(page)

  await next(page)
  for (const message of [
    'Category is required',
    'Excerpt is required',
    'Keywords are required',
    'Abstract is required',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await expectNoAxeViolations(page)
  await page.getByLabel('Keywords').fill('one, two')
  await expect(page.getByText('3 keywords fewer than the 5 we ask for')).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await step(page, 1, 'Article Title')
  await next(page)
  await expect(page.getByLabel('Keywords')).toHaveValue('one, two')
  await fillDetails(page)

  await next(page)
  await expect(page.getByText('At least one content file is required')).toBeVisible()
  await page.locator('input[name=files]').setInputFiles([
    { name: 'program.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10_485_761) },
  ])
  await expect(
    page.getByText('program.exe: File type must be pdf, doc, docx, ppt, pptx, xls, xlsx, txt, csv'),
  ).toBeVisible()
  await expect(page.getByText('large.pdf: File is larger than 10485760 bytes')).toBeVisible()
  await expectNoAxeViolations(page)
  await uploadFiles(page)

  await next(page)
  await expect(page.getByText('At least one author is required to submit the research')).toBeVisible()
  await page.getByRole('button', { name: 'Add Author', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Author' })
  await dialog.getByRole('button', { name: 'Add Author' }).click()
  for (const message of ['Full name is required', 'Email is required', 'Affiliation is required']) {
    await expect(dialog.getByText(message, { exact: true })).toBeVisible()
  }
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByLabel('ORCID iD (optional)').fill('0000-0002-1825-0098')
  await dialog.getByRole('button', { name: 'Add Author' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await expect(dialog.getByText(ORCID_INVALID)).toBeVisible()
  await expectNoAxeViolations(page)
  // Shown again, so that its four seconds have just begun.
  await dialog.getByRole('button', { name: 'Add Author' }).click()
  await expect(page.locator('.toast.error:not(.leaving)').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('.toast.error:not(.leaving)')).toHaveCount(0, { timeout: 1500 })
  await expect(page.getByRole('button', { name: 'Add Author', exact: true })).toBeFocused()

  await addAuthor(page, ['Ayesha Malik', 'Author'])
  await page.getByRole('button', { name: 'Edit Ayesha Malik' }).click()
  await page.getByRole('dialog', { name: 'Edit Author' }).getByLabel('Full name').fill('Ayesha Malik Khan')
  await page.getByRole('button', { name: 'Save Author' }).click()
  await page.getByRole('button', { name: 'Remove Ayesha Malik Khan' }).click()
  await expect(page.getByText('At least one author is required to submit the research')).toBeVisible()
})

test.describe('nothing typed is lost', () => {
  async function toTheLastStep(page: Page) {
    await page.goto(WIZARD)
    await fillTitle(page)
    await fillDetails(page)
    await uploadFiles(page)
    await addAuthor(page, ['Ayesha Malik', 'Author'])
    await next(page)
    await page.getByRole('checkbox', { name: /I confirm/ }).check()
  }
  const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click()

  test.beforeEach(({ journal }) => aCategory(journal.database, { name: 'Ecology', slug: 'ecology' }))

  test('when the server fails, or the line is cut, at the last step', async ({ page, journal, trouble }) => {
    trouble.expect(/500|Failed to load|ERR_|submission failed/)
    await signIn(page, journal)
    await toTheLastStep(page)
    await page.route('**/api/posts', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong' } }),
    )
    await submit(page)
    await expect(page.getByText('Something went wrong')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.unroute('**/api/posts')
    await page.route('**/api/posts', (route) => route.abort())
    await submit(page)
    await expect(page.getByText(/there is no connection\. It is saved on this device\./)).toBeVisible()
    await page.unroute('**/api/posts')
    await submit(page)
    await isReceived(page)
  })

  test('when the session ends at the last step', async ({ page, journal, trouble }) => {
    trouble.expect(/401|submission failed/)
    const { user, sessionId } = await signIn(page, journal)
    await toTheLastStep(page)
    await journal.database.db
      .updateTable('sessions')
      .set({ revoked_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', sessionId)
      .execute()
    await submit(page)
    await expect(page).toHaveURL(/\/login/)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    // Back where the session ended, with all input preserved.
    await expect(page).toHaveURL(WIZARD)
    await step(page, 5, 'Review & Submit')
    await expect(page.getByText('manuscript.docx')).toBeVisible()
    await page.getByRole('checkbox', { name: /I confirm/ }).check()
    await submit(page)
    await isReceived(page)
  })

  test('when an upload breaks off', async ({ page, journal, trouble }) => {
    trouble.expect(/ERR_|Failed to load|504/)
    await signIn(page, journal)
    await page.goto(WIZARD)
    await fillTitle(page)
    await fillDetails(page)
    await page.route('**/api/files/upload', (route) => route.abort())
    await page.locator('input[name=files]').setInputFiles([DOCX])
    await expect(page.getByText('Upload failed: no connection')).toBeVisible()
    await next(page)
    await expect(page.getByText('Please upload all selected content files')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.unroute('**/api/files/upload')
    await page.getByRole('button', { name: /^Try Again ?: manuscript\.docx$/ }).click()
    await expect(page.getByText(/^Uploaded, /)).toBeVisible()
  })

  test('on a reload, and leaving asks first', async ({ page, journal }) => {
    await signIn(page, journal)
    await page.goto(WIZARD)
    await fillTitle(page)
    await page.getByLabel('Key Message').fill('Half a thought')
    await page.reload()
    await step(page, 2, 'Article Details')
    await expect(page.getByLabel('Key Message')).toHaveText('Half a thought')
    await page.getByRole('complementary').getByRole('link', { name: 'Dashboard' }).click()
    const question = page.getByRole('dialog', { name: 'Leave this submission?' })
    await expectNoAxeViolations(page)
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(WIZARD)
    await page.getByRole('complementary').getByRole('link', { name: 'Dashboard' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})

test('by keyboard alone, on a phone', async ({ page, journal }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
  await signIn(page, journal)
  await page.goto(WIZARD)
  const tabTo = async (target: import('@playwright/test').Locator) => {
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`the keyboard never reached ${target}`)
  }
  const nextByKey = async () => {
    await tabTo(page.getByRole('button', { name: 'Next' }))
    await page.keyboard.press('Enter')
  }
  await tabTo(page.getByLabel('Article title'))
  await page.keyboard.type('Seed rain')
  await nextByKey()
  await step(page, 2, 'Article Details')
  await tabTo(page.getByLabel('Category'))
  await page.keyboard.press('ArrowDown')
  await tabTo(page.getByLabel('Key Message'))
  await page.keyboard.type('Seeds fall near.')
  await tabTo(page.getByLabel('Keywords'))
  await page.keyboard.type('a, b, c, d, e')
  await tabTo(page.getByRole('textbox', { name: 'Abstract' }))
  await page.keyboard.type('We counted seeds.')
  await nextByKey()
  await step(page, 3, 'Content Files')
  await tabTo(page.locator('input[name=files]'))
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([DOCX])
  await expect(page.getByText(/^Uploaded, /)).toBeVisible()
  await nextByKey()
  await step(page, 4, 'Authors')
  await tabTo(page.getByRole('button', { name: 'Add Author', exact: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Author' })
  for (const [label, value] of [
    ['Full name', 'Ayesha Malik'],
    ['Email', 'ayesha@plants.test'],
    ['Affiliation', 'Multan'],
  ] as const) {
    await tabTo(dialog.getByLabel(label))
    await page.keyboard.type(value)
  }
  await tabTo(dialog.getByLabel('Role'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(dialog.getByRole('button', { name: 'Add Author' }))
  await page.keyboard.press('Enter')
  await nextByKey()
  await step(page, 5, 'Review & Submit')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await tabTo(page.getByRole('checkbox', { name: /I confirm/ }))
  await page.keyboard.press('Space')
  await tabTo(page.getByRole('button', { name: 'Submit', exact: true }))
  await page.keyboard.press('Enter')
  await isReceived(page)
})

test('deletes an unpublished article after being asked, and has no such button for a published one', async ({
  page,
  journal,
}) => {
  const { user } = await signIn(page, journal)
  await anArticle(journal.database, { title: 'Published work', submitter: user })
  await anArticle(journal.database, { title: 'Waiting work', state: 'pending', submitter: user })
  await page.goto('/dashboard')
  await expect(page.getByText('2 articles', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete ?: Published work/ })).toHaveCount(0)
  await page.getByRole('button', { name: /^Delete ?: Waiting work$/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete article' })
  await expect(question.getByText('Are you sure you want to delete this article?')).toBeVisible()
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Delete ?: Waiting work$/ }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Article deleted successfully' })).toHaveCount(1)
  await expect(page.getByText('1 article', { exact: true })).toBeVisible()
})

test('keeps the other articles on the screen while one is deleted, and shows why one is not', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/403/)
  const { user } = await signIn(page, journal)
  const article = (title: string) => anArticle(journal.database, { submitter: user, state: 'pending', title })
  await article('Root growth')
  const published = await article('Seed rain')
  await page.goto('/dashboard')
  const card = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  const remove = async (title: string) => {
    await card(title)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await expect(card('Root growth')).toBeVisible()
  // Whether the list has ever disappeared from the page since.
  await page.evaluate(() => {
    const list = document.querySelector('.grid3')!
    new MutationObserver(() => list.isConnected || document.body.setAttribute('data-list-gone', '')).observe(
      document.body,
      { childList: true, subtree: true },
    )
  })

  // An editor was faster.
  const at = '2026-03-01T00:00:00.000Z'
  await journal.database.db
    .updateTable('articles')
    .set({ published_at: at, approved_at: at })
    .where('id', '=', published.id)
    .execute()
  await remove('Seed rain')
  const failure = page.locator('.toast.error:not(.leaving)')
  await expect(failure).toHaveText('Failed to delete article: Only unpublished articles can be deleted')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card('Seed rain').getByText('Published', { exact: true })).toBeVisible()
  await expect(card('Seed rain').getByRole('button')).toHaveCount(0)

  // The next success dismisses the failure.
  await remove('Root growth')
  await expect(page.locator('.toast.success')).toHaveText('Article deleted successfully')
  await expect(failure).toHaveCount(0)
  await expect(card('Root growth')).toHaveCount(0)
  await expect(page.getByText('1 article', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Submit New Article' })).toBeFocused()
  expect(await page.evaluate(() => document.body.hasAttribute('data-list-gone'))).toBe(false)
})

test('a failure stays behind when another page is opened', async ({ page, journal, trouble }) => {
  trouble.expect(/503/)
  const { user } = await signIn(page, journal)
  await anArticle(journal.database, { submitter: user, state: 'pending', title: 'Root growth' })
  await page.route('**/api/posts/delete/*', (route) => route.fulfill({ status: 503, json: { message: 'Not now' } }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const failure = page.locator('.toast.error:not(.leaving)')
  await expect(failure).toHaveText('Failed to delete article: Not now')
  await expect(page.getByRole('heading', { name: 'Root growth' })).toBeVisible()
  await page.getByRole('link', { name: 'Submit Research' }).click()
  await expect(page).toHaveURL(WIZARD)
  await expect(failure).toHaveCount(0, { timeout: 1000 })
})

test('the last article of a page takes the page with it', async ({ page, journal }) => {
  const { user } = await signIn(page, journal)
  await someArticles(journal.database, 10, { submitter: user, state: 'pending', contributors: [], manuscripts: [] })
  await page.goto('/dashboard?page=2')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(9)
})

test('the side menu stays in view, and scrolls by itself where the window is low', async ({ page, journal }) => {
  const { user } = await signIn(page, journal)
  await someArticles(journal.database, 9, { submitter: user, contributors: [], manuscripts: [] })
  for (const height of [800, 260]) {
    await page.setViewportSize({ width: 1280, height })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(9)
    const scrolled = await page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight)
      return window.scrollY
    })
    expect(scrolled).toBeGreaterThan(100)
    await expect(page.getByRole('link', { name: 'Submit Research' })).toBeInViewport()
    const support = page.locator('.side-menu .support a')
    await support.scrollIntoViewIfNeeded()
    await expect(support).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  }
})

test('a long title has the whole width of its card', async ({ page, journal }) => {
  const { user } = await signIn(page, journal)
  const title =
    'Virus-induced gene silencing and virus-induced flowering in strawberry using apple latent spherical virus vectors'
  await anArticle(journal.database, { submitter: user, title })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard')
    const heading = page.getByRole('heading', { name: title })
    const [text, card] = [await heading.boundingBox(), await heading.locator('xpath=ancestor::li').boundingBox()]
    expect(text!.width).toBeGreaterThan(card!.width - 2)
    const lines = await heading.evaluate(
      (element) => element.clientHeight / parseFloat(getComputedStyle(element).lineHeight),
    )
    expect(Math.round(lines)).toBeLessThanOrEqual(4)
  }
})

test('changes the profile and the password, and is told what is wrong', async ({ page, journal }) => {
  const { user } = await signIn(page, journal)
  await page.goto('/dashboard/edit-profile')
  await expect(page.getByLabel('ORCID iD')).toHaveAttribute('readonly')
  await expectNoAxeViolations(page)
  for (const [label, value, message] of [
    ['Full name', '', 'Full name is required'],
    ['Email', '', 'Email is required'],
    ['Email', 'nobody', 'Please enter a valid email address'],
    ['Username', '', 'Username is required'],
    ['Username', 'ab', 'Username must be at least 3 characters'],
    ['Phone number (optional)', 'abc', 'Please enter a valid phone number'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Save Profile' }).click()
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await page.getByLabel('Full name').fill('Rosa Gardener-Khan')
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Username').fill('rosa_gk')
  await page.getByLabel('Phone number (optional)').fill('')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Profile updated successfully!' })).toHaveCount(1)
  await expect(page.getByRole('banner')).toContainText('Rosa Gardener-Khan')

  // Unavailable features are not offered first.
  await expect(page.getByText(/The connection to ORCID is not set up/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Connect/ })).toHaveCount(0)
  await expect(page.getByText('connected through ORCID')).toHaveCount(0)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a profile that cannot be loaded says so', async ({ page, journal, trouble }) => {
  trouble.expect(/500/)
  await signIn(page, journal)
  await page.route('**/api/users/me', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard/edit-profile')
  await expect(page.getByText('Unable to load profile')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.unroute('**/api/users/me')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Save Profile' })).toBeVisible()
})
