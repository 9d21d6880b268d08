import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasSection, pageFacts, pageRules } from '../../contract/rules/articles/indexing-checklist/page-rules.ts'
import { judged } from '../../contract/rules/articles/indexing-checklist/rules.ts'
import { CONTENT_SLUGS } from '../../contract/rules/site/paths.ts'
import { parseText } from '../../platform/text-file.ts'
import { renderedPage } from '../publication/pages/content-pages.ts'

const content = join(import.meta.dirname, '../../../content')
const sourceOf = (slug: string): string => readFileSync(join(content, `${slug}.md`), 'utf8')
const made = (slug: string, source = sourceOf(slug)): string =>
  renderedPage({ slug, name: slug }, parseText(source, `content/${slug}.md`, 'page')).html

const missing = (slug: string, html: string): string[] =>
  judged(pageRules(slug), pageFacts(html)).flatMap(({ id, verdict }) => (verdict === 'holds' ? [] : [id]))

describe('what indexes look for in a page', () => {
  test.each(CONTENT_SLUGS)('is all in the default %s', (slug) => {
    expect(missing(slug, made(slug))).toEqual([])
  })

  test.each(CONTENT_SLUGS)('is not in an empty %s', (slug) => {
    expect(missing(slug, '')).toEqual(pageRules(slug).map(({ id }) => id))
  })

  test('is asked once each, and of no page of the journal’s own', () => {
    for (const slug of CONTENT_SLUGS) {
      const ids = pageRules(slug).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }
    expect(CONTENT_SLUGS.filter((slug) => !pageRules(slug).length)).toEqual(['privacy-statement'])
    expect([pageRules('own-12345678'), pageRules('constructor')]).toEqual([[], []])
  })

  test.each<[slug: string, what: string | RegExp, id: string]>([
    ['about', '## Aims and scope', 'aims'],
    ['about', /\[?\{\{contact\.\w+\}\}\]?(\(mailto:\{\{contact\.\w+\}\}\))?/g, 'contact'],
    ['copyright-notice', /^.*\{\{licence\..*$/gm, 'licence'],
    ['open-access-policy', '## Preservation', 'preservation'],
    ['open-access-policy', '## Open access statement', 'openAccess'],
    ['peer-review', /\{\{review\.model\}\}/g, 'kind'],
    ['peer-review', /appeal/gi, 'appeals'],
    ['peer-review', /\{\{review\.reviewersInWords\}\}/g, 'reviewers'],
    ['publication-ethics', /complain/gi, 'complaints'],
    ['publication-fee', '## Waivers and discounts', 'waivers'],
    ['publication-fee', 'The fee plays no part in the decision.', 'influence'],
    ['publication-fee', /A complaint about it.*$/m, 'fee-complaints'],
    ['submission-guidelines', /^.*\*\*References.*$/m, 'dois'],
  ])('%s without %s lacks %s alone', (slug, what, id) => {
    const source = sourceOf(slug)
    const without = source.replace(what, ' ')
    expect(without).not.toBe(source)
    expect(missing(slug, made(slug, without))).toEqual([id])
  })

  test.each<[slug: string, html: string, id: string, isFound: boolean]>([
    ['publication-fee', '<h2 id="w"><a href="#w">Fee Waivers</a></h2>', 'waivers', true],
    ['publication-fee', '<p>Nobody gets a waiver.</p>', 'waivers', false],
    ['publication-fee', '<hr><h2>A heading without its end, waiver', 'waivers', false],
    ['publication-fee', '<table><tr><td>Article processing</td><td>USD&nbsp;100</td></tr></table>', 'amounts', true],
    ['publication-fee', '<p>There is a fee. Founded in 2023.</p>', 'amounts', false],
    ['peer-review', '<p>Two experts read each manuscript.</p>', 'reviewers', true],
    ['peer-review', '<p>A network of reviewers.</p>', 'reviewers', false],
    ['submission-guidelines', '<p>Follow the feed.</p>', 'fees', false],
    ['copyright-notice', '<p>Articles are under <a href="/x">CC&nbsp;<b>BY</b></a>.</p>', 'licence', true],
    ['copyright-notice', '<p title="cc by">No terms.</p>', 'licence', false],
  ])('%s with %s: %s is found: %s', (slug, html, id, isFound) => {
    expect(!missing(slug, html).includes(id)).toBe(isFound)
  })

  test('sections are known by the headings of their page', () => {
    expect(hasSection({ 'publication-fee': ['WAIVERS'] }, 'waivers')).toBe(true)
    expect(hasSection({ about: ['Waivers'] }, 'waivers')).toBe(false)
    expect(hasSection({ 'copyright-notice': ['Anything'] }, 'copyright')).toBe(true)
    expect(hasSection({ 'copyright-notice': [] }, 'copyright')).toBe(false)
  })

  test('reads each heading of a hostile page once', () => {
    expect(pageFacts('<h2>'.repeat(50_000)).headings).toEqual([])
    expect(pageFacts('<h2>a</h2>'.repeat(20_000)).headings).toHaveLength(20_000)
  })
})
