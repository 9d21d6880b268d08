import { isSpecies, isLatin } from '../text/latin-names.ts'
import { counted } from '../text/plain-text.ts'
import { keywordList } from './keywords.ts'
import { type ChangedRun, changedRuns, isPicture, plainWords, type ReadWord, wordsOfHtml } from './changed-words.ts'
import { answerIn, CORRECTION_FIELDS, type CorrectionField, isStatement } from './statements.ts'
import { isTypingError, lettersOf } from './typing-errors.ts'

/**
 * What a difference is, the gravest first, and whether readers have to be told by a notice. After COPE and the ICMJE: what
 * others cite, rely on or are named in calls for one; how it is spelled does not.
 */
export const CHANGE_KINDS = {
  number: { one: 'A number', many: 'numbers', calls: true, ground: 'numbers change in' },
  numberInWords: { one: 'A number in words', many: 'numbers in words', calls: true, ground: 'numbers change in' },
  unit: { one: 'A unit', many: 'units', calls: true, ground: 'units change in' },
  latinName: { one: 'A Latin name', many: 'Latin names', calls: true, ground: 'Latin names change in' },
  author: { one: 'An author', many: 'authors', calls: true, ground: 'names change in' },
  authorOrder: { one: 'The order', many: '', calls: true, ground: 'the order changes in' },
  affiliation: { one: 'An affiliation', many: 'affiliations', calls: true, ground: 'affiliations change in' },
  figure: { one: 'A figure', many: 'figures', calls: true, ground: 'a picture changes in' },
  statement: { one: 'A statement', many: 'statements', calls: true, ground: 'what is said changes in' },
  unread: { one: 'Not compared', many: '', calls: true, ground: 'it is not known what differs in' },
  reference: { one: 'A reference', many: 'references', calls: false, ground: 'references' },
  keyword: { one: 'A keyword', many: 'keywords', calls: false, ground: 'keywords' },
  place: { one: 'Its place', many: '', calls: false, ground: 'where it appears' },
  identifier: { one: 'An identifier', many: 'identifiers', calls: false, ground: 'identifiers' },
  spelling: { one: 'Spelling', many: '', calls: false, ground: 'spelling' },
  punctuation: { one: 'Punctuation', many: '', calls: false, ground: 'punctuation' },
  formatting: { one: 'Formatting', many: '', calls: false, ground: 'formatting' },
} as const satisfies Record<string, { one: string; many: string; calls: boolean; ground: string }>
export type ChangeKind = keyof typeof CHANGE_KINDS
const KINDS = Object.keys(CHANGE_KINDS) as ChangeKind[]

export interface WeighedAuthor {
  /** Tells the same person in both lists. */
  key: string
  name: string
  /** Under which they are cited, if it is known. */
  familyName?: string
  role: string
  affiliations: readonly string[]
  /** What they did. */
  credit?: string
  /** Email and identifiers. */
  other: string
}

/** A voucher, permit or new name; `identifiers` are what leads to it elsewhere. */
export interface WeighedRow {
  line: string
  identifiers: string
}

/** Lists whose rows are weighed whole, and what another row is. */
const LISTS = { vouchers: 'statement', permitDetails: 'statement', newNames: 'latinName' } as const
type List = keyof typeof LISTS
const isList = (field: CorrectionField): field is List => Object.hasOwn(LISTS, field)

/** An article as far as a correction changes it; empty strings for none. */
export interface WeighedArticle
  extends Record<Exclude<CorrectionField, 'contributors' | List>, string>, Record<List, readonly WeighedRow[]> {
  contributors: readonly WeighedAuthor[]
  /** The full text as HTML; null if it cannot be read here. */
  fullText: string | null
}

export interface Difference {
  /** 'Abstract', or a heading of the full text. */
  where: string
  kind: ChangeKind
  /** How many numbers, names or figures. */
  count: number
  /** What is shown of it. */
  runs: { kind: ChangedRun['kind']; text: string }[]
}

export const differenceWords = ({ kind, count }: Pick<Difference, 'kind' | 'count'>): string =>
  count > 1 && CHANGE_KINDS[kind].many ? `${count} ${CHANGE_KINDS[kind].many}` : CHANGE_KINDS[kind].one

export const callsForNotice = ({ kind }: Pick<Difference, 'kind'>): boolean => CHANGE_KINDS[kind].calls

