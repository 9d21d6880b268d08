import type { Page, Request } from '@playwright/test'
import { aCategory, anArticle, aVolume } from '../support/builders.ts'
import { expect, livened, signIn, test } from './support.ts'
import { addAuthor, fillDetails, fillTitle, isReceived, next, uploadFiles, WIZARD } from './wizard.ts'

test.beforeEach(({ journal }) => journal.clear())

/** The API call that a page makes during an action. */
async function callOf(page: Page, path: string, act: () => Promise<unknown>): Promise<Request> {
  const call = page.waitForRequest((request) => new URL(request.url()).pathname === `/api${path}`)
  await act()
  return call
}

const query = (request: Request) => Object.fromEntries(new URL(request.url()).searchParams)

test('every paged list asks for as much as it shows', async ({ page, journal }) => {
  const category = await aCategory(journal.database, { name: 'Ecology' })
  const volume = await aVolume(journal.database, { title: 'Volume 7' })
  const { user } = await signIn(page, journal, { role: 'admin' })
  for (let count = 0; count < 11; count++) await anArticle(journal.database, { category, volume, submitter: user })

  await page.goto('/about')
  await livened(page)
  const follow = (name: string) => page.getByRole('link', { name }).first().click()
  const published = await callOf(page, '/posts/published', () => follow('Current Articles'))
  expect(query(published)).toEqual({ page: '1', limit: '6' })
  const second = await callOf(page, '/posts/published', () => page.getByRole('link', { name: 'Page 2' }).click())
  expect(query(second)).toEqual({ page: '2', limit: '6' })
  const inCategory = await callOf(page, `/posts/category/${category.id}/published`, () => follow('Ecology'))
  expect(query(inCategory)).toEqual({ page: '1', limit: '10' })
  const latest = await callOf(page, '/posts/published', () => follow('Home'))
  expect(query(latest)).toMatchObject({ limit: '4' })
  await follow('Archives')
  const inVolume = await callOf(page, `/posts/volume/${volume.id}`, () => follow('Volume 7'))
  expect(query(inVolume)).toEqual({ page: '1', limit: '10' })
  const mine = await callOf(page, '/posts/my-posts', () => page.goto('/dashboard'))
  expect(query(mine)).toEqual({ page: '1', limit: '9' })
  const all = await callOf(page, '/posts/all', () => page.goto('/admin/listings?page=2'))
  expect(query(all)).toMatchObject({ page: '2', limit: '10' })
})

test('a submission says all that the call lists, and the server decides what is its own', async ({ page, journal }) => {
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
  await signIn(page, journal)
  await page.goto(WIZARD)
  await fillTitle(page)
  await fillDetails(page)
  await uploadFiles(page)
  await addAuthor(page, ['Ayesha Malik', 'Corresponding Author', '0000-0002-1825-0097'])
  await addAuthor(page, ['Bruno Kovář', 'Author'])
  await next(page)
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  const call = await callOf(page, '/posts', () => page.getByRole('button', { name: 'Submit', exact: true }).click())
  expect(call.postDataJSON()).toMatchObject({
    title: 'Seed rain under <i>Prosopis juliflora</i>',
    slug: 'seed-rain-under-prosopis-juliflora',
    keywords: 'seed rain, Prosopis, drylands, dispersal, Thar',
    isArchive: false,
    contributors: [
      { fullName: 'Ayesha Malik', profileUrl: 'https://orcid.org/0000-0002-1825-0097' },
      { fullName: 'Bruno Kovář', profileUrl: null },
    ],
    imageUrl: null,
  })
  expect((await call.response())!.status()).toBe(201)
  await isReceived(page)
})
