import type { Locator, Page } from '@playwright/test'
import { aCategory, anArticle } from '../support/builders.ts'
import { expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'
import { step, WIZARD } from './wizard.ts'

test.beforeEach(({ journal }) => journal.clear())

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const heard = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words })).not.toHaveCount(0)
const people = (page: Page) => page.getByRole('list', { name: 'Authors, in the order of the paper' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

/** The fourth step, with a draft that this device holds already. */
async function toAuthors(page: Page, journal: RunningJournal, draft: object = {}) {
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
  const { user } = await signIn(page, journal)
  await page.goto('/about')
  const kept = JSON.stringify({ title: 'Seed rain', step: 3, ...draft })
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [`journal:draft:${user.id}`, kept])
  await page.goto(WIZARD)
  await step(page, 4, 'Authors')
}

async function add(page: Page) {
  await page.getByRole('button', { name: 'Add Author', exact: true }).click()
  return dialog(page, 'Add Author')
}

const PERADENIYA = {
  institution: 'University of Peradeniya',
  department: null,
  city: 'Kandy',
  country: 'Sri Lanka',
  ror: 'https://ror.org/03yrm5c26',
  line: 'University of Peradeniya, Kandy, Sri Lanka',
}
const GARDENS = {
  ...PERADENIYA,
  institution: 'Royal Botanic Gardens',
  city: 'Peradeniya',
  ror: null,
  line: 'Royal Botanic Gardens, Peradeniya, Sri Lanka',
}
const BRNO = {
  ...PERADENIYA,
  institution: 'Brno Herbarium',
  city: 'Brno',
  country: null,
  ror: null,
  line: 'Brno Herbarium, Brno',
}

/** Answers questions for affiliations by hand, in any order. */
async function questions(page: Page) {
  const asked = new Map<string, (answer: { json?: unknown; status?: number } | 'none') => Promise<void>>()
  await page.route('**/api/affiliations?*', (route) => {
    asked.set(new URL(route.request().url()).searchParams.get('q')!, (answer) =>
      answer === 'none' ? route.abort() : route.fulfill(answer),
    )
  })
  const answer = async (q: string, with_: { json?: unknown; status?: number } | 'none') => {
    await expect.poll(() => asked.has(q)).toBe(true)
    await asked.get(q)!(with_)
  }
  return { asked, answer }
}

test('an author with the family name first and two affiliations is added by keyboard', async ({ page, journal }) => {
  await toAuthors(page, journal)
  await anArticle(journal.database, { contributors: [{ affiliations: [PERADENIYA, GARDENS] }] })
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`the keyboard never reached ${target}`)
  }
  await tabTo(page.getByRole('button', { name: 'Add Author', exact: true }))
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Add Author')
  await tabTo(form.getByLabel('Full name'))
  await page.keyboard.type('Nguyễn')
  // One word is one name.
  await expect(form.getByLabel('Family name')).toHaveCount(0)
  await page.keyboard.type(' Thị Hòa')
  await expect(form.getByText('Cited as Hòa NT')).toBeVisible()
  await tabTo(form.getByLabel('Family name'))
  await page.keyboard.type('Nguyễn')
  await expect(form.getByText('Given names: Thị Hòa')).toBeVisible()
  await expect(form.getByLabel('Family name')).toHaveAccessibleDescription(/Cited as Nguyễn TH/)
  await tabTo(form.getByLabel('Email'))
  await page.keyboard.type('hoa@plants.test')

  await tabTo(form.getByLabel('Affiliation'))
  await page.keyboard.type('perad')
  await expect(options(page)).toHaveCount(2)
  await heard(page, '2 suggestions')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(options(page).and(page.locator('[aria-selected=true]'))).toHaveText(
    'University of PeradeniyaKandy, Sri Lanka',
  )
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Affiliation')).toHaveValue('University of Peradeniya')
  await heard(page, 'Chosen: University of Peradeniya Kandy, Sri Lanka')
  await expect(form.getByText('Shown as: University of Peradeniya, Kandy, Sri Lanka · ROR')).toBeVisible()
  await tabTo(form.getByRole('button', { name: 'Edit Details' }))
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Department')).toBeFocused()
  await page.keyboard.type('Department of Botany')
  await expect(form.getByLabel('ROR ID')).toHaveValue(PERADENIYA.ror)
  await tabTo(form.getByRole('button', { name: 'Add Another Affiliation' }))
  await page.keyboard.press('Enter')
  await expect(form.getByRole('combobox', { name: 'Affiliation 2' })).toBeFocused()
  await page.keyboard.type('Herbarium of Hanoi')
  await expectNoAxeViolations(page)
  await tabTo(form.getByLabel('Role'))
  await page.keyboard.type('Author')
  await tabTo(form.getByRole('button', { name: 'Add Author' }))
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)

  await expect(people(page)).toContainText(
    'Department of Botany, University of Peradeniya, Kandy, Sri Lanka; Herbarium of Hanoi · hoa@plants.test',
  )
  await page.reload()
  await page.getByRole('button', { name: 'Edit Nguyễn Thị Hòa' }).click()
  await expect(dialog(page, 'Edit Author').getByText('Cited as Nguyễn TH')).toBeVisible()
})