export interface Proposal {
  weight: 'notice' | 'small'
  /** Why, as a sentence. */
  grounds: string
}

/** Which kind of change the journal proposes, and why. */
export function proposalFor(differences: readonly Difference[]): Proposal {
  const grave = differences.filter(callsForNotice)
  if (!grave.length) {
    const kinds = KINDS.filter((kind) => differences.some((one) => one.kind === kind))
    const what = listed([...new Set(kinds.map((kind) => CHANGE_KINDS[kind].ground))])
    return { weight: 'small', grounds: what ? `Only this changes: ${what}.` : 'Nothing that readers see changes.' }
  }
  const byGround = Map.groupBy(grave, ({ kind }) => CHANGE_KINDS[kind].ground)
  const grounds = [...byGround].map(
    ([ground, all]) => `${ground} ${listed([...new Set(all.map(({ where }) => placeInWords(where)))].slice(0, 4))}`,
  )
  const sentence = listed(grounds)
  return { weight: 'notice', grounds: `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.` }
}

const FIELD_NAMES: ReadonlySet<string> = new Set([...Object.values(CORRECTION_FIELDS), 'Figures'])
const placeInWords = (where: string): string => {
  if (where === CORRECTION_FIELDS.contributors) return 'the list of authors'
  if (where === CORRECTION_FIELDS.pdfUrl) return 'the PDF'
  return FIELD_NAMES.has(where) ? `the ${where.toLowerCase()}` : `“${where}”`
}
const listed = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')

type Article = WeighedArticle
const TEXTS = ['title', 'excerpt', 'abstract'] as const
const PLACES = ['categoryId', 'volumeId', 'issue', 'pageNum'] as const
/** Fields that are read otherwise than word by word. */
const OTHERS = new Set<string>([...TEXTS, ...PLACES, 'keywords', 'contributors', 'imageUrl', 'pdfUrl', 'fullTextUrl'])

/**
 * Everything in which two states of an article differ, each difference with what it is. `nameOf` gives the name of a place or a file
 * called. Takes time in proportion to both texts.
 */
export function weighChanges(
  before: Article,
  after: Article,
  nameOf: (field: CorrectionField, value: string) => string = (_, value) => value,
): Difference[] {
  const found: Difference[] = []
  for (const field of Object.keys(CORRECTION_FIELDS) as CorrectionField[]) {
    const where = CORRECTION_FIELDS[field]
    if (field === 'contributors') {
      found.push(...weighAuthors(before.contributors, after.contributors))
      continue
    }
    if (isList(field)) {
      found.push(...weighRows(where, LISTS[field], before[field], after[field]))
      continue
    }
    const [one, other] = [before[field].trim(), after[field].trim()]
    if (one === other) continue
    const replaced = (kind: ChangeKind): Difference => ({
      ...{ where, kind, count: 1 },
      runs: [
        ...(one ? [{ kind: 'removed' as const, text: nameOf(field, one) }] : []),
        ...(other ? [{ kind: 'added' as const, text: nameOf(field, other) }] : []),
      ],
    })
    if ((PLACES as readonly string[]).includes(field)) found.push(replaced('place'))
    else if (field === 'keywords') found.push(...weighKeywords(one, other))
    else if (field === 'imageUrl') found.push(replaced('figure'))
    else if (field === 'pdfUrl') found.push(replaced('unread'))
    else if (field === 'supplements') found.push(...weighSupplements(one, other, replaced))
    else if (field === 'fullTextUrl') found.push(...weighFullText(before.fullText, after.fullText, replaced))
    else if (isStatement(field) && answerIn(field, one) !== answerIn(field, other)) found.push(replaced('statement'))
    else if (OTHERS.has(field)) found.push(...weighHtml(where, one, other))
    else found.push(...weighWords(where, plainWords(one), plainWords(other)))
  }
  return found
}

function weighHtml(where: string, before: string, after: string): Difference[] {
  const found = weighWords(where, wordsOfHtml(before), wordsOfHtml(after))
  return found.length ? found : [{ where, kind: 'formatting', count: 1, runs: [] }]
}

