import { domainOf, institutionalDomain, registeredDomain } from './email-domains.ts'
import { inNormalForm } from '../text/plain-text.ts'

/** What is known of someone when two records may be one person. All of it is what someone typed. */
export interface Identity {
  fullName: string
  emails: readonly string[]
  orcid: string | null
  userId?: string | null | undefined
  /** Names of institutions, made comparable. */
  institutions?: readonly string[] | undefined
}

/** same: people do not share an ORCID iD, an account or a mailbox. likely: to be looked at. hint: a name that fits. */
export type Likeness = 'same' | 'likely' | 'hint'

/** How like two people are, and by what: 'ORCID iD'. */
export interface Alike {
  likeness: Likeness
  by: 'ORCID iD' | 'account' | 'email address' | 'name'
}

/** The one rule of who may be the same person; null if nothing suggests it. */
export function likenessOf(one: Identity, other: Identity): Alike | null {
  if (one.orcid !== null && one.orcid === other.orcid) return { likeness: 'same', by: 'ORCID iD' }
  if (one.userId && one.userId === other.userId) return { likeness: 'same', by: 'account' }
  const [{ addresses: mine, names }, { addresses: theirs, names: others }] = [read(one), read(other)]
  if (mine.some(({ mailbox }) => theirs.some((address) => address.mailbox === mailbox))) {
    return { likeness: 'same', by: 'email address' }
  }
  const name = bestFit(names, others)
  const sameBeforeAt = mine.flatMap((address) =>
    theirs.filter(({ local }) => local !== null && local === address.local).map((their) => isRelated(address, their)),
  )
  if (sameBeforeAt.some((related) => related || name !== null)) return { likeness: 'likely', by: 'email address' }
  if (name === null) return null
  // Two people who have told their ORCID iDs: a name that both have is no more than that.
  if (one.orcid !== null && other.orcid !== null) return { likeness: 'hint', by: 'name' }
  return { likeness: name === 'full' || isAtSamePlace(one, other) ? 'likely' : 'hint', by: 'name' }
}

function isAtSamePlace(one: Identity, other: Identity): boolean {
  if (one.institutions?.some((name) => other.institutions?.includes(name))) return true
  const domains = new Set(one.emails.flatMap((email) => institutionalDomain(email) ?? []))
  return other.emails.some((email) => domains.has(institutionalDomain(email) ?? ''))
}

interface Read {
  addresses: Address[]
  names: Name[]
}
/** Everybody is read once, however many they are compared with. */
const READ = new WeakMap<Identity, Read>()

function read(identity: Identity): Read {
  const known = READ.get(identity)
  if (known) return known
  const made = { addresses: addressesOf(identity), names: readingsOf(identity.fullName) }
  READ.set(identity, made)
  return made
}

interface Address {
  mailbox: string
  /** What stands before the @, without what separates words; null if anybody may have it. */
  local: string | null
  domain: string
}

const DOTLESS = new Set(['gmail.com', 'googlemail.com'])
const LEAST_LOCAL = 5
const SHARED_LOCALS = new Set(
  'admin contact department director editor editorial email faculty herbarium library office postmaster reception research secretary support'.split(
    ' ',
  ),
)

/** The mailbox behind an address: without what follows a plus, and at Gmail without dots. Nothing without an @. */
export function mailboxOf(email: string): string {
  const domain = domainOf(email)
  if (domain === null) return email.trim().toLowerCase()
  const local = localOf(email)
  return DOTLESS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

function localOf(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@')).trim().toLowerCase()
  const plus = local.indexOf('+')
  return plus > 0 ? local.slice(0, plus) : local
}

/** The domains at which a mailbox has addresses. */
export const domainsOfMailbox = (mailbox: string): string[] => {
  const domain = domainOf(mailbox)
  return domain === null ? [] : DOTLESS.has(domain) ? [...DOTLESS] : [domain]
}

const addressesOf = ({ emails }: Identity): Address[] =>
  emails.flatMap((email) => {
    const domain = domainOf(email)
    if (domain === null) return []
    const local = localOf(email).replace(/[._-]/g, '')
    const isOwn = local.length >= LEAST_LOCAL && !SHARED_LOCALS.has(local)
    return [{ mailbox: mailboxOf(email), local: isOwn ? local : null, domain }]
  })

/** The same institution under two domains: 'uw.edu.pl' and 'biol.uw.edu.pl', 'kew.org' and 'kew.ac.uk'. */
function isRelated(one: Address, other: Address): boolean {
  if (institutionalDomain(`x@${one.domain}`) === null || institutionalDomain(`x@${other.domain}`) === null) return false
  const label = (domain: string) => registeredDomain(domain).split('.')[0]
  return label(one.domain) === label(other.domain)
}

/** No name has more words that tell people apart. */
const WORDS_MAX = 12
const LETTERS: Record<string, string> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h', ŋ: 'n', ə: 'a' },
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    ґ: 'g',
    д: 'd',
    е: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    і: 'i',
    к: 'k',
    л: 'l',
    м: 'm',
  },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', є: 'ye', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', ђ: 'd', џ: 'dz' },
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
}
/** Titles, particles and what follows a name: they come and go. */
const LEFT_OUT = new Set(
  'dr prof professor mr mrs ms jr sr junior senior ii iii iv phd md msc van von der den de del della di da dos du la le bin binti ibn al el ten ter und and y e'.split(
    ' ',
  ),
)

