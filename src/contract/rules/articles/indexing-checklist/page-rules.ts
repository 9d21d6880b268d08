import { textOfHtml } from '../../text/html-text.ts'
import type { CONTENT_SLUGS } from '../../site/paths.ts'
import type { Asker, Rule } from './rules.ts'

type Page = (typeof CONTENT_SLUGS)[number]

/** Fixed words in small letters: one of each group is there. No groups: any text will do. */
type Words = readonly (readonly string[])[]

/** What is judged of a page, in small letters, with the journal's values filled in. */
export interface PageFacts {
  headings: readonly string[]
  /** Its headings, list items and rows of tables too: words between single spaces, also at both ends. */
  sentences: readonly string[]
}

/** Takes time in proportion to the length of the page. */
export const pageFacts = (html: string): PageFacts => ({
  headings: headingsIn(html).map((heading) => heading.toLowerCase()),
  sentences: textOfHtml(html)
    .toLowerCase()
    .split(/[.!?:;] /)
    .map((written) => ` ${written.replace(NO_WORD, ' ')} `),
})

const NO_WORD = /[^\p{L}\p{N}@-]+/gu

const HEADING = /^<h[2-4][ >]/
const LONGEST_TAG = 4

function headingsIn(html: string): string[] {
  const headings: string[] = []
  for (let at = html.indexOf('<h'); at >= 0; at = html.indexOf('<h', at + 1)) {
    if (!HEADING.test(html.slice(at, at + LONGEST_TAG))) continue
    const end = html.indexOf('</h', at)
    if (end < 0) break
    headings.push(textOfHtml(html.slice(at, end)))
    at = end
  }
  return headings
}

const hasAll = (texts: readonly string[], words: Words): boolean =>
  texts.some((text) => words.every((group) => group.some((word) => text.includes(word))))

/** The sections that indexes look for, by the page that has them and the words of their headings. */
const SECTIONS = {
  aims: { page: 'about', words: [['aims', 'scope']] },
  copyright: { page: 'copyright-notice', words: [] },
  instructions: { page: 'submission-guidelines', words: [] },
  openAccess: { page: 'open-access-policy', words: [['open access']] },
  preservation: { page: 'open-access-policy', words: [['preserv', 'archiv']] },
  waivers: { page: 'publication-fee', words: [['waiver']] },
} as const satisfies Record<string, { page: Page; words: Words }>
type Section = keyof typeof SECTIONS

/** True if the page of a section has it; `headings` by page, as they are written. */
export function hasSection(headings: Readonly<Record<string, readonly string[]>>, section: Section): boolean {
  const { page, words } = SECTIONS[section]
  const written = (headings[page] ?? []).map((heading) => heading.toLowerCase())
  return hasAll(written, words)
}

type Sentences = readonly [good: string, bad: string]
type PageRule = Rule<PageFacts>

const rule = (id: string, asker: Asker, [good, bad]: Sentences, holds: PageRule['holds']): PageRule => ({
  ...{ id, asker, isNeeded: true, holds, good, bad },
  // It is mended in the text beside the list.
  place: () => null,
})

const section = (name: Section, asker: Asker, sentences: Sentences): PageRule =>
  rule(name, asker, sentences, ({ headings }) => hasAll(headings, SECTIONS[name].words))

const sentence = (id: string, asker: Asker, sentences: Sentences, ...words: Words): PageRule =>
  rule(id, asker, sentences, (facts) => hasAll(facts.sentences, words))

const advised = (needed: PageRule): PageRule => ({ ...needed, isNeeded: false })

const PRINCIPLES = 'Transparency Principles'
const DIGITS = [...'0123456789']
const FEE = [' fee ', ' fees ', ' charge', ' pay']
const NO_INFLUENCE = [
  'no part',
  'no influence',
  'no bearing',
  'not influence',
  'not affect',
  'not depend',
  'independent',
]
const INTERESTS = ['conflict of interest', 'conflicts of interest', 'competing interest']
const COMMONS = ['creative commons', 'cc by', 'cc-by', 'cc0']