function weighFullText(
  before: string | null,
  after: string | null,
  replaced: (kind: ChangeKind) => Difference,
): Difference[] {
  if (!before || !after) return [replaced('unread')]
  const words = (html: string) => wordsOfHtml(html, { comparesPictures: false })
  const now = words(after)
  const pictures = now.filter(isPicture).length
  return [
    ...weighWords(CORRECTION_FIELDS.fullTextUrl, words(before), now),
    // Their bytes are not here to be compared.
    ...(pictures
      ? [
          {
            ...{ where: 'Figures', kind: 'figure' as const, count: pictures },
            runs: [{ kind: 'added' as const, text: `${counted(pictures, 'picture')} came with the new file` }],
          },
        ]
      : []),
  ]
}

/** Rows that came, went or were changed; where only identifiers differ, or the order, that alone. */
function weighRows(
  where: string,
  kind: ChangeKind,
  before: readonly WeighedRow[],
  after: readonly WeighedRow[],
): Difference[] {
  const wholeOf = ({ line, identifiers }: WeighedRow) => [line, identifiers].filter(Boolean).join(', ')
  const rows = (some: readonly WeighedRow[], others: readonly WeighedRow[], of: (row: WeighedRow) => string) => {
    const there = new Set(others.map(of))
    return some.map(of).filter((line) => !there.has(line))
  }
  for (const [gravity, of] of [[kind, ({ line }: WeighedRow) => line] as const, ['identifier', wholeOf] as const]) {
    const [removed, added] = [rows(before, after, of), rows(after, before, of)]
    if (!removed.length && !added.length) continue
    const runs = [
      ...removed.slice(0, ROWS_MAX).map((text) => ({ kind: 'removed' as const, text })),
      ...added.slice(0, ROWS_MAX).map((text) => ({ kind: 'added' as const, text })),
    ]
    return [{ where, kind: gravity, count: Math.max(removed.length, added.length), runs }]
  }
  const isSame = before.map(wholeOf).join('\n') === after.map(wholeOf).join('\n')
  return isSame ? [] : [{ where, kind: 'formatting', count: 1, runs: [] }]
}

/** A line for each: its title and licence, a tab, and the address of its file. */
function weighSupplements(before: string, after: string, replaced: (kind: ChangeKind) => Difference): Difference[] {
  const read = (lines: string) => lines.split('\n').map((line) => line.split('\t') as [string, string?])
  const [one, other] = [read(before), read(after)]
  const words = (those: typeof one) => those.map(([said]) => said).join('; ')
  const files = (those: typeof one) =>
    those
      .flatMap(([, file]) => file ?? [])
      .toSorted()
      .join()
  if (files(one) === files(other))
    return weighWords(CORRECTION_FIELDS.supplements, plainWords(words(one)), plainWords(words(other)))
  const runs = (kind: 'removed' | 'added', text: string) => (text ? [{ kind, text }] : [])
  return [{ ...replaced('unread'), runs: [...runs('removed', words(one)), ...runs('added', words(other))] }]
}

function weighKeywords(before: string, after: string): Difference[] {
  const [one, other] = [keywordList(before), keywordList(after)]
  const removed = one.filter((keyword) => !other.includes(keyword))
  const added = other.filter((keyword) => !one.includes(keyword))
  const changed = [...removed, ...added]
  const where = CORRECTION_FIELDS.keywords
  if (!changed.length) return [{ where, kind: 'formatting', count: 1, runs: [] }]
  const runs = [
    ...removed.slice(0, ROWS_MAX).map((text) => ({ kind: 'removed' as const, text })),
    ...added.slice(0, ROWS_MAX).map((text) => ({ kind: 'added' as const, text })),
  ]
  const names = changed.filter((keyword) => isSpecies(keyword) || isLatin(keyword)).length
  return [
    names
      ? { where, kind: 'latinName', count: Math.max(1, Math.ceil(names / 2)), runs }
      : { where, kind: 'keyword', count: Math.max(removed.length, added.length), runs },
  ]
}

