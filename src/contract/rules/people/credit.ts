import { joinNames } from './author-names.ts'

/** What someone can have done for an article: the roles of CRediT (ANSI/NISO Z39.104), each in plain words and by its term. */
export const CREDIT = {
  conceptualization: { part: 'plan', words: 'Had the idea', term: 'Conceptualization' },
  methodology: { part: 'plan', words: 'Designed the methods', term: 'Methodology' },
  'funding-acquisition': { part: 'plan', words: 'Raised the money', term: 'Funding acquisition' },
  'project-administration': { part: 'plan', words: 'Coordinated the project', term: 'Project administration' },
  supervision: { part: 'plan', words: 'Supervised the work', term: 'Supervision' },
  investigation: { part: 'work', words: 'Did the fieldwork or experiments', term: 'Investigation' },
  resources: { part: 'work', words: 'Provided plants, samples or equipment', term: 'Resources' },
  'data-curation': { part: 'work', words: 'Looked after the data', term: 'Data curation' },
  software: { part: 'work', words: 'Wrote the software', term: 'Software' },
  'formal-analysis': { part: 'work', words: 'Analysed the data', term: 'Formal analysis' },
  validation: { part: 'work', words: 'Checked the results', term: 'Validation' },
  visualization: { part: 'article', words: 'Made the figures', term: 'Visualization' },
  'writing-original-draft': { part: 'article', words: 'Wrote the first draft', term: 'Writing – original draft' },
  'writing-review-editing': { part: 'article', words: 'Revised the text', term: 'Writing – review & editing' },
} as const satisfies Record<string, { part: keyof typeof CREDIT_PARTS; words: string; term: string }>

export const CREDIT_PARTS = { plan: 'The idea and the plan', work: 'The work', article: 'The article' }

export type CreditRole = keyof typeof CREDIT
export const CREDIT_ROLES = Object.keys(CREDIT) as CreditRole[]

/** Whose word it is what someone did: their own, or that of who submitted or edited the article. Null: as it was printed elsewhere. */
export const SAID_BY = ['person', 'submitter', 'editor'] as const
export type SaidBy = (typeof SAID_BY)[number]

export const CREDIT_URL = 'https://credit.niso.org/'
export const creditUrl = (role: CreditRole): string => `${CREDIT_URL}contributor-roles/${role}/`

/** Each role once, in the order of the list. */
export const creditInOrder = (roles: readonly CreditRole[]): CreditRole[] =>
  CREDIT_ROLES.filter((role) => roles.includes(role))

/** 'had the idea, made the figures and revised the text' */
export const creditInWords = (roles: readonly CreditRole[]): string =>
  joinNames(roles.map((role) => CREDIT[role].words.charAt(0).toLowerCase() + CREDIT[role].words.slice(1)))

/** The role of an address or term as others write them; undefined for any other. */
export function creditRoleOf(text: string): CreditRole | undefined {
  const plain = (words: string) =>
    words
      .toLowerCase()
      .replaceAll('&', 'and')
      .replace(/[^a-z]+/g, ' ')
      .trim()
  const said = plain(text.replace(/\/$/, '').split('/').at(-1)!)
  return CREDIT_ROLES.find((role) => [plain(role), plain(CREDIT[role].term)].includes(said))
}

/** Whose word the roles of an article's authors are, in a sentence; empty where that is not known. */
export function creditNote(people: readonly { credit: readonly CreditRole[]; creditSaidBy: SaidBy | null }[]): string {
  const counts = (by: SaidBy) => people.filter((one) => one.credit.length && one.creditSaidBy === by).length
  const own = counts('person')
  const others = [
    ...(counts('submitter') ? ['by the person who submitted the article'] : []),
    ...(counts('editor') ? ['by the editors'] : []),
  ]
  if (!others.length) return own ? 'The authors have stated their own roles.' : ''
  const rest = `stated ${joinNames(others)}.`
  return own
    ? `${own === 1 ? 'One author has' : `${own} authors have`} stated their own roles; the others were ${rest}`
    : `The roles were ${rest}`
}
