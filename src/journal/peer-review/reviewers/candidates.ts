import { sql, type RawBuilder } from 'kysely'
import type { ReviewerCandidate } from '../../../contract/api/invitations.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import type { Finding } from '../../../contract/rules/peer-review/conflicts.ts'
import { reviewerState } from '../../../contract/rules/peer-review/reviewer-state.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { analysed } from '../../../platform/search-engine/analyser.ts'
import { searchWords } from '../../../platform/search-engine/matches.ts'
import { neverToBeAsked, type AddressHashes } from './address-hashes.ts'
import { conflictsFor } from './find-conflicts.ts'
import { readManuscript } from './manuscript.ts'
import { loadAddresses, REVIEWER_COLUMNS, today } from './queries.ts'
import { relatedAuthors, type RelatedAuthor, sharedKeywords, topicOf } from './related-articles.ts'
import { isAbout, loadSuggestions, type LinkedSuggestion } from './suggestions.ts'
import { hasWord } from './words.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'

/** So many reviewers are compared, those with most of the topic first, and so many people are listed. */
const REVIEWERS_MAX = 500
const AUTHORS_MAX = 150
const LISTED_MAX = 100

export interface Ranking {
  /** Beginnings of words in name, affiliation, expertise or address. */
  q?: string | undefined
  historyOf: HistoryOf
  /** Reviewers of whom the viewer must not learn. */
  hidden?: RawBuilder<string> | undefined
  addressHashes: AddressHashes
  /** Reviewers who are listed first, whatever else orders them. */
  first?: readonly string[] | undefined
}

/** With the account, which conflicts are found by. */
export type RankedCandidate = ReviewerCandidate & { userId: string | null }

/** A person while they are being compared. */
interface Person {
  reviewerId: string | null
  userId: string | null
  fullName: string
  affiliation: string
  emails: string[]
  orcid: string | null
  expertise: string
  awayUntil: string | null
  doNotAskAt: string | null
  related?: RelatedAuthor
  suggestion?: LinkedSuggestion
}

/**
 * Who could review a manuscript, best first: this journal's reviewers by expertise and history, authors of related
 * articles, and whom the authors suggest. Those whom the authors oppose, who are authors or never to be asked are last.
 * Twenty queries, the history among them, however many people there are.
 */
export async function rankCandidates(
  db: Db,
  articleId: string,
  { q = '', historyOf, addressHashes, hidden, first = [] }: Ranking,
): Promise<RankedCandidate[]> {
  const manuscript = await readManuscript(db, articleId)
  const topic = topicOf(manuscript)
  const wanted = searchWords(q)
  const authors = await relatedAuthors(db, manuscript)
  const suggestions = await loadSuggestions(db, [articleId])
  const suggested = suggestions.filter(({ kind }) => kind === 'suggest')
  const opposed = suggestions.filter(({ kind }) => kind === 'oppose')

  const reviewers = await reviewersOn(db, topic, wanted, [...authors, ...suggested], first, hidden)
  const people = withOthers(reviewers, authors, suggested, wanted)
  const emails = people.flatMap((person) => person.emails)
  const never = await neverToBeAsked(db, addressHashes, emails)
  const history = await historyOf(
    db,
    reviewers.map(({ reviewerId }) => reviewerId!),
  )
  const findings = await conflictsFor(db, manuscript, people)
  const all = people.map((person, at) =>
    compared(person, findings[at]!, history.get(person.reviewerId ?? '') ?? NO_HISTORY, topic, opposed),
  )
  for (const one of all) if (first.includes(one.candidate.reviewerId ?? '') && one.last < NEVER) one.last = FIRST
  return all
    .filter((_one, at) => !people[at]!.emails.some((email) => never.has(email)))
    .sort((one, other) => one.last - other.last || other.weight - one.weight || compareNames(one, other))
    .slice(0, LISTED_MAX)
    .map(({ candidate }) => candidate)
}

const compareNames = (one: { candidate: ReviewerCandidate }, other: { candidate: ReviewerCandidate }): number =>
  one.candidate.fullName < other.candidate.fullName ? -1 : 1

const FIRST = -1
const NEVER = 4

