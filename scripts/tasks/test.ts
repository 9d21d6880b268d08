import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findPostgres, POSTGRES_LEFT_OUT } from '../../tests/support/postgres-server.ts'
import { FIRST_JOURNEYS, type Tier } from '../../tests/tiers.ts'
import { findBrowser } from './find-browser.ts'
import { buildIfNeeded, root } from './site-build.ts'

// npm test                    the first of the two tiers (tests/tiers.ts)
// npm run test:all            both;  -- --rest: what the second has besides
// npm test -- --unit          without the browser;  --journeys: the browser alone
// npm test -- slug session    the test files of both tiers whose path holds one of these words
const args = process.argv.slice(2)
const half = args.includes('--unit') ? 'unit' : args.includes('--journeys') ? 'journeys' : 'both'
const words = args.filter((arg) => !['--unit', '--journeys', '--all', '--rest'].includes(arg))
const names = words.filter((word) => !word.startsWith('-'))
const tier: Tier = args.includes('--rest') ? 'rest' : args.includes('--all') || names.length ? 'all' : 'first'
process.env.TEST_TIER = tier

interface Counts {
  passed: number
  failed: number
  skipped: number
}

// Tests start a hundred or more processes of the journal: a compile cache speeds them up.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')

const reports = mkdtempSync(join(tmpdir(), 'journal-test-reports-'))
const say = (line = '') => process.stdout.write(`${line}\n`)

const counts: Counts[] = []
interface Said {
  test: string
  reason: string
}
const failures: Said[] = []
/** What failed at first and passed when it was tried again, as continuous integration does once. */
const flaky: Said[] = []
try {
  if (half !== 'journeys') counts.push(runUnits())
  if (half !== 'unit') counts.push(await runJourneys())
} finally {
  rmSync(reports, { recursive: true, force: true })
}

const sum = (key: keyof Counts) => counts.reduce((total, count) => total + count[key], 0)
const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
say()
// Once more at the end: a long output is often kept by its last lines only.
for (const [words, those] of [
  ['What is flaky, and passed only when it was tried again:', flaky],
  ['What failed:', failures],
] as const) {
  if (those.length) say(`${words}\n`)
  for (const { test, reason } of those) say(`  ${test}\n${firstLines(reason)}\n`)
}
if (half !== 'journeys') {
  if (!findPostgres()) say(POSTGRES_LEFT_OUT)
  else if (!names.length) say('The data was tested on SQLite and on PostgreSQL.')
}
if (passed + failed === 0) say('No test ran.')
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
say(
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}${flaky.length ? `, ${flaky.length} flaky` : ''}`,
)

/** Contract, server and data: vitest. */
function runUnits(): Counts {
  const report = join(reports, 'vitest.json')
  const ended = run(
    ['node_modules/vitest/vitest.mjs', 'run'],
    ['--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...words],
  )
  interface Report {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: {
      name: string
      status: string
      message: string
      assertionResults: { fullName: string; status: string; failureMessages: string[]; meta: { retries?: number } }[]
    }[]
  }
  const read = readReport<Report>(report)
  if (!read) return settle({ passed: 0, failed: 0, skipped: 0 }, ended)
  // A file that cannot even be loaded has no failed test of its own, and counts as a failure.
  const broken = read.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  )
  for (const { name, assertionResults } of read.testResults)
    for (const { fullName, status, failureMessages, meta } of assertionResults) {
      const said = { test: `${relative(root, name)}: ${fullName}`, reason: failureMessages.join('\n') }
      if (status === 'failed') failures.push(said)
      else if (status === 'passed' && meta.retries) flaky.push(said)
    }
  for (const { name, message } of broken) failures.push({ test: relative(root, name), reason: message })
  if (!ended && read.numFailedTests + broken.length === 0) {
    // Vitest prints it where it happens, and has it in no report.
    const reason =
      'An error outside of the tests, or after them: search what is above for "error during" or "Unhandled".'
    failures.push({ test: 'the run itself', reason })
  }
  return settle(
    {
      passed: read.numPassedTests,
      failed: read.numFailedTests + broken.length,
      skipped: read.numPendingTests + read.numTodoTests,
    },
    ended,
  )
}

/** Stories in a browser: Playwright. */
async function runJourneys(): Promise<Counts> {
  const none: Counts = { passed: 0, failed: 0, skipped: 0 }
  const files = globSync('tests/journeys/*.spec.ts', { cwd: root }).filter((file) => {
    if (names.length) return names.some((name) => basename(file).includes(basename(name)))
    const isFirst = FIRST_JOURNEYS.includes(basename(file, '.spec.ts'))
    return tier === 'all' || isFirst === (tier === 'first')
  })
  if (!files.length) return none
  try {
    process.env.CHROMIUM_PATH = await findBrowser()
    buildIfNeeded()
  } catch (error) {
    say((error as Error).message)
    return { ...none, failed: 1 }
  }
  const report = join(reports, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  say()
  const options = words.filter((word) => word.startsWith('-'))
  const ended = run(['node_modules/@playwright/test/cli.js', 'test'], ['--reporter=list,json', ...files, ...options])
  interface Suite {
    suites?: Suite[]
    specs: {
      file: string
      title: string
      tests: { status: string; results: { error?: { message?: string } }[] }[]
    }[]
  }
  interface Report {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: Suite[]
  }
  const read = readReport<Report>(report)
  if (!read) return settle(none, ended)
  const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)]
  for (const { file, title, tests } of read.suites.flatMap(specsOf))
    for (const { status, results } of tests) {
      const said = { test: `${file}: ${title}`, reason: results.findLast(({ error }) => error)?.error?.message ?? '' }
      if (status === 'unexpected') failures.push(said)
      else if (status === 'flaky') flaky.push(said)
    }
  const { stats } = read
  return settle({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }, ended)
}

function run([program, ...command]: [string, ...string[]], options: string[]): boolean {
  const done = spawnSync(process.execPath, [join(root, program), ...command, ...options], {
    cwd: root,
    stdio: 'inherit',
  })
  return done.status === 0
}

/** A run that ended badly without a failed test (a crash, say) is a failure as well. */
function settle(count: Counts, endedWell: boolean): Counts {
  return endedWell || count.failed > 0 ? count : { ...count, failed: 1 }
}

function firstLines(reason: string): string {
  const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, 12)
  return lines.map((line) => `    ${line.slice(0, 300)}`).join('\n')
}

function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}
