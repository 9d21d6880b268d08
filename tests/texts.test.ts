import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths, POLICY_PAGES, policyPath } from '../src/contract/rules/site/paths.ts'
import { openTestJournal, type TestJournal } from './support/databases.ts'

const root = join(import.meta.dirname, '..')
const pages = globSync('content/*.md', { cwd: root })
const texts = [...pages, ...globSync(['content/emails/*.md', 'docs/**/*.md', '*.md'], { cwd: root })]
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Features that pages may name, and the URL that must answer for each. */
const PROMISES: [name: RegExp, address: string][] = [
  [/OAI-PMH/i, '/oai?verb=Identify'],
  [/\bRSS\b/, '/feed.rss'],
  [/JSON Feed/i, '/feed.json'],
  [/OpenSearch/i, '/opensearch.xml'],
  [/Atom/, '/feed.atom'],
  [/sitemap/i, '/sitemap.xml'],
]

describe('the about and policy pages', () => {
  let journal: TestJournal
  beforeAll(async () => {
    journal = await openTestJournal('sqlite')
  })
  afterAll(() => journal.close())

  test('promise nothing that the site does not offer', async () => {
    expect(pages).toHaveLength(POLICY_PAGES.length + 1)
    for (const page of pages) {
      for (const [name, address] of PROMISES.filter(([name]) => name.test(read(page)))) {
        const answer = await journal.app.inject(address)
        expect(answer.statusCode, `${page} names ${name.source}`).toBe(200)
      }
    }
  })

  test('link only to addresses that exist', async () => {
    const known = new Set<string>([
      ...Object.values(paths).filter((path) => typeof path === 'string'),
      ...POLICY_PAGES.map(({ slug }) => policyPath(slug)),
    ])
    for (const page of pages) {
      for (const [, address] of read(page).matchAll(/\]\((\/[^)]*)\)/g)) {
        const there = known.has(address!) || (await journal.app.inject(address!)).statusCode === 200
        expect(there, `${page} links to ${address}`).toBe(true)
      }
    }
  })
})

/** Foreign word order, and words that only their authors understand. */
const FOREIGN = [
  /\be-mails?\b/i,
  /\bmails\b/i,
  /\b(?:this|the|a) mail\b(?! (?:server|program))/i,
  /\banew\b/i,
  /\bwhoever\b/i,
  /\bhence\b/i,
  /\bdeeds?\b(?!\.en)/i,
  /\bbrought in\b|\bbrings? in\b/i,
  /\bthe house\b|\bhouse rules\b/i,
  /\bstands? (?:here|there|in the|under the|beside the)\b/i,
]

test.each(texts)('%s is written in plain English', (file) => {
  // Names of files and commands are exempt.
  const prose = read(file).replace(/`[^`]*`|\]\([^)]*\)|\{\{[^}]*\}\}/g, '')
  expect(FOREIGN.flatMap((word) => prose.match(word)?.[0] ?? [])).toEqual([])
})

/** Words that comments use only in a private sense: timestamps, rows and records have names of their own. */
const PRIVATE = [
  ...FOREIGN,
  /\bmoments\b/i,
  /\bno zod here\b/i,
  /\bdoors?\b/i,
  /\bholds the (?:row|account|user|article)\b/i,
  /\bnot there any ?more\b/i,
  /\b(?:is|are|was) (?:said|told)\b/i,
  /\bsays? (?:itself|it|so|who|what|why|how)\b/i,
  /\bspecification\b/i,
]

const sources = globSync(['src/**/*.{ts,tsx,css}', 'tests/**/*.ts', 'scripts/**/*.{ts,mjs}', '*.{ts,js}'], {
  cwd: root,
})

test('comments are written in plain English', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources
    // What a published migration says never changes.
    .filter((file) => join(root, file) !== import.meta.filename && !file.includes('/migrations/'))
    .flatMap((file) =>
      commentsOf(file).flatMap((comment) =>
        PRIVATE.flatMap((word) => comment.match(word)?.[0] ?? []).map((word) => `${file}: ${word}`),
      ),
    )
  expect(found).toEqual([])
})

/** Words that were replaced by those of the field (backups, monitoring, related articles, redacting) or by plain ones. */
const REPLACED = [
  /\b(?:make|makeDue|restore|claim|verify|open|Open|Bad)Copy\b/,
  /\bCopy(?:Job|Done)\b/,
  /\bOperating(?:Resources|Settings|Emails?)\b/,
  /\b(?:browsing|readiness|figures|state)Handlers\b/,
  /\b(?:keepUsage|StateFacts|keptAnswers?|[oO]wnDataParts?)\b/,
  /\b(?:Lookout|putOff|claimNext)/,
  /\b(?:casebar|colophon|masthead)\b/i,
  /\b(?:held|holds?) back\b/,
  /\b(?:somebody|whoever)\b/i,
  /\b(?:Sending|Saving|Adding|Searching)…/,
]

test('names and texts have the words of the field', () => {
  const found = [...sources, ...texts]
    // What a published migration says never changes.
    .filter((file) => join(root, file) !== import.meta.filename && !file.includes('/migrations/'))
    .flatMap((file) => REPLACED.flatMap((name) => read(file).match(name)?.[0] ?? []).map((name) => `${file}: ${name}`))
  expect(found).toEqual([])
})

/** The comments of a source file, each on one line. */
function commentsOf(file: string): string[] {
  const text = read(file)
  const blocks = text.match(/(?<=^|[\s{])\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//gm) ?? []
  const lines = file.endsWith('.css') ? [] : (text.match(/^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*/gm) ?? [])
  return [...blocks, ...lines].map((comment) => comment.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' '))
}