function weighAuthors(before: readonly WeighedAuthor[], after: readonly WeighedAuthor[]): Difference[] {
  const found: Difference[] = []
  const add = (kind: ChangeKind, removed: string, added: string) =>
    found.push({
      ...{ where: CORRECTION_FIELDS.contributors, kind, count: 1 },
      runs: [
        ...(removed ? [{ kind: 'removed' as const, text: removed }] : []),
        ...(added ? [{ kind: 'added' as const, text: added }] : []),
      ],
    })
  const now = new Map(after.map((person) => [person.key, person]))
  const then = new Map(before.map((person) => [person.key, person]))
  for (const person of before) if (!now.has(person.key)) add('author', person.name, '')
  for (const person of after) {
    const former = then.get(person.key)
    if (!former) {
      add('author', '', person.name)
      continue
    }
    if (former.name !== person.name) add('author', former.name, person.name)
    else if ((former.familyName ?? '') !== (person.familyName ?? '')) {
      add(
        'author',
        `${former.name} (family name ${former.familyName})`,
        `${person.name} (family name ${person.familyName})`,
      )
    }
    if (former.role !== person.role) add('author', `${former.name}, ${former.role}`, `${person.name}, ${person.role}`)
    const [one, other] = [former.affiliations.join('; '), person.affiliations.join('; ')]
    if (one !== other) add('affiliation', one, other)
    if ((former.credit ?? '') !== (person.credit ?? ''))
      add('statement', `${former.name} ${former.credit}`, `${person.name} ${person.credit}`)
    if (former.other !== person.other) add('identifier', former.other, person.other)
  }
  const order = (people: readonly WeighedAuthor[], those: ReadonlyMap<string, unknown>) =>
    people.filter(({ key }) => those.has(key))
  const [one, other] = [order(before, now), order(after, then)]
  if (one.some(({ key }, index) => other[index]!.key !== key)) {
    const names = (people: readonly WeighedAuthor[]) => people.map(({ name }) => name).join(', ')
    add('authorOrder', names(one), names(other))
  }
  return found
}

/** Changes with fewer unchanged words between them are shown, and weighed, as one passage. */
const APART = 14
/** Words shown before and after a change. */
const AROUND = 5
/** Passages listed of one field; a text that was written again has no use for more. */
const ROWS_MAX = 30
/** Characters shown of one run. */
const SHOWN_MAX = 300

/** Where two texts differ, passage by passage. */
function weighWords(where: string, before: ReadWord[], after: ReadWord[]): Difference[] {
  const passages: ChangedRun[][] = []
  let open: ChangedRun[] = []
  let last: ReadWord[] = []
  const close = (rest: ReadWord[]) => {
    if (open.length) passages.push([...open, { kind: 'same', words: rest.slice(0, AROUND) }])
    open = []
  }
  const runs = changedRuns(before, after)
  for (const run of runs) {
    const isFar =
      run.kind === 'same' &&
      (run.words.length > APART || run === runs.at(-1) || run.words[0]!.under !== run.words.at(-1)!.under)
    if (isFar) {
      close(run.words)
      last = run.words
    } else {
      if (!open.length && last.length) open.push({ kind: 'same', words: last.slice(-AROUND) })
      last = []
      open.push(run)
    }
  }
  close([])
  const weighed = passages.filter((passage) => passage.some(({ kind }) => kind !== 'same'))
  const shown = weighed.length > ROWS_MAX ? ROWS_MAX - 1 : weighed.length
  const rows = weighed.slice(0, shown).map((passage) => rowOf(where, passage))
  const rest = weighed.slice(shown).map((passage) => gravest(passage))
  if (!rest.length) return rows
  const kind = KINDS.find((each) => rest.some((one) => one.kind === each)) ?? 'statement'
  return [
    ...rows,
    { where, kind, count: 1, runs: [{ kind: 'same', text: `${counted(rest.length, 'more passage')} differ` }] },
  ]
}

function rowOf(where: string, passage: readonly ChangedRun[]): Difference {
  const under = passage.find(({ kind }) => kind !== 'same')?.words[0]?.under
  return {
    where: under || where,
    ...gravest(passage),
    runs: passage
      .map(({ kind, words }) => ({ kind, text: shownText(words.map(({ text }) => text).join(' ')) }))
      .filter(({ text }) => text !== ''),
  }
}

const shownText = (text: string): string =>
  text.length <= SHOWN_MAX
    ? text
    : `${text.slice(0, SHOWN_MAX / 2).trimEnd()} […] ${text.slice(-SHOWN_MAX / 2).trimStart()}`.toWellFormed()

