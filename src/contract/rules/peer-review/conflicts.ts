import {
  type Affiliation,
  affiliationsOfText,
  comparable,
  institutionsIn,
  kindOfInstitution,
} from '../people/affiliations.ts'
import { joinNames, namesInBrief } from '../people/author-names.ts'
import { domainOf, institutionalDomain } from '../people/email-domains.ts'
import { likenessOf, mailboxOf, type Alike, type Identity } from '../people/same-person.ts'

/** Joint articles older than this say nothing about a reviewer's independence. */
export const JOINT_ARTICLE_YEARS = 4

/** Someone who may be invited to review. */
export interface Candidate {
  fullName: string
  /** Every known address; the preferred one first. */
  emails: readonly string[]
  orcid: string | null
  /** One text, with semicolons between several. */
  affiliation: string
  /** ROR ids of their institutions, as far as they are known. */
  rors?: readonly string[] | undefined
  userId?: string | null | undefined
}

/** An author of the manuscript, or the account that has submitted it. */
export interface ManuscriptAuthor {
  fullName: string
  email: string
  orcid: string | null
  affiliations: readonly Pick<Affiliation, 'institution' | 'line' | 'ror'>[]
  userId?: string | null | undefined
  /** True for an account that has submitted the manuscript. */
  isSubmitter?: boolean | undefined
}

