/**
 * The fixtures of journeys: the real server with its built site, and a browser that reports errors.
 *
 *   import { anArticle } from '../support/builders.ts'
 *   import { expect, expectNoAxeViolations, signIn, test } from './support.ts'
 *
 *   test('a visitor opens an article', async ({ page, journal }) => {
 *     const article = await anArticle(journal.database, { title: 'Roots of wheat' })
 *     await page.goto(`/blog/${article.id}`)
 *     await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roots of wheat')
 *     await expectNoAxeViolations(page)
 *   })
 *
 * `journal` is one server for all tests of a worker, with its own data folder: builders write directly to
 * its database, and pages show the result at once. It starts empty; `journal.clear()` empties it again.
 * `test.use({ sampleContent: 'on' })` at the top of a file gives that file a server with the sample
 * journal. Every test fails if its pages log errors to the console, throw, or violate their
 * Content-Security-Policy, unless it declares beforehand what it expects: `trouble.expect(/404/)`.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test as base, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { STORAGE_KEYS } from '../../src/web/client/storage.ts'
import { connect, type Database } from '../../src/platform/database/connect.ts'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import type { Tables } from '../../src/platform/database/tables.ts'
import { tokenSecret } from '../../src/platform/secrets.ts'
import { AccessTokens } from '../../src/journal/accounts/sessions/access-tokens.ts'
import { diskStore } from '../../src/platform/storage/disk.ts'
import type { FileStore } from '../../src/platform/storage/store.ts'
import { presentUser } from '../../src/journal/accounts/users/queries.ts'
import { aSignedIn, type SignedIn, type UserOptions } from '../support/builders.ts'
import { useDefaultJournal } from '../support/default-journal.ts'
import { untilMidnightIsPast } from '../support/midnight.ts'
import { freePort } from '../support/postgres-server.ts'
import { folderForData } from '../support/temporary-folder.ts'
import { axeFaults } from './axe.ts'
import { asksStoppedServer, stoppedPorts, watchForTrouble } from './trouble.ts'

export { expect }

useDefaultJournal()

export const ADMINISTRATOR = { email: 'admin@plants.test', password: 'Sunflower-42' }

const LOOK_OFTEN = pathToFileURL(join(import.meta.dirname, '..', 'support', 'look-often.ts')).href

export interface RunningJournal {
  /** Without a trailing slash; `page.goto` takes paths only. */
  url: string
  dataDir: string
  database: Database
  store: FileStore
  /** Makes access tokens that the server accepts, for `aSignedIn`. */
  resources: { accessTokens: AccessTokens }
  /** Removes everything but the administrator. */
  clear(): Promise<void>
  /** What its server has printed. */
  said(): string
  stop(): Promise<void>
}

export interface Trouble {
  /** Expects trouble of this kind. */
  expect(kind: RegExp): void
}

interface WorkerFixtures {
  sampleContent: 'on' | 'off'
  journal: RunningJournal
}

export const test = base.extend<{ trouble: Trouble; oneDay: void }, WorkerFixtures>({
  sampleContent: ['off', { scope: 'worker', option: true }],

  journal: [
    async ({ sampleContent }, give) => {
      const journal = await startJournal({ SAMPLE_CONTENT: sampleContent })
      await give(journal)
      await journal.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ journal }, give) => give(journal.url),

  oneDay: [
    async ({}, give) => {
      await untilMidnightIsPast(45_000)
      await give()
    },
    { auto: true, timeout: 60_000 },
  ],

  trouble: [
    async ({ context }, give) => {
      const expected: RegExp[] = []
      const seen = await watchForTrouble(context)
      // File choosers are handled by the test instead of the screen. Registered in advance, because at the
      // time of the click or key press it can be too late.
      context.on('page', (opened) => opened.on('filechooser', () => {}))
      await give({ expect: (kind) => expected.push(kind) })
      const unexpected = seen.filter((line) => !expected.some((kind) => kind.test(line)) && !asksStoppedServer(line))
      expect(unexpected, 'trouble in the browser').toEqual([])
    },
    { auto: true },
  ],
})