test('a chosen family name follows the full name, and never contradicts it', async ({ page, journal }) => {
  await toAuthors(page, journal)
  const form = await add(page)
  const fullName = form.getByLabel('Full name')
  await fullName.fill('Nguyen Thị Hòa')
  await form.getByLabel('Family name').selectOption('Nguyen')
  await fullName.press('Home')
  for (let letter = 0; letter < 4; letter++) await fullName.press('ArrowRight')
  await fullName.press('Delete')
  await fullName.pressSequentially('ễ')
  await expect(form.getByText('Cited as Nguyễn TH')).toBeVisible()
  // Another name is split like any other.
  await fullName.selectText()
  await fullName.pressSequentially('Ayesha Malik')
  await expect(form.getByText('Cited as Malik A')).toBeVisible()
  await form.getByLabel('Family name').selectOption('Ayesha Malik (a single name)')
  await expect(form.getByText('Cited as Ayesha Malik')).toBeVisible()
  await expect(form.getByText('Given names')).toHaveCount(0)
})

test('a group has no family name and no iD, and a person has theirs again', async ({ page, journal }) => {
  await toAuthors(page, journal)
  const form = await add(page)
  await form.getByLabel('Full name').fill('Flora of the Thar Working Group')
  await form.getByRole('checkbox', { name: 'This is a group or organisation' }).check()
  await expect(form.getByLabel('Family name')).toHaveCount(0)
  await expect(form.getByLabel('ORCID iD (optional)')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await form.getByLabel('Email').fill('flora@plants.test')
  await form.getByLabel('Affiliation').fill('Multan')
  await form.getByLabel('Role').selectOption('Author')
  await form.getByRole('button', { name: 'Add Author' }).click()
  await expect(people(page)).toContainText('Flora of the Thar Working GroupAuthor (group)')
  await page.getByRole('button', { name: 'Edit Flora of the Thar Working Group' }).click()
  const edit = dialog(page, 'Edit Author')
  await edit.getByRole('checkbox').uncheck()
  await expect(edit.getByText('Cited as Group FO')).toBeVisible()
})

test('suggestions come late, in any order or not at all, and what was typed stays', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/500|ERR_|Failed to load/)
  await toAuthors(page, journal)
  const { asked, answer } = await questions(page)
  const form = await add(page)
  const affiliation = form.getByLabel('Affiliation')
  await affiliation.pressSequentially('br')
  await expect.poll(() => asked.has('br')).toBe(true)
  await affiliation.pressSequentially('no')
  // The later question is answered first.
  await answer('brno', { json: [BRNO] })
  await expect(options(page)).toHaveText(['Brno HerbariumBrno'])
  await answer('br', { json: [PERADENIYA, BRNO] })
  await expect(options(page)).toHaveText(['Brno HerbariumBrno'])
  // Escape closes the suggestions alone.
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(affiliation).toHaveValue('brno')
  // Enter with nothing chosen is the form's.
  await affiliation.pressSequentially(' h')
  await answer('brno h', { json: [BRNO] })
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(form.getByText('Full name is required')).toBeVisible()
  await expect(form.getByLabel('Full name')).toBeFocused()
  await expect(options(page)).toHaveCount(0)

  await affiliation.press('End')
  await affiliation.pressSequentially('e')
  await answer('brno he', { status: 500, json: { message: 'Something went wrong' } })
  await affiliation.pressSequentially('r')
  await answer('brno her', 'none')
  await affiliation.pressSequentially('b')
  await expect.poll(() => asked.has('brno herb')).toBe(true)
  await form.getByLabel('Email').focus()
  await answer('brno herb', { json: [BRNO] })
  await expect(affiliation).toHaveValue('brno herb')
  await expect(options(page)).toHaveCount(0)
  await expect(page.locator('.toast')).toHaveCount(0)
  // An arrow asks again, and a press chooses.
  asked.delete('brno herb')
  await affiliation.press('ArrowDown')
  await answer('brno herb', { json: [PERADENIYA, BRNO] })
  await options(page).filter({ hasText: 'Peradeniya' }).click()
  await expect(affiliation).toHaveValue('University of Peradeniya')
  await expect(affiliation).toBeFocused()
  await expect(options(page)).toHaveCount(0)
})