/** What the gravest of the changes in a passage is, and how many there are of it. */
function gravest(passage: readonly ChangedRun[]): Pick<Difference, 'kind' | 'count'> {
  const all: Pick<Difference, 'kind' | 'count'>[] = []
  for (const [index, run] of passage.entries()) {
    if (run.kind === 'same' || (run.kind === 'added' && passage[index - 1]?.kind === 'removed')) continue
    const next = passage[index + 1]
    const beside = passage[index - 1]?.kind === 'same' ? passage[index - 1]!.words.at(-1) : undefined
    all.push(
      run.kind === 'removed' && next?.kind === 'added'
        ? weighPair(run.words, next.words, beside)
        : weighPair(run.kind === 'removed' ? run.words : [], run.kind === 'added' ? run.words : [], beside),
    )
  }
  const kind = KINDS.find((each) => all.some((one) => one.kind === each)) ?? 'punctuation'
  const of = all.filter((one) => one.kind === kind)
  return { kind, count: of.reduce((sum, { count }) => sum + count, 0) }
}

/** So many words in one place are another text: what it says is not looked at word by word. */
const REWRITTEN = 5000

/** What was changed in one place. */
function weighPair(
  removed: readonly ReadWord[],
  added: readonly ReadWord[],
  beside: ReadWord | undefined,
): Pick<Difference, 'kind' | 'count'> {
  const found = (kind: ChangeKind, count = 1) => ({ kind, count })
  if (removed.length + added.length > REWRITTEN) return found('statement')
  const pictures = differing(
    removed.filter(isPicture).map(({ key }) => key),
    added.filter(isPicture).map(({ key }) => key),
  )
  const inReferences = [...removed, ...added].every(({ under }) => /^references$/i.test(under))
  if (inReferences && removed.length + added.length > 0) return found('reference')
  const numbers = differing(removed.flatMap(numbersIn), added.flatMap(numbersIn))
  if (numbers) return found('number', numbers)
  const spelled = spelledNumbers(removed, added)
  if (spelled) return found('numberInWords', spelled)
  const units = differing(unitsIn(removed, beside), unitsIn(added, beside))
  if (units) return found('unit', units)
  const names = differing(latinIn(removed, beside), latinIn(added, beside))
  if (names) return found('latinName', Math.ceil(names / 2))
  if (pictures) return found('figure', pictures)
  const citations = differing(removed.flatMap(citationsIn), added.flatMap(citationsIn))
  if (differing(removed.flatMap(signsIn), added.flatMap(signsIn))) return found('statement')
  const bare = (words: readonly ReadWord[]) => words.map(({ text }) => lettersOf(text)).filter(Boolean)
  const [one, other] = [bare(removed), bare(added)]
  if (one.join('') === other.join('')) {
    if (citations) return found('reference', citations)
    return found(one.length === other.length ? 'punctuation' : 'spelling')
  }
  const joined = isTypingError(one, other, beside ? lettersOf(beside.text) : '')
  return found(joined ? 'spelling' : 'statement')
}

/** Of two lists, how many of the one have no partner in the other; the greater number. */
function differing(one: readonly string[], other: readonly string[]): number {
  const count = new Map<string, number>()
  for (const each of one) count.set(each, (count.get(each) ?? 0) + 1)
  for (const each of other) count.set(each, (count.get(each) ?? 0) - 1)
  let [gone, come] = [0, 0]
  for (const left of count.values()) {
    if (left > 0) gone += left
    else come -= left
  }
  return Math.max(gone, come)
}

const NUMBER = /\d+(?:[.,·]\d+)*/g
const CITATION = /^\W?\[\d[\d,;–-]*\]\W{0,3}$/

/** '1,200' and '1200' are the same number, '5.1' and '5.10' are not; a minus before it counts, a dash within a range does not. */
function numbersIn({ text }: ReadWord): string[] {
  if (CITATION.test(text.slice(0, 60))) return []
  return [...text.matchAll(NUMBER)].map(({ 0: digits, index }) => {
    const before = text.slice(Math.max(0, index - 2), index)
    const isNegative = /(?:^|[^\d\p{L}])[-−]$/u.test(before)
    const isPower = before.endsWith('^')
    const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits.slice(0, 60)) ? digits.replaceAll(',', '') : digits
    return `${isNegative ? '-' : ''}${isPower ? '^' : ''}${plain}`
  })
}

const citationsIn = ({ text }: ReadWord): string[] => (CITATION.test(text.slice(0, 60)) ? [text] : [])

