import type { Page } from '@playwright/test'
import { API_PREFIX } from '../../src/contract/rules/site/path-roots.ts'
import { CONTENT_SLUGS } from '../../src/contract/rules/site/paths.ts'
import { WHAT_MAX } from '../../src/contract/rules/articles/notices.ts'
import { anArticle } from '../support/builders.ts'
import { times } from '../support/long.ts'
import { aFollower, followLink } from '../support/following-builders.ts'
import { anAuthorAsks, anUnconfirmed, aReport, reportLink } from '../support/request-builders.ts'
import { aNoticeDraft, callerFor } from '../support/review-builders.ts'
import routes from '../../src/web/routes.ts'
import { AUTHOR, IN_THE_STATE, payload, scriptsEverywhere } from './scripts-everywhere.ts'
import { browseTo, expect, livened, signIn, startJournal, test as base } from './support.ts'

/* Every text that the journal stores is a script, as if no validation had stopped it: none may run, at any
   URL of the site and in any spelling of it. A script that runs calls `canary`. */
const TABS = 5

/** A journal with a mail server that is away: only then is there something to say of emails that could not be sent. */
const test = base.extend({
  journal: [
    async ({}, give) => {
      const journal = await startJournal({ SMTP_URL: 'smtp://127.0.0.1:9' })
      await give(journal)
      await journal.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** The page with its data: skeletons are gone, also on a machine too slow for `networkidle` to mean that. */
async function shown(tab: Page): Promise<void> {
  await tab.waitForLoadState('networkidle')
  await expect(tab.locator('.sk, main[aria-busy=true]')).toHaveCount(0)
}

/** Every page of the site map, as a pattern of its address. */
const patterns = (given: typeof routes): string[] =>
  given.flatMap(({ path, index, children }) => [
    ...(index ? ['/'] : path === undefined ? [] : [`/${path}`]),
    ...(children ? patterns(children) : []),
  ])
const matches = (pattern: string, address: string): boolean =>
  new RegExp(`^${pattern.replace(/\*$/, '.*').replace(/:\w+/g, '[^/?#]+')}(?:[?#].*)?$`).test(address)

test('no script in a stored text runs, at any address', async ({ page, journal, trouble }) => {
  test.setTimeout(times(600_000, 3_600_000))
  trouble.expect(/status of (400|401|404)/)
  // Of the author's own manuscript, whose case is for editors alone.
  trouble.expect(/status of 403 .*\/api\/cases\//)
  // A picture or XML opened directly is shown by a page of the browser's own, whose style the policy blocks.
  trouble.expect(/\/files\/\w+\/image\)$|[Aa]pplying inline style|style-src-elem refused inline \(\)/)
  const runs: unknown[] = []
  const framework: string[] = []
  const context = page.context()
  await context.exposeFunction('canary', (which: unknown) => runs.push(which))
  context.on('request', (request) => {
    if (request.isNavigationRequest()) return
    if (/\.data\b|__manifest/.test(new URL(request.url()).pathname)) framework.push(request.url())
  })
  const {
    articles,
    categories,
    volumes,
    news,
    ownPage,
    invitation,
    author,
    admin,
    privateId,
    caseId,
    declinedId,
    acceptedId,
    links,
  } = await scriptsEverywhere(journal)
  const visited: string[] = []
  const ids = <T extends { id: string }>(rows: T[], path: (id: string) => string) => rows.map(({ id }) => path(id))

  const visit = async (addresses: string[], ready: (tab: Page) => Promise<unknown> = async () => {}) => {
    const left = [...addresses]
    visited.push(...addresses)
    const work = async () => {
      const tab = await context.newPage()
      for (let address = left.shift(); address !== undefined; address = left.shift()) {
        // A response that is not a document is downloaded, which ends the navigation.
        await tab.goto(journal.url + address).catch((error: Error) => {
          if (!/Download is starting|ERR_ABORTED/.test(error.message)) throw error
        })
        await ready(tab)
      }
      await tab.close()
    }
    await Promise.all(Array.from({ length: TABS }, work))
  }

  await test.step('pages', async () => {
    await visit(['/login?next=javascript:canary(1)'], livened)
    // The documents are the same for everyone; React reads them as well where someone is signed in.
    await signIn(page, journal, { user: author })
    await visit(
      [
        ...['/', '/categories', '/archived', '/editorial-members', '/d', '/text-editor-demo', '/unauthorized'],
        ...[`/author/${AUTHOR}`, '/keyword/canary', `/search?q=canary`, `/search?q=${encodeURIComponent(payload(0))}`],
        ...['/forgot-password', '/reset-password', '/confirm-email', '/signup', '/nowhere'],
        ...CONTENT_SLUGS.map((slug) => `/${slug}`),
        ...Array.from({ length: Math.ceil(articles.length / 6) }, (_, index) => `/blog?page=${index + 1}`),
        ...ids(articles, (id) => `/blog/${id}`),
        ...ids(articles.slice(0, 2), (id) => `/blog/${id}/status`),
        ...ids(articles.slice(0, 1), (id) => `/blog/${id}/reviews`),
        ...ids(articles.slice(0, 2), (id) => `/blog/${id}/report`),
        ...ids(articles.slice(0, 2), (id) => `/follow?article=${id}`),
        ...['/follow', '/unfollow', '/following'],
        ...ids(articles.slice(0, 2), (id) => `/blog/${id}/v/1`),
        ...ids(articles.slice(0, 2), (id) => `/blog/${id}/compare/1/1`),
        ...['/publication-fee/versions', '/publication-fee/versions/1', '/publication-fee?on=2020-01-01'],
        ...['', '/versions', '/versions/1'].map((part) => `/pages/${ownPage}${part}`),
        ...['/notices', '/notice', '/news', ...news.map((slug) => `/news/${slug}`)],
        // Their names have been seen in the lists already.
        ...ids(categories.slice(0, 12), (id) => `/category/${id}`),
        ...ids(volumes.slice(12, 24), (id) => `/volume/${id}`),
      ],
      livened,
    )
    await context.setStorageState({ cookies: [], origins: [] })
  })

  await test.step('other spellings, framework addresses, and what an address itself brings along', () => {
    const [article, category] = [`/blog/${articles[0]!.id}`, `/category/${categories[0]!.id}`]
    const script = encodeURIComponent('<script>canary(0)</script>')
    return visit([
      ...['/', '/_root', '/_', '/blog', '/categories', '/archived', '/editorial-members', article, category].flatMap(
        (path) => [
          ...['.data', '.data?_routes=root', '.data/', '%2Edata', '.d%61ta', '.DATA', '/_.data'].map(
            (end) => path + end,
          ),
          ...[`${path}?_data=root`, `${path}?_routes=root`, `${path}?index`, `${path}/`, `/${path}.data`],
        ],
      ),
      ...articles.slice(0, times(8, 40)).map(({ id }) => `/blog/${id}.data`),
      ...['/__manifest', `/__manifest?paths=${article}&version=x`, article.toUpperCase(), `/${script}`],
      ...[`/blog/${script}`, `/category/${script}?page=${script}`, `/login?next=${script}`, `/blog?page=${script}`],
      ...[`/confirm-email#${script}`, `/reset-password#${script}`, `/signup?email=${script}`, `/files/x/${script}`],
    ])
  })

  await test.step('what programs read', () =>
    visit([
      ...['/feed.atom', '/news/feed.atom', '/sitemap.xml', '/robots.txt', '/site.webmanifest', `${API_PREFIX}/docs`],
      ...['openapi.json', 'posts/published?limit=100', 'categories', 'volumes/with-counts', 'editorial-members'].map(
        (path) => `${API_PREFIX}/${path}`,
      ),
      ...ids(articles, (id) => `${API_PREFIX}/posts/details/${id}`),
      ...articles
        .slice(0, times(8, 20))
        .flatMap(({ id, image_file_id }) => [`/blog/${id}.bib`, `/files/${image_file_id}/image`]),
    ]))

  await test.step('pages that a link brings', async () => {
    await browseTo(page, '/')
    for (const name of ['Current Articles', 'Categories', 'Archives', 'About', 'Editorial Members']) {
      await page.getByRole('banner').getByRole('link', { name, exact: true }).first().click()
      await page.waitForLoadState('networkidle')
    }
    for (const list of ['/blog', '/blog?page=4', '/categories', '/archived']) {
      await browseTo(page, list)
      const links = page.getByRole('main').locator('a[href^="/blog/"], a[href^="/category/"], a[href^="/volume/"]')
      await links.first().click()
      await page.waitForLoadState('networkidle')
    }
  })

  await test.step('the pages of reviewers and of named authors', () => visit(links, shown))

  await test.step("an author's own pages", async () => {
    await signIn(page, journal, { user: author })
    await visit(
      [
        ...['/dashboard', '/dashboard?page=2', '/dashboard/add-submission'],
        ...[`/dashboard/edit-profile?orcid=${encodeURIComponent(payload(0))}`, `/blog/${privateId}`, '/dashboard.data'],
        `/desk/invitations/${invitation}`,
        ...['/dashboard/edit-profile', `/dashboard/articles/${caseId}`, `/dashboard/articles/${declinedId}`],
        ...['', '/decide', '/invite'].map((part) => `/cases/${caseId}${part}`),
        `/dashboard/cases/${caseId}`,
        ...['/dashboard/security', '/dashboard/your-data'],
      ],
      shown,
    )
    await page.goto('/dashboard/security')
    // Once as the name of a passkey, and once as that of a device.
    await expect(page.getByRole('listitem').filter({ hasText: 'canary(5)' })).toHaveCount(2)
  })

  await test.step('what is asked about a published article, by its author and by a reader', async () => {
    const own = await anArticle(journal.database, { title: payload(0), submitter: author })
    const words = payload(0)
    const passages = [{ passage: words, wording: `${words} too` }]
    const request = await anAuthorAsks(journal.database, author, own.id, { text: words, passages })
    const report = await anUnconfirmed(journal.database, own.id, { text: words, passage: words })
    await visit(
      [
        ...[`/dashboard/articles/${own.id}/requests`, `/dashboard/requests/${request}`],
        `/report#${await reportLink(journal, report)}`,
        `/following#${await followLink(journal.database, await aFollower(journal.database, 'reader@readers.test', own.id))}`,
      ],
      shown,
    )
  })

  await test.step("the administrators' pages", async () => {
    await signIn(page, journal, { user: admin })
    const notice = await aNoticeDraft(
      journal.database,
      callerFor(admin),
      articles[0]!.id,
      payload(0).slice(0, WHAT_MAX),
    )
    const said = { name: payload(0), text: payload(0), passage: payload(0) }
    const request = await aReport(journal.database, articles[0]!.id, said)
    await visit(
      [
        ...['', '/reach'].map((part) => `/admin/notices/${notice}${part}`),
        `/admin/requests/${request}`,
        `/admin/articles/${articles[0]!.id}/edit?request=${request}`,
        ...[
          'categories',
          'volumes',
          ...['editorial-members', 'editorial-members/board', 'news', 'news/new'],
          'users',
          'activity',
          'activity?show=emails',
          'edit-profile',
          ...[
            'figures',
            'reviewers',
            'usage',
            ...[
              'settings',
              'settings/review',
              'settings/history',
              'settings/texts',
              'settings/texts/page/about',
              'settings/pages',
            ],
            'users/roles',
            'fees',
            `volumes/${volumes[12]!.id}`,
            'readiness',
            'readiness/deposits',
            'readiness/references',
            'listings',
          ],
          ...['security', 'your-data', 'state'],
          ...[`articles/${articles[0]!.id}/edit`, `articles/${articles[1]!.id}/edit`],
        ].map((part) => `/admin/${part}`),
        ...['', '/decide', '/invite'].map((part) => `/cases/${caseId}${part}`),
        ...['/desk', '/desk/figures', '/desk/fees', '/desk/manuscripts', '/desk/settings', '/desk/production'],
        ...[`/desk/production/${acceptedId}`, '/desk/volumes', `/desk/volumes/${volumes[12]!.id}`],
        ...[`/cases/${declinedId}`, `/cases/guide`, `/admin/cases/${caseId}/decide`],
        '/admin',
        ...[1, 2, 3, 4, 5, 6].map((number) => `/admin/listings?page=${number}`),
        `/admin/listings?q=${encodeURIComponent(payload(0))}`,
        '/admin.data',
      ],
      shown,
    )
    await page.goto('/admin/state')
    await shown(page)
    const state = await page.getByRole('main').innerText()
    expect(IN_THE_STATE.filter((words) => !state.includes(words))).toEqual([])
  })

  await test.step('what administrators open', () =>
    visit(
      ['', '/listings', '/users', '/categories', '/volumes', '/editorial-members', '/activity', '/security'].map(
        (part) => `/admin${part}`,
      ),
      async (tab) => {
        await shown(tab)
        // Some are for phones alone, and some have nothing to do.
        const openers = tab
          .getByRole('main')
          .locator('button:not([disabled], [aria-disabled="true"]), summary')
          .filter({ visible: true })
        await openers.first().waitFor()
        const count = Math.min(times(5, 12), await openers.count())
        // A button may take itself away, as that of a notice does.
        for (let index = 0; index < Math.min(count, await openers.count()); index++) {
          await openers
            .nth(index)
            .click({ timeout: 5_000 })
            .catch(async (error: Error) => {
              if ((await openers.count()) > index) throw error
            })
          await tab.waitForTimeout(150)
          for (let time = 0; time < 3 && (await tab.getByRole('dialog').count()); time++) {
            await tab.keyboard.press('Escape')
            await tab.waitForTimeout(50)
          }
        }
      },
    ))

  const left = patterns(routes).filter((pattern) => !visited.some((address) => matches(pattern, address)))
  expect(left, 'pages of the site map that were not opened').toEqual([])
  expect(framework, 'data addresses that the site asked for').toEqual([])
  expect(runs, 'scripts that ran').toEqual([])
  // The canary works when a script does run, so the check above would have counted it.
  await page.evaluate(() => (globalThis as unknown as { canary(which: string): void }).canary('control'))
  expect(runs).toEqual(['control'])
})

test('only the site’s own scripts are served as scripts', async ({ journal, request }) => {
  const { articles } = await scriptsEverywhere(journal)
  const { id, image_file_id } = articles[0]!
  for (const path of [
    ...[
      '/',
      `/blog/${id}`,
      `/blog/${id}.data`,
      `/blog/${id}.bib`,
      `/blog/${id}.ris`,
      `/blog/${id}.csl.json`,
      `/blog/${id}.xml`,
      '/feed.atom',
      '/sitemap.xml',
    ],
    ...['/api/docs', '/api/openapi.json', '/api/posts/published', `/files/${image_file_id}/image`, '/nothing'],
  ]) {
    const answer = await request.get(journal.url + path)
    const { 'content-type': type = '', 'x-content-type-options': sniffing } = answer.headers()
    expect(sniffing, path).toBe('nosniff')
    expect(type, path).not.toMatch(/script/)
    expect(answer.status(), path).toBe(/\.data$|nothing/.test(path) ? 404 : 200)
    if (/^text\/html/.test(type)) expect(await answer.text(), path).not.toContain('nonce')
  }
})