export const FINDING_KINDS = [
  'author',
  'likely-author',
  'same-reviewer',
  'declared',
  'affiliation',
  'email-domain',
  'joint-article',
  'editorial',
  'same-name',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** What an editor may invite someone against with a reason alone, which is kept with the case. */
const NEED_REASONS: readonly FindingKind[] = ['likely-author', 'same-reviewer', 'declared']
export const needsReason = ({ kind, weight }: Finding): boolean => weight === 'conflict' && NEED_REASONS.includes(kind)

/** One reason why a person may not be independent of a manuscript. */
export interface Finding {
  kind: FindingKind
  /**
   * impossible: an author, who cannot review. conflict: warned before inviting. hint: a name alone, which may be
   * someone else's.
   */
  weight: 'impossible' | 'conflict' | 'hint'
  /** For editors. */
  sentence: string
}

/** An article of this journal that authors of the manuscript have written with others. */
export interface JointArticle {
  /** The author of the manuscript. */
  author: string
  /** False if only their name says that it is this author. */
  isSurely: boolean
  year: string
  isPublished: boolean
  /** All its authors. */
  people: readonly { fullName: string; email: string; orcid: string | null }[]
}

const sameEmail = (one: string, other: string): boolean => one !== '' && mailboxOf(one) === mailboxOf(other)

const IDENTITIES = new WeakMap<Candidate, Identity>()

/** A candidate as one of those who may be the same person: worked out once, with however many they are compared. */
export function identityOf(candidate: Candidate): Identity {
  const known = IDENTITIES.get(candidate)
  if (known) return known
  const { fullName, emails, orcid, userId, affiliation } = candidate
  const institutions = affiliationsOfText(affiliation).flatMap(institutionsIn)
  const made = { fullName, emails, orcid, userId, institutions }
  IDENTITIES.set(candidate, made)
  return made
}

/** What the candidate shares with the authors of the manuscript. Pure: also run in the browser while an author types. */
export function conflictsWithAuthors(candidate: Candidate, authors: readonly ManuscriptAuthor[]): Finding[] {
  const identity = identityOf(candidate)
  const own = sayOnce(authors.flatMap((author) => authorFinding(identity, author) ?? []))
  const impossible = own.filter(({ weight }) => weight === 'impossible')
  if (impossible.length) return impossible
  const institutions = [...(identity.institutions ?? [])]
  const domains = candidate.emails.map(institutionalDomain)
  const { rors = [] } = candidate
  return [
    ...own,
    ...sayOnce(
      authors.flatMap((author) => {
        const place = sharedWith({ institutions, domains, rors }, author)
        return place ? { ...place, name: author.fullName } : []
      }),
    ),
  ]
}

/** What is found with one author: their name comes between the two parts of the sentence. */
interface FoundWith extends Omit<Finding, 'sentence'> {
  before: string
  /** Instead, before several names. */
  beforeSeveral?: string
  name: string
  after?: string
}

/** What is the same with several authors is one sentence that names them all. */
const sayOnce = (found: readonly FoundWith[]): Finding[] =>
  [...Map.groupBy(found, ({ kind, before, after }) => JSON.stringify([kind, before, after])).values()].map((alike) => {
    const { kind, weight, before, beforeSeveral = before, after = '' } = alike[0]!
    const names = [...new Set(alike.map(({ name }) => name))]
    const opening = names.length > 1 ? beforeSeveral : before
    return { kind, weight, sentence: `${opening} ${joinNames(namesInBrief(names))}${after}`.trim() }
  })

/** What is compared of an author: worked out once, however many candidates there are. */
interface Compared {
  identity: Identity
  domain: string | null
  institutions: ReadonlySet<string>
  rors: ReadonlySet<string>
}
const COMPARED = new WeakMap<ManuscriptAuthor, Compared>()

function compared(author: ManuscriptAuthor): Compared {
  const known = COMPARED.get(author)
  if (known) return known
  const { fullName, email, orcid, userId } = author
  const institutions = author.affiliations.flatMap(institutionsIn)
  const made = {
    identity: { fullName, emails: [email], orcid, userId, institutions } satisfies Identity,
    domain: institutionalDomain(email),
    institutions: new Set(institutions),
    rors: new Set(author.affiliations.flatMap(({ ror }) => ror ?? [])),
  }
  COMPARED.set(author, made)
  return made
}

/** Whether the candidate is this author, or may be. */
function authorFinding(candidate: Identity, author: ManuscriptAuthor): FoundWith | null {
  const alike = likenessOf(candidate, compared(author).identity)
  if (!alike) return null
  const { fullName: name, isSubmitter } = author
  const [one, several] = isSubmitter
    ? ['the submitting account of', 'the submitting account of']
    : ['the author', 'the authors']
  const { likeness, by } = alike
  if (likeness === 'same') {
    const impossible = { kind: 'author', weight: 'impossible' } as const
    return by === 'account'
      ? { ...impossible, before: 'Has submitted this manuscript', name: '' }
      : {
          ...impossible,
          before: `Has the same ${by} as ${one}`,
          beforeSeveral: `Has the same ${by} as ${several}`,
          name,
        }
  }
  if (likeness === 'likely') {
    const likely = { kind: 'likely-author', weight: 'conflict', name, after: `: ${because(alike)}` } as const
    return {
      ...likely,
      before: `May be ${one}`,
      beforeSeveral: isSubmitter ? `May be ${one}` : `May be one of ${several}`,
    }
  }
  const like = 'Has a name like'
  return { kind: 'same-name', weight: 'hint', before: `${like} ${one}`, beforeSeveral: `${like} ${several}`, name }
}

/** What two people have in common, for a sentence. */
export const because = ({ by }: Alike): string =>
  by === 'name' ? 'the names are alike' : by === 'email address' ? 'the email addresses are alike' : `the same ${by}`

function sharedWith(
  { institutions, domains, rors }: { institutions: string[]; domains: (string | null)[]; rors: readonly string[] },
  author: ManuscriptAuthor,
): Omit<FoundWith, 'name'> | null {
  const theirs = compared(author)
  const shared = institutions.find((name) => theirs.institutions.has(name))
  if (shared !== undefined || rors.some((ror) => theirs.rors.has(ror))) {
    return { kind: 'affiliation', weight: 'conflict', before: `Same ${kindOfInstitution(shared ?? '')} as` }
  }
  if (theirs.domain === null || !domains.includes(theirs.domain)) return null
  return { kind: 'email-domain', weight: 'conflict', before: `Email address at ${theirs.domain}, like` }
}

/**
 * What candidates have written together with authors of the manuscript, the newest of each author. The articles are
 * indexed once, so that many candidates cost little more than one.
 */
export function jointArticles(articles: readonly JointArticle[]): (candidate: Candidate) => Finding[] {
  const byIdentity = new Map<string, Set<JointArticle>>()
  const byName = new Map<string, Set<JointArticle>>()
  const note = (index: Map<string, Set<JointArticle>>, key: string | null, article: JointArticle) => {
    if (key) index.set(key, (index.get(key) ?? new Set()).add(article))
  }
  for (const article of articles) {
    for (const { fullName, email, orcid } of article.people) {
      note(byIdentity, orcid, article)
      note(byIdentity, email.toLowerCase(), article)
      note(byName, comparable(fullName), article)
    }
  }
  return ({ emails, orcid, fullName }) => {
    const same = new Set(
      [orcid ?? '', ...emails.map((email) => email.toLowerCase())].flatMap((key) => [...(byIdentity.get(key) ?? [])]),
    )
    const named = [...(byName.get(comparable(fullName)) ?? [])].filter((article) => !same.has(article))
    return sayOnce([
      ...newestOfEach([...same]).map(({ author: name, isSurely, year, isPublished }): FoundWith => {
        const what = isPublished ? 'Joint article' : 'Joint manuscript'
        return isSurely
          ? { kind: 'joint-article', weight: 'conflict', before: `${what} with`, name, after: `, ${year}` }
          : { kind: 'same-name', weight: 'hint', before: `${what} with someone called`, name, after: `, ${year}` }
      }),
      ...newestOfEach(named).map(({ author: name, year, isPublished }): FoundWith => {
        const before = `Someone with the same name has a joint ${isPublished ? 'article' : 'manuscript'} with`
        return { kind: 'same-name', weight: 'hint', before, name, after: `, ${year}` }
      }),
    ])
  }
}

function newestOfEach(articles: readonly JointArticle[]): JointArticle[] {
  const newest = new Map<string, JointArticle>()
  for (const article of articles) {
    const known = newest.get(article.author)
    const isBetter = !known || (article.isSurely === known.isSurely ? article.year > known.year : article.isSurely)
    if (isBetter) newest.set(article.author, article)
  }
  return [...newest.values()]
}

/** The journal's editorial team as records have it: reviewers are outside of it. */
export interface EditorialTeam {
  administrators: readonly { userId: string; fullName: string; email: string; orcid: string | null }[]
  /** Whether a name, made comparable, is printed on the page of the editorial board. */
  isOnBoard: (name: string) => boolean
}

/** Why a person belongs to the editorial team; null if nothing suggests it. */
export function editorialFinding(candidate: Candidate, { administrators, isOnBoard }: EditorialTeam): Finding | null {
  const isAdministrator = administrators.some(
    ({ userId, email, orcid }) =>
      candidate.userId === userId ||
      (candidate.orcid !== null && candidate.orcid === orcid) ||
      candidate.emails.some((own) => sameEmail(own, email)),
  )
  if (isAdministrator) return { kind: 'editorial', weight: 'conflict', sentence: 'Is an editor of this journal' }
  if (ordersOf(candidate.fullName).some(isOnBoard)) {
    return { kind: 'editorial', weight: 'conflict', sentence: 'This name is on the page of the editorial board' }
  }
  return null
}

/** A name of several words in either order, made comparable: 'kowalska marta', 'marta kowalska'; none of one word. */
export function ordersOf(fullName: string): string[] {
  const name = comparable(fullName)
  const words = name.split(' ')
  return words.length < 2
    ? []
    : [name, [...words.slice(1), words[0]].join(' '), [words.at(-1), ...words.slice(0, -1)].join(' ')]
}

/** Whether names are printed in a text, in time proportional to its length. */
export function namesIn(text: string): (name: string) => boolean {
  const words = comparable(text).split(' ').slice(0, BOARD_WORDS_MAX)
  const phrases = new Map<number, Set<string>>()
  return (name) => {
    const length = name.split(' ').length
    if (length > NAME_WORDS_MAX) return false
    let known = phrases.get(length)
    if (known === undefined) {
      known = new Set(words.map((_word, at) => words.slice(at, at + length).join(' ')))
      phrases.set(length, known)
    }
    return known.has(name)
  }
}
const NAME_WORDS_MAX = 8
/** A page of names is far shorter; its pictures are no words. */
const BOARD_WORDS_MAX = 50_000

/**
 * What an author is warned of while typing the address of someone to suggest: their own or a co-author's address, or
 * an institution's domain that both use. Null if nothing is wrong with it.
 */
export function suggestionWarning(
  email: string,
  authors: readonly { fullName: string; email: string }[],
): string | null {
  const typed = email.trim()
  if (domainOf(typed) === null) return null
  const same = authors.find((author) => sameEmail(author.email.trim(), typed))
  if (same) return `This is the address of ${same.fullName}, an author of this manuscript`
  const domain = institutionalDomain(typed)
  const colleague = domain === null ? undefined : authors.find((author) => institutionalDomain(author.email) === domain)
  return colleague
    ? `${colleague.fullName} has an address at ${domain} too: editors prefer reviewers from other institutions`
    : null
}