/** A server of its own on a free port: what `npm start` runs, with additional settings. */
export async function startJournal(settings: Record<string, string> = {}): Promise<RunningJournal> {
  const dataDir = mkdtempSync(join(folderForData(), 'journal-journey-'))
  const port = Number(settings.PORT ?? (await freePort()))
  stoppedPorts.delete(String(port))
  const url = `http://127.0.0.1:${port}`
  const main = pathToFileURL(join(import.meta.dirname, '..', '..', 'src', 'app', 'main.ts')).href
  // It ends with the pipe to this process, however that ends.
  const program = `process.stdin.resume().on('end', () => process.exit()).unref()
    await (await import(${JSON.stringify(main)})).main()`
  const server = spawn(process.execPath, ['--import', LOOK_OFTEN, '--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      NODE_NO_WARNINGS: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      BACKUP_EVERY_HOURS: 'off',
      SAMPLE_CONTENT: 'off',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...settings,
    },
  })
  let said = ''
  let running = true
  const ended = new Promise<void>((resolve) =>
    server.once('exit', () => {
      running = false
      resolve()
    }),
  )
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  const patience = Date.now() + 45_000
  while (!(await answers(`${url}/api/health`))) {
    if (!running || Date.now() > patience) {
      server.kill('SIGKILL')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
      throw new Error(`The server did not start.\n${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const database = connect({ file: join(dataDir, 'journal.sqlite') })
  return {
    url,
    dataDir,
    database,
    store: diskStore(join(dataDir, 'files')),
    resources: { accessTokens: new AccessTokens(tokenSecret(dataDir)) },
    clear: () => clear(database),
    said: () => said,
    stop: async () => {
      stoppedPorts.add(String(port))
      await database.close()
      server.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

async function clear(database: Database): Promise<void> {
  const tables: (keyof Tables)[] = [
    ...(['published_reviews', 'review_consents'] as const),
    'letter_files',
    'report_release_files',
    'report_releases',
    'review_files',
    'review_reports',
    'review_drafts',
    'reviewer_messages',
    'review_links',
    'co_reviewers',
    'review_reminders',
    'review_assignments',
    'grievances',
    'made_pdfs',
    'proof_queries',
    'proofs',
    'decisions',
    'review_rounds',
    'case_messages',
    'case_notes',
    'case_editors',
    'review_cases',
    'reviewers',
    'erased_reviewers',
    ...(['alert_sendings', 'follows', 'name_changes', 'request_files', 'requests'] as const),
    ...(['invoice_reminders', 'payments', 'invoices', 'invoice_counters', 'fee_sides'] as const),
    ...(['waiver_list_readers', 'waiver_openings', 'waivers', 'manuscript_promises', 'bank_details'] as const),
    ...(['setting_up_marks', 'drafts', 'announcements', 'journal_pictures'] as const),
    ...(['submission_draft_files', 'submission_drafts', 'funder_words', 'funders'] as const),
    ...(['notice_files', 'notice_answers', 'notice_articles', 'notices', 'person_links'] as const),
    'replaced_files',
    'article_corrections',
    'article_tombstones',
    'deleted_article_files',
    'deleted_articles',
    'orcid_connections',
    'account_links',
    'outbox',
    'deposits',
    'article_files',
    'article_contributors',
    'article_suggested_reviewers',
    'manuscript_versions',
    'articles',
    'contributors',
    ...(['board_terms', 'board_people', 'board_groups'] as const),
    ...(['issue_articles', 'guest_editors', 'held_figures', 'held_texts', 'scheduled_articles', 'volumes'] as const),
    'files',
    ...(['duty_invitation_categories', 'duty_invitations', 'duties'] as const),
    ...(['bulk_changes', 'redirects', 'missed_addresses'] as const),
    'categories',
    'retracted_dois',
    'editorial_members',
    'editorial_members_versions',
  ]
  await database.transaction(async (tx) => {
    // Rows that the journal only adds: the rule is lifted for a moment, which no other connection sees.
    const { rows: rules } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
      where type = 'trigger' and name in ('review_reports_no_delete', 'decisions_no_delete', 'invoices_no_delete', 'bank_details_no_delete')`.execute(
      tx,
    )
    for (const { name } of rules) await sql`drop trigger ${sql.ref(name)}`.execute(tx)
    for (const table of tables) await tx.deleteFrom(table).execute()
    for (const rule of rules) await sql.raw(rule.sql).execute(tx)
    await tx.deleteFrom('users').where('email', '!=', ADMINISTRATOR.email).execute()
    await touchPublicSite(tx)
  })
}

/** Signs a user in without the form: from the next page on, the browser has their session. */
export async function signIn(
  page: Page,
  journal: RunningJournal,
  who: UserOptions | { user: SignedIn['user'] } = {},
): Promise<SignedIn> {
  const signedIn = await aSignedIn(journal, who)
  const items = {
    [STORAGE_KEYS.accessToken]: signedIn.accessToken,
    [STORAGE_KEYS.refreshToken]: signedIn.refreshToken,
    [STORAGE_KEYS.user]: JSON.stringify(presentUser(signedIn.user)),
  }
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin: journal.url, localStorage: Object.entries(items).map(([name, value]) => ({ name, value })) }],
  })
  return signedIn
}

/**
 * Waits for hydration: from then on a link's page is made in the browser. Pages that are only read come to it
 * if someone is signed in, or by `browseTo`.
 */
export const livened = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)

/** Opens a page as someone does who has come by way of the sign-in page, and brought React along. */
export async function browseTo(page: Page, path: string): Promise<void> {
  await page.goto('/login')
  await livened(page)
  await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('journal:go', { detail })), path)
  await page.waitForURL(path)
  // The announcer has moved the focus to the new page.
  await expect(page.locator('#main')).toBeFocused()
}

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules about colours, the only ones that can differ in the dark scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The current page has no accessibility violation known to axe, in light and in dark. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', { type: 'tag', values: AXE_TAGS }],
    ['dark', { type: 'rule', values: COLOUR_RULES }],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    // While one page gives way to the next there may be no heading for a moment.
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await settled(page)
    const faults = await axeFaults(page, rules)
    expect(faults, `accessibility of ${page.url()} in ${colorScheme} colours`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Colours in transition would be measured half-way. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished),
    ),
  )