const licence = sentence(
  'licence',
  'DOAJ',
  ['It names a Creative Commons licence.', 'No Creative Commons licence was found.'],
  COMMONS,
)
const holder = sentence(
  'holder',
  'DOAJ',
  ['It tells who holds the copyright.', 'Who holds the copyright was not found.'],
  ['copyright'],
  ['keep', 'retain', 'hold', 'remain', 'transfer', 'assign'],
)
const interests = sentence(
  'interests',
  'COPE',
  ['Conflicts of interest are covered.', 'Nothing about conflicts of interest was found.'],
  INTERESTS,
)
const plagiarism = sentence(
  'plagiarism',
  'DOAJ',
  ['Plagiarism or similarity is covered.', 'Nothing about plagiarism or similarity was found.'],
  ['plagiar', 'similarity'],
)
const retractions = sentence(
  'retractions',
  'COPE',
  ['Retractions are covered.', 'Nothing about retractions was found.'],
  ['retract'],
)
const complaints = sentence(
  'complaints',
  PRINCIPLES,
  ['It tells how to complain.', 'How to complain was not found.'],
  ['complain'],
)

/** What indexes look for in each page. A page that is not named has nothing that they ask for. */
const PAGE_RULES: Partial<Record<Page, readonly PageRule[]>> = {
  about: [
    section('aims', 'DOAJ', ['It has a section on aims and scope.', 'No section on aims and scope was found.']),
    sentence(
      'publisher',
      'DOAJ',
      ['The publisher is named.', 'The publisher was not found.'],
      ['publisher', 'published by'],
    ),
    sentence('contact', 'DOAJ', ['It has an email address.', 'No email address was found.'], ['@']),
    sentence(
      'editors',
      PRINCIPLES,
      ['It tells where the editors are named.', 'Where the editors are named was not found.'],
      ['editor'],
      ['board', 'affiliation'],
    ),
    sentence(
      'funding',
      PRINCIPLES,
      ['It tells who funds the journal.', 'Who funds the journal was not found.'],
      ['fund', 'sponsor', 'revenue', 'income'],
    ),
    sentence(
      'schedule',
      PRINCIPLES,
      ['It tells how often articles appear.', 'How often articles appear was not found.'],
      ['publish', 'appear'],
      ['as soon as', 'continuous', 'issue', 'year', 'month', 'quarter'],
    ),
  ],
  'submission-guidelines': [
    section('instructions', 'DOAJ', ['The instructions have sections.', 'No section was found.']),
    sentence('fees', 'DOAJ', ['It mentions fees.', 'Nothing about fees was found.'], FEE),
    sentence(
      'originality',
      'DOAJ',
      ['It asks for original work.', 'Nothing about original work was found.'],
      ['original', 'plagiar', 'not been published'],
    ),
    sentence(
      'consent',
      'COPE',
      ['Every author has to agree.', 'That every author has to agree was not found.'],
      ['author'],
      ['agree', 'approve', 'consent'],
    ),
    interests,
    advised(
      sentence(
        'dois',
        'Crossref',
        ['It asks for DOIs in references.', 'DOIs in references were not found.'],
        [' doi ', ' dois '],
      ),
    ),
  ],
  'peer-review': [
    sentence(
      'kind',
      'DOAJ',
      ['The kind of peer review is named.', 'The kind of peer review, such as single-blind, was not found.'],
      ['review'],
      ['blind', 'anonym', 'open review', 'open peer', 'masked'],
    ),
    sentence(
      'reviewers',
      'DOAJ',
      ['The number of reviewers is stated.', 'The number of reviewers was not found.'],
      ['reviewer', 'expert', 'referee'],
      [' two ', ' three ', ' four ', ' 2 ', ' 3 ', ' 4 '],
    ),
    sentence(
      'decision',
      'Scopus',
      ['It tells who decides.', 'Who decides was not found.'],
      ['editor'],
      ['decide', 'decision'],
    ),
    interests,
    sentence('appeals', 'COPE', ['It tells how to appeal.', 'How to appeal was not found.'], ['appeal']),
    advised(
      sentence(
        'own-manuscripts',
        'COPE',
        ['Manuscripts by editors are covered.', 'Nothing about manuscripts by editors was found.'],
        ['another editor', 'different editor', 'by editors'],
      ),
    ),
  ],
  'editorial-policy': [
    sentence(
      'authorship',
      'COPE',
      ['It tells who is an author.', 'Who is an author was not found.'],
      ['author'],
      ['contribut'],
    ),
    interests,
    plagiarism,
    retractions,
    complaints,
    advised(
      sentence(
        'data',
        'COPE',
        ['It tells where data are found.', 'Where data are found was not found.'],
        ['data'],
        ['found', 'share', 'sharing', 'available', 'deposit', 'repositor'],
      ),
    ),
    advised(
      sentence(
        'advertising',
        PRINCIPLES,
        ['Advertising is covered.', 'Nothing about advertising was found.'],
        ['advertis'],
      ),
    ),
  ],
  'copyright-notice': [
    section('copyright', 'DOAJ', ['The copyright terms have sections.', 'No section was found.']),
    holder,
    licence,
    advised(
      sentence(
        'publishing-rights',
        'DOAJ',
        ['It tells who has the publishing rights.', 'Who has the publishing rights was not found.'],
        ['publishing right'],
      ),
    ),
  ],
  'open-access-policy': [
    section('openAccess', 'DOAJ', [
      'It has an open access statement.',
      'No section with the open access statement was found.',
    ]),
    sentence(
      'free',
      'DOAJ',
      ['Articles are free to read at once.', 'That articles are free to read at once was not found.'],
      ['free', 'no embargo'],
      ['embargo', 'immediate', 'from the moment', 'from the day', 'at once', 'upon publication', 'on publication'],
    ),
    licence,
    holder,
    advised(
      sentence(
        'deposits',
        'DOAJ',
        ['It tells what authors may deposit elsewhere.', 'What authors may deposit elsewhere was not found.'],
        ['repositor', 'self-archiv'],
      ),
    ),
    advised(
      section('preservation', 'DOAJ', ['It has a section on preservation.', 'No section on preservation was found.']),
    ),
  ],
  'publication-ethics': [
    sentence(
      'malpractice',
      'Scopus',
      ['Misconduct is covered.', 'Nothing about misconduct, such as fabricated data, was found.'],
      ['fabricat', 'falsif', 'misconduct', 'malpractice'],
    ),
    plagiarism,
    interests,
    sentence(
      'concerns',
      'COPE',
      ['It tells how a concern is handled.', 'How a concern is handled was not found.'],
      ['concern', 'allegation', 'misconduct'],
      ['handle', 'investigat', 'inquir'],
    ),
    retractions,
    complaints,
  ],
  'publication-fee': [
    sentence(
      'amounts',
      'DOAJ',
      ['Fees are stated with their amounts.', 'No fee with its amount was found.'],
      ['publication', 'processing', ...FEE],
      [...DIGITS, 'no charge', 'free of charge', 'no fee'],
    ),
    sentence(
      'due',
      'DOAJ',
      ['It tells when a fee is due.', 'When a fee is due was not found.'],
      FEE,
      ['after', 'before', 'once', 'when', 'due', 'upon'],
      ['accept', 'submission', 'submit', 'invoice'],
    ),
    section('waivers', 'DOAJ', ['It has a section about waivers.', 'No section about waivers was found.']),
    sentence(
      'influence',
      'COPE',
      ['The fee plays no part in the decision.', 'That the fee plays no part in the decision was not found.'],
      FEE,
      ['decision', 'decide', 'acceptance'],
      NO_INFLUENCE,
    ),
    sentence(
      'fee-complaints',
      PRINCIPLES,
      ['It tells what happens to a complaint about a fee.', 'Nothing about complaints was found.'],
      ['complain'],
    ),
  ],
}

/** What indexes look for in a page, by its name among the texts. */
export const pageRules = (name: string): readonly PageRule[] =>
  Object.hasOwn(PAGE_RULES, name) ? PAGE_RULES[name as Page]! : []
