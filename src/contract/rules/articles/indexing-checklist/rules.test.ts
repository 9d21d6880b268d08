import { describe, expect, test } from 'vitest'
import { ARTICLE_FACTS, ARTICLE_RULES, RULES_BEFORE_APPROVAL, type ArticleFacts } from './article-rules.ts'
import { JOURNAL_RULES, OAI_RULE, type JournalFacts } from './journal-rules.ts'
import { judged, type Verdict } from './rules.ts'

const READY: JournalFacts = {
  issn: '2049-3630',
  doiPrefix: '10.5555',
  hasCrossrefCredentials: true,
  publicUrl: 'https://journal.plants.test',
  contactEmail: 'editor@plants.test',
  publisher: { name: 'Society', address: 'Multan' },
  licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
  fees: ['none', 'USD 100'],
  reviewers: 2,
  headings: {
    about: ['Aims and scope'],
    'copyright-notice': ['What readers may do'],
    'open-access-policy': ['Open access statement', 'Preservation'],
    'publication-fee': ['Waivers and discounts'],
    'submission-guidelines': ['Limits'],
  },
  editors: 5,
  publishedInTwelveMonths: 5,
  endogenyPercent: 25,
  withoutDoi: 0,
  failedDeposits: 0,
}

const verdicts = (facts: JournalFacts) =>
  Object.fromEntries(judged(JOURNAL_RULES, facts).map((check) => [check.id, check.verdict]))

describe('the rules of the journal', () => {
  test('hold for one that is ready, but for what a person has to check', () => {
    const others = Object.entries(verdicts(READY)).filter(([, verdict]) => verdict !== 'holds')
    expect(others).toEqual([['archiving', 'unknown']])
  })

  test.each<[id: string, change: Partial<JournalFacts>, verdict: Verdict]>([
    ['public-address', { publicUrl: 'http://127.0.0.1:3000' }, 'fails'],
    ['public-address', { publicUrl: 'http://journal.plants.test' }, 'fails'],
    ['issn', { issn: '' }, 'fails'],
    ['issn', { issn: '20493630' }, 'fails'],
    ['issn', { issn: '2049-363X' }, 'holds'],
    ['editors', { editors: 4 }, 'unknown'],
    ['editors', { editors: null }, 'fails'],
    ['reviewers', { reviewers: 1 }, 'fails'],
    ['articles-a-year', { publishedInTwelveMonths: 4 }, 'fails'],
    ['endogeny', { endogenyPercent: 26 }, 'fails'],
    ['endogeny', { endogenyPercent: null }, 'unknown'],
    ['fees', { fees: ['none', ' '] }, 'fails'],
    ['fees', { headings: { ...READY.headings, 'publication-fee': ['Prices'] } }, 'fails'],
    ['open-access-statement', { headings: {} }, 'fails'],
    ['copyright', { headings: {} }, 'fails'],
    ['aims', { headings: {} }, 'fails'],
    ['archiving', { headings: {} }, 'fails'],
    ['publisher', { contactEmail: 'editor@example.org' }, 'fails'],
    ['publisher', { publisher: { name: 'Society', address: '' } }, 'fails'],
    ['doi-prefix', { doiPrefix: '' }, 'fails'],
    ['crossref-credentials', { hasCrossrefCredentials: false }, 'fails'],
    ['crossref-issn', { issn: '' }, 'fails'],
    ['crossref-issn', { issn: '', doiPrefix: '' }, 'unknown'],
    ['dois', { withoutDoi: 1 }, 'fails'],
    ['dois', { withoutDoi: 1, doiPrefix: '' }, 'unknown'],
    ['deposits', { failedDeposits: 2 }, 'fails'],
    ['oai-email', { contactEmail: 'editor@example.org' }, 'fails'],
    ['oai-email', { contactEmail: '' }, 'fails'],
    ['licence', { licenceUrl: 'All rights reserved' }, 'fails'],
  ])('%s with %o: %s', (id, change, verdict) => {
    const { [id]: found, ...others } = verdicts({ ...READY, ...change })
    expect(found).toBe(verdict)
    expect(others).toBeDefined()
  })

  test('are one each, with sentences, and with a place wherever one does not hold', () => {
    expect(new Set(JOURNAL_RULES.map(({ id }) => id)).size).toBe(JOURNAL_RULES.length)
    const empty: JournalFacts = {
      ...READY,
      ...{ issn: '', doiPrefix: '', hasCrossrefCredentials: false, publicUrl: 'http://localhost', contactEmail: '' },
      ...{
        publisher: { name: '', address: '' },
        licenceUrl: '',
        fees: [''],
        reviewers: 0,
        headings: {},
        editors: null,
      },
      ...{ publishedInTwelveMonths: 1, endogenyPercent: null, withoutDoi: 1, failedDeposits: 1 },
    }
    for (const { id, verdict, sentence, place } of judged(JOURNAL_RULES, empty)) {
      expect(verdict, id).not.toBe('holds')
      expect(sentence, id).toMatch(/^.{10,}[.]$/)
      expect(place, id).not.toBeNull()
    }
  })

  test('ask harvesters’ address by a request', () => {
    expect([true, false, null].map((isReached) => judged([OAI_RULE], { isReached })[0]!.verdict)).toEqual([
      'holds',
      'fails',
      'unknown',
    ])
  })
})

describe('the rules of articles', () => {
  const all = (value: boolean) =>
    ({ id: 'a', ...Object.fromEntries(ARTICLE_FACTS.map((fact) => [fact, value])) }) as ArticleFacts

  test('each follow from one fact, and every fact is asked', () => {
    expect(new Set(ARTICLE_RULES.map(({ fact }) => fact))).toEqual(new Set(ARTICLE_FACTS))
    for (const rule of ARTICLE_RULES) {
      const facts = { ...all(true), [rule.fact]: false }
      const failing = judged(ARTICLE_RULES, facts).filter(({ verdict }) => verdict === 'fails')
      expect(failing.map(({ id }) => id)).toEqual([rule.id])
      expect(failing[0]!.place).not.toBeNull()
    }
    expect(judged(ARTICLE_RULES, all(true)).every(({ place }) => place === null)).toBe(true)
  })

  test('before an approval are those that it does not settle itself', () => {
    const facts = RULES_BEFORE_APPROVAL.map(({ fact }) => fact)
    expect(facts).toContain('hasAffiliations')
    for (const later of ['hasPdf', 'hasDoi', 'isRegistered', 'hasPlace']) expect(facts).not.toContain(later)
  })
})