const NUMBER_WORDS = new Set(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
    'nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion ' +
    'half halves third thirds quarter quarters fourth fourths fifth fifths sixth sixths seventh sevenths eighth eighths ninth ninths ' +
    'tenth tenths once twice thrice double doubled triple tripled twofold threefold fourfold fivefold tenfold dozen dozens percent'
  ).split(' '),
)

/** Words by which a number is often mistyped, and which are words themselves: 'for weeks', 'four weeks'. */
const LIKE_NUMBERS = new Set('for fore to too on won ate tree'.split(' '))

function spelledNumbers(removed: readonly ReadWord[], added: readonly ReadWord[]): number {
  const numbers = (words: readonly ReadWord[]) =>
    words.flatMap(({ text }) => text.toLowerCase().split(/[^a-z]+/)).filter((word) => NUMBER_WORDS.has(word))
  const count = differing(numbers(removed), numbers(added))
  if (count !== 1 || removed.length !== 1 || added.length !== 1) return count
  // 'tow weeks' was always 'two weeks'.
  const [one, other] = [lettersOf(removed[0]!.text), lettersOf(added[0]!.text)]
  const isMistyped = [one, other].some((word) => !NUMBER_WORDS.has(word) && !LIKE_NUMBERS.has(word))
  return isMistyped && isTypingError([one], [other], '') ? 0 : count
}

const UNITS = new Set(
  (
    'kg mg µg μg ug ng g t m cm dm mm µm μm um nm km ha l L dl dL ml mL µl μl uL kl s min h d wk mo yr K °C °F ℃ % ‰ mol mmol µmol μmol umol ' +
    'nmol M mM µM μM uM nM Pa hPa kPa MPa bar mbar ppm ppb dS mS µS μS S W kW J kJ MJ cal kcal Hz kHz V mV A mA lx klx rpm Da kDa bp kb Mb ' +
    'seconds minutes hours days weeks months years metres meters grams kilograms tonnes litres liters hectares plants'
  ).split(' '),
)
/** Units that are words or names as well count only after a number. */
const ALONE = new Set('t m s h d l L K M S W J V A g min bar plants days hours weeks months years'.split(' '))

/** The units among words: of 't/ha', 'mg·L⁻¹' and '5kg' each part. */
function unitsIn(words: readonly ReadWord[], beside: ReadWord | undefined): string[] {
  let follows = beside !== undefined && /\d\W*$/.test(beside.text.slice(-6))
  return words.flatMap(({ text }) => {
    const short = text.slice(0, 60)
    const parts = short.split(/[\d\s/·.,;:()[\]^⁻⁰¹²³⁴-⁹−+-]+/).filter(Boolean)
    const hasNumber = /\d/.test(short)
    const isAfter = follows
    const units = parts.filter(
      (part) => UNITS.has(part) && (!ALONE.has(part) || isAfter || (hasNumber && parts.length < 3)),
    )
    follows = /\d\W*$/.test(short) || (units.length > 0 && isAfter)
    return units
  })
}

/** The letters of a word from the first on, with the full stop of an abbreviation. */
const withoutMarks = (text: string): string => /\p{L}[\p{L}-]*\.?/u.exec(text)?.[0] ?? ''

const RANKS = new Set('subsp. ssp. var. subvar. f. cv. sect. ×'.split(' '))

/** Words that are, or belong to, scientific names: in italics, or a genus with its epithet. */
function latinIn(words: readonly ReadWord[], beside: ReadWord | undefined): string[] {
  return words.flatMap((word, index) => {
    if (word.isLatin) return [withoutMarks(word.text.slice(0, 80))]
    const text = withoutMarks(word.text.slice(0, 80))
    if (RANKS.has(word.text)) return [word.text]
    const before = words[index - 1] ?? beside
    const genus = before ? withoutMarks(before.text.slice(0, 80)) : ''
    const isGenus = (name: string) => /^\p{Lu}\.$/u.test(name) || (/^\p{Lu}\p{Ll}+$/u.test(name) && isLatin(name))
    const next = words[index + 1]
    if (isGenus(genus) && isSpecies(`${genus} ${text}`)) return [text]
    return next && isGenus(text) && isSpecies(`${text} ${withoutMarks(next.text.slice(0, 80))}`) ? [text] : []
  })
}

const signsIn = ({ text }: ReadWord): string[] => text.slice(0, 1000).match(/[<>≤≥=≠±×∼~]/g) ?? []