/** A person as a candidate, with what orders them: never shown, because it says nothing that words do not. */
function compared(
  person: Person,
  findings: Finding[],
  history: ReviewHistory,
  topic: readonly string[],
  opposed: readonly LinkedSuggestion[],
) {
  const opposition = opposed.find((one) => isAbout(one, person))
  const state = reviewerState(person, today())
  const isAuthor = findings.some(({ weight }) => weight === 'impossible')
  const hasConflict = findings.some(({ weight }) => weight === 'conflict')
  const whyNot = isAuthor
    ? findings.find(({ weight }) => weight === 'impossible')!.sentence
    : state === 'never-ask'
      ? 'Has asked never to be invited again'
      : null
  const keywords = sharedKeywords(person.expertise, topic)
  const { related, suggestion } = person
  const weight =
    3 * keywords.length +
    (related ? Math.min(related.closeness, 8) : 0) +
    Math.min(history.reports, 3) +
    (history.reports ? 2 * (history.onTime / history.reports) : 0) +
    (suggestion ? 1 : 0) -
    2 * history.open
  const candidate: RankedCandidate = {
    reviewerId: person.reviewerId,
    userId: person.userId,
    fullName: person.fullName,
    affiliation: person.affiliation,
    email: person.emails[0] ?? null,
    emails: person.emails,
    suggestionId: suggestion?.id ?? null,
    orcid: person.orcid,
    suggestedByAuthors: suggestion?.source === 'author',
    opposed: opposition ? opposition.reason : null,
    reasons: [
      ...(history.reports ? [`Has reviewed ${counted(history.reports, 'manuscript')} for this journal`] : []),
      ...(keywords.length ? [`Expertise: ${keywords.join(', ')}`] : []),
      ...(related ? [`Author of “${related.title}”, ${related.year}`] : []),
      ...(suggestion ? [suggestedInWords(suggestion)] : []),
    ],
    isOnTopic: keywords.length > 0 || related !== undefined,
    load: person.reviewerId === null ? [] : loadInWords(history),
    findings,
    state,
    awayUntil: state === 'away' ? person.awayUntil : null,
    whyNot,
  }
  // Authors and those who are never asked at the very end, before them those whom the authors oppose.
  const last = whyNot !== null ? NEVER : opposition ? 3 : hasConflict ? 2 : state === 'away' ? 1 : 0
  return { candidate, last, weight }
}

const suggestedInWords = ({ source, reason }: LinkedSuggestion): string =>
  `Suggested by ${source === 'author' ? 'the authors' : 'another reviewer'}${reason ? `: ${reason}` : ''}`

/** The reviewers with most words of the topic, and those among these people: three queries. */
async function reviewersOn(
  db: Db,
  topic: readonly string[],
  wanted: readonly string[],
  others: readonly { email: string | null; orcid?: string | null }[],
  first: readonly string[],
  hidden: RawBuilder<string> = sql<string>`('')`,
): Promise<Person[]> {
  const emails = others.flatMap(({ email }) => email ?? [])
  const orcids = others.flatMap(({ orcid }) => orcid ?? [])
  const among = db
    .selectFrom('reviewers')
    .select('id')
    .where((where) =>
      where.or([
        ...(orcids.length ? [where('orcid', 'in', orcids)] : []),
        where(
          'id',
          'in',
          where
            .selectFrom('reviewer_addresses')
            .select('reviewer_id')
            .where((inner) => inner(inner.fn<string>('lower', ['email']), 'in', emails.length ? emails : [''])),
        ),
      ]),
    )
    .where('erased_at', 'is', null)
    .limit(REVIEWERS_MAX)
  const words = topic.map((word) => sql<number>`case when ${hasWord(word)} then 1 else 0 end`)
  let onTopic = db.selectFrom('reviewers').select('id').where('erased_at', 'is', null).where('id', 'not in', hidden)
  for (const word of wanted) onTopic = onTopic.where(hasWord(word))
  if (words.length) onTopic = onTopic.orderBy(sql`${sql.join(words, sql` + `)}`, 'desc')
  const ids = [
    ...(await onTopic.orderBy('name_order').orderBy('id').limit(REVIEWERS_MAX).execute()),
    ...(await among.execute()),
    ...first.map((id) => ({ id })),
  ].map(({ id }) => id)
  if (!ids.length) return []
  const rows = await db
    .selectFrom('reviewers')
    .select([...REVIEWER_COLUMNS, 'words'])
    .where('id', 'in', [...new Set(ids)])
    .where('erased_at', 'is', null)
    .execute()
  const addresses = Map.groupBy(
    await loadAddresses(
      db,
      rows.map(({ id }) => id),
    ),
    ({ reviewer_id }) => reviewer_id,
  )
  return rows
    .filter((row) => wanted.every((word) => row.words.includes(` ${word}`)))
    .map((row): Person => ({
      reviewerId: row.id,
      userId: row.user_id,
      fullName: row.full_name,
      affiliation: row.affiliation,
      emails: (addresses.get(row.id) ?? []).map(({ email }) => email.toLowerCase()),
      orcid: row.orcid,
      expertise: row.expertise,
      awayUntil: row.away_until,
      doNotAskAt: row.do_not_ask_at,
    }))
}

