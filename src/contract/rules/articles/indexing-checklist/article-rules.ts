import { paths } from '../../site/paths.ts'
import type { Place, Rule } from './rules.ts'

/** What is judged of an article: each is true or false, and can be asked of the database for many at once. */
export const ARTICLE_FACTS = [
  'hasAuthors',
  'hasAbstract',
  'hasPdf',
  'isPdfSmall',
  'hasPlace',
  'hasKeywords',
  'hasAffiliations',
  'hasOrcid',
  'hasDates',
  'isOpenLicence',
  'hasDoi',
  'isRegistered',
  'hasReferences',
  'hasFullText',
  'isImageDescribed',
] as const
export type ArticleFact = (typeof ARTICLE_FACTS)[number]

export interface ArticleFacts extends Record<ArticleFact, boolean> {
  id: string
}

interface ArticleRule extends Rule<ArticleFacts> {
  fact: ArticleFact
  /** False for what is decided in the approval itself, or follows from it. */
  isKnownBefore: boolean
}

const edit = ({ id }: ArticleFacts): Place => ({ label: 'Edit the article', href: paths.adminArticle(id) })
const deposits = (): Place => ({ label: 'Deposits', href: paths.adminDeposits })

/** A rule that holds if its fact is true. */
const rule = (
  fact: ArticleFact,
  asker: ArticleRule['asker'],
  [good, bad]: readonly [good: string, bad: string],
  { isNeeded = true, isKnownBefore = true, place = edit }: Partial<ArticleRule> = {},
): ArticleRule => ({
  ...{ id: `${asker.toLowerCase().replace(/[^a-z]+/g, '-')}-${fact}`, fact, asker, isNeeded, isKnownBefore },
  ...{ holds: (facts) => facts[fact], good, bad, place },
})

const ADVISED = { isNeeded: false } as const
const LATER = { isKnownBefore: false } as const

export const ARTICLE_RULES: readonly ArticleRule[] = [
  rule('hasAuthors', 'Google Scholar', [
    'It names its title and authors.',
    'No author is named: Google Scholar leaves the article out.',
  ]),
  rule('hasAbstract', 'Google Scholar', [
    'Its abstract is on the page.',
    'It has no abstract for readers and indexes.',
  ]),
  rule(
    'hasPdf',
    'Google Scholar',
    ['The PDF is beside the article’s page.', 'It has no PDF: Google Scholar looks for one beside the article’s page.'],
    LATER,
  ),
  rule(
    'isPdfSmall',
    'Google Scholar',
    ['The PDF is smaller than 5 MB.', 'The PDF is larger than 5 MB, and Google Scholar may leave it out.'],
    LATER,
  ),
  rule(
    'hasPlace',
    'Google Scholar',
    ['Its volume or article number is known.', 'It is in no volume and has no pages.'],
    {
      ...ADVISED,
      ...LATER,
    },
  ),
  rule('isOpenLicence', 'Licence', [
    'It carries an open licence.',
    'Its licence is not a Creative Commons licence: DOAJ asks for one on every article.',
  ]),
  rule('hasAffiliations', 'DOAJ', [
    'Every author has an affiliation.',
    'An author has no affiliation: readers and indexes ask where the authors work.',
  ]),
  rule(
    'hasKeywords',
    'DOAJ',
    ['It has keywords.', 'It has no keywords, by which DOAJ and libraries find it.'],
    ADVISED,
  ),
  rule(
    'hasDates',
    'DOAJ',
    ['It shows when it was received and accepted.', 'The day on which it was received or accepted is not known.'],
    { ...ADVISED, ...LATER },
  ),
  rule('hasDoi', 'Crossref', ['It has a DOI.', 'It has no DOI.'], { ...ADVISED, ...LATER, place: deposits }),
  rule(
    'isRegistered',
    'Crossref',
    [
      'Its metadata are registered at Crossref.',
      'Its DOI is not registered at Crossref yet, or its record is out of date.',
    ],
    { ...LATER, place: deposits },
  ),
  rule(
    'hasOrcid',
    'Crossref',
    [
      'An author has an ORCID iD.',
      'No author has an ORCID iD, so the article is not added to ORCID records automatically.',
    ],
    ADVISED,
  ),
  rule(
    'hasReferences',
    'Crossref',
    [
      'Its references are deposited.',
      'Its references are not known: they are read with its full text, and there is none.',
    ],
    { ...ADVISED, ...LATER },
  ),
  rule(
    'hasFullText',
    'Accessibility',
    [
      'The full text can be read as a web page.',
      'The full text is only in the PDF, which is hard to read on phones and with screen readers.',
    ],
    { ...ADVISED, ...LATER },
  ),
  rule(
    'isImageDescribed',
    'Accessibility',
    ['Its image has an alternative text.', 'Its image has no alternative text for people who cannot see it.'],
    ADVISED,
  ),
]

/** The facts without which an article needs attention. */
export const NEEDED_FACTS: readonly ArticleFact[] = ARTICLE_RULES.filter(({ isNeeded }) => isNeeded).map(
  ({ fact }) => fact,
)

/** The rules that can be judged before an article is approved. */
export const RULES_BEFORE_APPROVAL = ARTICLE_RULES.filter(({ isKnownBefore }) => isKnownBefore)