test.describe('what is typed of an author', () => {
  test('is there after a reload', async ({ page, journal }) => {
    await toAuthors(page, journal)
    const form = await add(page)
    await form.getByLabel('Full name').fill('Nguyễn Thị Hòa')
    await form.getByLabel('Family name').selectOption('Nguyễn')
    await form.getByLabel('Affiliation').fill('Hanoi')
    await page.reload()
    await expect(form.getByLabel('Full name')).toHaveValue('Nguyễn Thị Hòa')
    await expect(form.getByText('Cited as Nguyễn TH')).toBeVisible()
    await expect(form.getByLabel('Affiliation')).toHaveValue('Hanoi')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('No authors yet')).toBeVisible()
    await expect(form).toHaveCount(0)
  })

  test('is there from before names and affiliations had parts', async ({ page, journal }) => {
    const kept = { key: 'one', email: 'ayesha@plants.test', orcidId: '', role: 'Author' }
    const contributors = [{ ...kept, fullName: 'Ayesha Malik', affiliation: 'Department of Botany, Multan; Brno' }]
    await toAuthors(page, journal, { contributors })
    await expect(people(page)).toContainText('Department of Botany, Multan; Brno · ayesha@plants.test')
    await page.getByRole('button', { name: 'Edit Ayesha Malik' }).click()
    const form = dialog(page, 'Edit Author')
    await expect(form.getByText('Cited as Malik A')).toBeVisible()
    await expect(form.getByRole('combobox', { name: 'Affiliation 1' })).toHaveValue('Department of Botany, Multan')
    await form.getByRole('button', { name: 'Remove affiliation 1' }).click()
    await expect(form.getByLabel('Affiliation')).toHaveValue('Brno')
    await expect(form.getByLabel('Affiliation')).toBeFocused()
    await form.getByRole('button', { name: 'Save Author' }).click()
    await expect(people(page)).toContainText('Brno · ayesha@plants.test')
  })
})

test('details are opened for what is wrong in them', async ({ page, journal }) => {
  await toAuthors(page, journal)
  const form = await add(page)
  await form.getByLabel('Full name').fill('Ayesha Malik')
  await form.getByLabel('Email').fill('ayesha@plants.test')
  await form.getByLabel('Role').selectOption('Author')
  await form.getByRole('button', { name: 'Add Details' }).click()
  await form.getByLabel('City').fill('Multan')
  await form.getByLabel('ROR ID').fill('03yrm5c27')
  await form.getByRole('button', { name: 'Hide Details' }).click()
  await form.getByRole('button', { name: 'Add Author' }).click()
  await expect(form.getByText('Institution is required')).toBeVisible()
  await expect(form.getByText(/^Invalid ROR ID/)).toBeVisible()
  await expect(form.getByLabel('Affiliation')).toBeFocused()
  await expectNoAxeViolations(page)
  await form.getByLabel('Affiliation').fill('Botanical Garden')
  await form.getByLabel('ROR ID').fill('03yrm5c26')
  await form.getByRole('button', { name: 'Add Author' }).click()
  await expect(people(page)).toContainText('Botanical Garden, Multan · ayesha@plants.test')
})