/** The same people once: known reviewers with what else speaks for them, and those who are not reviewers yet. */
function withOthers(
  reviewers: readonly Person[],
  authors: readonly RelatedAuthor[],
  suggested: readonly LinkedSuggestion[],
  wanted: readonly string[],
): Person[] {
  const people = [...reviewers]
  const byKey = new Map(people.flatMap((person) => keysOf(person).map((key) => [key, person] as const)))
  const known = (email: string | null, orcid: string | null) => byKey.get(orcid ?? '') ?? byKey.get(email ?? '')
  const add = (person: Person) => {
    const words = [person.fullName, person.affiliation, ...person.emails].flatMap(analysed)
    if (!wanted.every((start) => words.some((word) => word.startsWith(start)))) return
    people.push(person)
    for (const key of keysOf(person)) byKey.set(key, person)
  }
  const nobody = { reviewerId: null, userId: null, expertise: '', awayUntil: null, doNotAskAt: null }
  for (const related of authors.slice(0, AUTHORS_MAX)) {
    const { fullName, affiliation, email, orcid } = related
    const person = known(email, orcid)
    if (person) person.related ??= related
    else add({ ...nobody, fullName, affiliation, emails: [email], orcid, related })
  }
  for (const suggestion of suggested) {
    const { fullName, affiliation, email } = suggestion
    const person = known(email, null)
    if (person) person.suggestion ??= suggestion
    else add({ ...nobody, fullName, affiliation, emails: email === null ? [] : [email], orcid: null, suggestion })
  }
  return people
}

const keysOf = ({ emails, orcid }: Person): string[] => [...emails, ...(orcid === null ? [] : [orcid])]

/** What a reviewer has done for this journal. */
export interface ReviewHistory {
  /** Requests that wait for an answer or a report. */
  open: number
  /** A date (YYYY-MM-DD); null if never. */
  lastAskedOn: string | null
  reports: number
  /** Of these, the reports that came in time. */
  onTime: number
  /** The median time until an answer, in days; null if there was none. */
  replyDays: number | null
}

/** Reads the history of reviewers; those who were never asked may be left out. It must ask a fixed number of queries. */
export type HistoryOf = (db: Db, reviewerIds: readonly string[]) => Promise<ReadonlyMap<string, ReviewHistory>>

export const NO_HISTORY: ReviewHistory = { open: 0, lastAskedOn: null, reports: 0, onTime: 0, replyDays: null }

/** Open and earlier requests as an editor reads them. */
const loadInWords = ({ open, lastAskedOn, reports, onTime, replyDays }: ReviewHistory): string[] => [
  open ? counted(open, 'open invitation') : 'No open invitations',
  lastAskedOn === null ? 'Never invited' : `Last invited on ${longDate(lastAskedOn)}`,
  ...(replyDays === null
    ? []
    : [replyDays < 1 ? 'Usually replies the same day' : `Usually replies in ${counted(Math.round(replyDays), 'day')}`]),
  ...(reports ? [`${counted(reports, 'report')}, ${onTime === reports ? '' : `${onTime || 'none'} `}on time`] : []),
]
