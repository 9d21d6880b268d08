import { sql } from 'kysely'
import type { Candidates, InvitationCandidate } from '../../../contract/api/invitations.ts'
import { joinNames, namesInBrief } from '../../../contract/rules/people/author-names.ts'
import { daysWithin, REPLY_DAYS, REPORT_DAYS } from '../../../contract/rules/peer-review/review-dates.ts'
import { isLive } from '../../../contract/rules/peer-review/stages.ts'
import type { Caller } from '../../../platform/call.ts'
import type { LoadedAssignment } from '../cases/load-cases.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { caseForEditor } from '../cases/relation.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { hiddenReviewers } from '../reviewers/hidden.ts'
import { rankCandidates, type RankedCandidate, type HistoryOf, type ReviewHistory } from '../reviewers/candidates.ts'
import { cautionsOf, mixedWith } from './cautions.ts'
import { amongCasePeople, readCasePeople, type AmongCasePeople } from './on-the-case.ts'
import { partInWords, partOf, requireInvitable, toRounds } from './invite.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { recusedArticles } from '../recusal.ts'

/** So many people wait on standby if nobody says otherwise. */
const STANDBY = 2

/** Who could be invited to review, as an editor of the case sees it: thirty-five queries, however many people there are. */
export async function listCandidates(
  db: Db,
  caller: Caller,
  hashes: AddressHashes,
  { id, q }: { id: string; q?: string | undefined },
): Promise<Candidates> {
  const loaded = await caseForEditor(db, caller, id)
  const { number, is_sample } = loaded.theCase
  requireInvitable(loaded)
  const rounds = toRounds(loaded)
  const { current, reporters } = rounds
  const live = current.filter(({ state }) => isLive(state))
  const { review } = loaded.promised
  const historyOf = reviewerHistory(caller.userId)
  const ranked = await rankCandidates(db, id, {
    ...{ q, historyOf, addressHashes: hashes, first: reporters },
    hidden: sql<string>`(select id from reviewers where is_sample <> ${is_sample} or id in ${hiddenReviewers(caller.userId)})`,
  })
  const casePeople = await readCasePeople(db, id, caller.userId)
  // Invented people are offered for samples alone, and nobody else for them.
  const possible = ranked.filter(({ emails }) => mixedWith(is_sample === 1, emails) === null)
  const all = possible.map((one) => {
    const among = amongCasePeople(one, casePeople)
    return candidate(one, { among, part: partOf(current, one.reviewerId), isEarlier: isIn(reporters, one) })
  })
  const names = new Map(casePeople.people.map(({ reviewerId, candidate }) => [reviewerId, candidate.fullName]))
  const standby = live.filter(({ state }) => state === 'standby').length
  return {
    number,
    title: loaded.title,
    authors: await authorsOf(db, id),
    round: rounds.number,
    replyDays: daysWithin(review.replyDays, REPLY_DAYS),
    reportDays: daysWithin(review.reportDays, REPORT_DAYS),
    wanted: Math.max(0, review.reviewers - (live.length - standby)),
    standbyWanted: Math.max(0, STANDBY - standby),
    takingPart: live.map((row) => ({
      assignmentId: row.id,
      fullName: names.get(row.reviewer_id) ?? '',
      state: row.state,
      words: partInWords(row),
    })),
    hasReviewers:
      (
        await db
          .selectFrom('reviewers')
          .select('id')
          .where('erased_at', 'is', null)
          .where('is_sample', '=', is_sample)
          .limit(1)
          .execute()
      ).length > 0,
    candidates: [...all.filter(({ whyNot }) => whyNot === null), ...all.filter(({ whyNot }) => whyNot !== null)],
  }
}

const isIn = (ids: readonly string[], { reviewerId }: RankedCandidate) => ids.includes(reviewerId ?? '')

function candidate(
  one: RankedCandidate,
  { among, part, isEarlier }: { among: AmongCasePeople; part: LoadedAssignment | undefined; isEarlier: boolean },
): InvitationCandidate {
  const cautions = cautionsOf({
    ...one,
    doNotAskAt: one.state === 'never-ask' ? 'asked' : null,
    among,
    isNever: false,
    mixed: null,
  })
  const isPart = part !== undefined && isLive(part.state)
  const noAddress = one.email === null ? 'No email address is known.' : null
  return {
    ...one,
    ...cautions,
    reasons: [...(isEarlier ? ['Has reviewed the earlier version'] : []), ...one.reasons],
    whyNot: isPart ? `${partInWords(part)}.` : (cautions.whyNot ?? noAddress),
    isEarlier,
    asked: part && !isPart ? partInWords(part) : null,
  }
}

/** What the page is about: title and authors. */
async function authorsOf(db: Db, id: string): Promise<string> {
  const authors = (await loadAuthors(db, [id])).map(({ fullName }) => fullName)
  return joinNames(namesInBrief(authors))
}

/**
 * What reviewers have done for this journal, as one editor may know it: cases from which that editor is recused are
 * left out, so that nobody finds their own reviewers by counts. One query.
 */
const reviewerHistory =
  (viewerId: string): HistoryOf =>
  async (db, reviewerIds) => {
    if (!reviewerIds.length) return new Map()
    const rows = await db
      .selectFrom('review_assignments as assignment')
      .leftJoin('review_reports as report', (join) =>
        join.onRef('report.assignment_id', '=', 'assignment.id').on('report.version', '=', 1),
      )
      .select(['reviewer_id', 'state', 'invited_at', 'replied_at', 'due_on', 'report.submitted_at as reported_at'])
      .where('reviewer_id', 'in', reviewerIds)
      .where('invited_at', 'is not', null)
      .where('assignment.article_id', 'not in', recusedArticles(viewerId))
      .execute()
    const byReviewer = Map.groupBy(rows, ({ reviewer_id }) => reviewer_id)
    return new Map([...byReviewer].map(([id, own]) => [id, historyOf(own)]))
  }

interface Asked {
  state: string
  invited_at: string | null
  replied_at: string | null
  due_on: string | null
  reported_at: string | null
}

function historyOf(asked: readonly Asked[]): ReviewHistory {
  const reported = asked.filter(({ reported_at }) => reported_at !== null)
  const replies = asked.flatMap(({ invited_at, replied_at }) =>
    replied_at === null ? [] : [(Date.parse(replied_at) - Date.parse(invited_at!)) / DAY_MS],
  )
  const last = asked.reduce((newest, { invited_at }) => (invited_at! > newest ? invited_at! : newest), '')
  return {
    open: asked.filter(({ state }) => state === 'invited' || state === 'agreed').length,
    lastAskedOn: dayOf(last),
    reports: reported.length,
    onTime: reported.filter(({ reported_at, due_on }) => due_on === null || dayOf(reported_at!) <= due_on).length,
    replyDays: median(replies),
  }
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  if (!sorted.length) return null
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