/** A word without accents and in Latin letters; 'Müller' and 'Mueller' are one. */
const plainWord = (word: string): string =>
  [...inNormalForm(word, 'NFKD').toLowerCase()]
    .map((letter) => LETTERS[letter] ?? letter)
    .join('')
    .replace(/\p{M}/gu, '')
    .replace(/ae|oe|ue/g, (pair) => pair[0]!)
    .replace(/[ijy]+/g, 'i')

interface Name {
  words: string[]
  initials: string[]
}

const isInitial = (word: string): boolean => word.length === 1 && /\p{L}/u.test(word)

/** A name's words and initials, in two readings where capitals may be either: 'Li JP', 'LI Wei'. */
function readingsOf(fullName: string): Name[] {
  const typed = fullName
    .split(/[^\p{L}\p{M}\p{N}'’`]+/u)
    .filter(Boolean)
    .slice(0, WORDS_MAX)
  const isAllCapitals = typed.every((word) => word === word.toUpperCase())
  const reading = (splits: boolean): Name => {
    const name: Name = { words: [], initials: [] }
    for (const word of typed) {
      const isGroup = splits && !isAllCapitals && word.length <= 3 && /^\p{Lu}+$/u.test(word)
      for (const part of isGroup ? [...word] : [word]) {
        const plain = plainWord(part.replace(/['’`]/g, ''))
        if (part.length === 1 && isInitial(plain)) name.initials.push(plain)
        else if (plain && !LEFT_OUT.has(plain)) name.words.push(plain)
      }
    }
    return name
  }
  return [reading(false), reading(true)]
}

/**
 * Whether two names may be one person's, in any order, with or without middle names, accents and hyphens: all words
 * of the shorter one are in the other ('full'), or initials stand for some of them ('initials').
 */
export const nameFits = (one: string, other: string): Fit | null => bestFit(readingsOf(one), readingsOf(other))

type Fit = 'full' | 'initials'

function bestFit(one: readonly Name[], other: readonly Name[]): Fit | null {
  let best: Fit | null = null
  for (const mine of one) {
    for (const theirs of other) {
      const fits = fitOf(mine, theirs)
      if (fits === 'full') return 'full'
      best ??= fits
    }
  }
  return best
}

function fitOf(one: Name, other: Name): Fit | null {
  const [mine, theirs] = [joined(one.words, other.words), joined(other.words, one.words)]
  const rest = [...theirs]
  const left = mine.filter((word) => {
    const at = rest.indexOf(word)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  const shared = mine.length - left.length
  if (shared === 0) return null
  const isOneWord = (name: Name, words: readonly string[]) => words.length + name.initials.length === 1
  // A single word is a whole name only beside the same single word.
  const isWhole = shared > 1 || (isOneWord(one, mine) && isOneWord(other, theirs))
  if ((!left.length || !rest.length) && isWhole && agree(left, rest, one, other)) return 'full'
  const [withTheirs, withMine] = [unmatched(left, other.initials), unmatched(rest, one.initials)]
  const usesInitials = withTheirs.initials < other.initials.length || withMine.initials < one.initials.length
  const shareInitial = one.initials.some((initial) => other.initials.includes(initial))
  if (left.length && rest.length) return withTheirs.words || withMine.words ? null : 'initials'
  return (!withTheirs.words || !withMine.words) && (usesInitials || shareInitial) ? 'initials' : null
}

/** False if initials contradict: 'Marta A. Kowalska' is not 'Marta B. Kowalska'. */
function agree(left: readonly string[], rest: readonly string[], one: Name, other: Name): boolean {
  const [mine, theirs] = [
    [...one.initials, ...left.map((word) => word[0]!)],
    [...other.initials, ...rest.map((word) => word[0]!)],
  ]
  const [few, many] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine]
  return few.every((initial) => many.includes(initial))
}

/** How many words have no initial, and how many initials no word. */
function unmatched(words: readonly string[], initials: readonly string[]): { words: number; initials: number } {
  const free = [...initials]
  let alone = 0
  for (const word of words) {
    const at = free.indexOf(word[0]!)
    if (at < 0) alone++
    else free.splice(at, 1)
  }
  return { words: alone, initials: free.length }
}

/** Two words that are one in the other name, 'Wei Ming' and 'Weiming', become one. */
function joined(words: readonly string[], others: readonly string[]): string[] {
  const made: string[] = []
  for (const word of words) {
    const both = `${made.at(-1) ?? ''}${word}`
    if (made.length && !others.includes(word) && others.includes(both)) made[made.length - 1] = both
    else made.push(word)
  }
  return made
}