test('an editor corrects an affiliation, and readers see it once, with its number and ROR', async ({
  page,
  journal,
}) => {
  const botany = { institution: 'University of Peradeniya', department: 'Department of Botany', city: 'Kandy' }
  const article = await anArticle(journal.database, {
    title: 'Roots of wheat',
    contributors: [
      { role: 'Corresponding Author', full_name: 'Nguyễn Thị Hòa', affiliations: [botany, BRNO] },
      { full_name: 'Bruno Kovář', affiliations: [PERADENIYA] },
      {
        full_name: 'Flora of the Thar Working Group of the Society',
        family_name: null,
        given_names: null,
        is_group: 1,
        affiliations: [BRNO],
      },
    ],
  })
  await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto('/admin/listings')
  await page.getByRole('button', { name: 'Roots of wheat', exact: true }).click()
  const details = dialog(page, 'Article details')
  await expect(details.locator('.people li').last()).toContainText('Author (group)')
  await details.getByRole('button', { name: 'Edit Nguyễn Thị Hòa' }).click()
  const form = dialog(page, 'Edit Author')
  await expect(form.getByRole('combobox', { name: 'Affiliation' })).toHaveCount(2)
  await form.getByRole('button', { name: 'Edit details of affiliation 1' }).click()
  await form.getByLabel('Country').fill('Sri Lanka')
  await form.getByLabel('Department').clear()
  await form.getByLabel('ROR ID').fill('03yrm5c26')
  await form.getByLabel('Family name').selectOption('Nguyễn')
  await form.getByRole('button', { name: 'Save Author' }).click()
  await heard(page, 'Author updated successfully')

  await page.goto(`/blog/${article.id}`)
  await expect(page.locator('p.authors')).toHaveText(
    'Nguyễn Thị Hòa1,2, Bruno Kovář1 and Flora of the Thar Working Group of the Society2',
  )
  await expect(page.locator('ol.affil li')).toHaveText([
    /^1 University of Peradeniya, Kandy, Sri Lanka/,
    '2 Brno Herbarium, Brno',
  ])
  await expect(page.getByRole('link', { name: 'ROR record of University of Peradeniya' })).toHaveAttribute(
    'href',
    'https://ror.org/03yrm5c26',
  )
  await expect(page.locator('.cite')).toContainText(
    'Nguyễn TH, Kovář B, Flora of the Thar Working Group of the Society.',
  )
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/activity?about=article')
  await page.getByText('Details of this entry').first().click()
  const changed = (field: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field, exact: true }) })
  await expect(changed('Family name').getByRole('cell')).toHaveText(['Hòa', 'Nguyễn'])
  await expect(changed('Affiliations').getByRole('cell')).toHaveText([
    'Department of Botany, University of Peradeniya, Kandy; Brno Herbarium, Brno',
    'University of Peradeniya, Kandy, Sri Lanka (https://ror.org/03yrm5c26); Brno Herbarium, Brno',
  ])
  await expect(changed('Affiliation')).toHaveCount(0)
})

test('a correction says in words what changes of an author', async ({ page, journal }) => {
  const article = await anArticle(journal.database, {
    title: 'Roots of wheat',
    page_num: '12-30',
    contributors: [
      { full_name: 'Nguyễn Thị Hòa', email: 'hoa@plants.test', affiliations: [{ institution: 'Hanoi' }] },
      { full_name: 'Bruno Kovář', affiliations: [BRNO] },
    ],
  })
  await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto(`/admin/articles/${article.id}/edit`)
  await page.getByRole('button', { name: 'Edit Nguyễn Thị Hòa' }).click()
  const form = dialog(page, 'Edit Author')
  // Opened and saved as it is, nobody is changed.
  await form.getByRole('button', { name: 'Save Author' }).click()
  await expect(page.getByText('No changes yet')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Nguyễn Thị Hòa' }).click()
  await form.getByLabel('Family name').selectOption('Nguyễn')
  await form.getByRole('button', { name: 'Add Another Affiliation' }).click()
  await form.getByRole('combobox', { name: 'Affiliation 2' }).fill('Multan')
  await form.getByRole('button', { name: 'Save Author' }).click()
  await expect(page.getByText('1 field changed')).toBeVisible()
  await page.getByLabel('Reason for the changes').fill('The family name comes first.')
  await page.getByRole('button', { name: 'Review Changes' }).click()
  const changes = page.getByRole('row', { name: /^Authors/ })
  await expect(changes.first()).toContainText('Nguyễn Thị Hòa (family name Hòa)')
  await expect(changes.first()).toContainText('Nguyễn Thị Hòa (family name Nguyễn)')
  await expect(changes.nth(1)).toContainText('Multan')
  await expectNoAxeViolations(page)
  await page.getByRole('radio', { name: /^Small change/ }).check()
  await page.getByLabel('Why not a notice?').fill('Citations already have it.')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await heard(page, 'Article corrected successfully')
  await page.goto('/admin/activity?about=article')
  await page.getByText('Details of this entry').first().click()
  await expect(
    page.getByRole('cell', { name: 'Nguyễn Thị Hòa (family name Nguyễn), Author, Hanoi, Multan, hoa@plants.test' }),
  ).toBeVisible()
})
