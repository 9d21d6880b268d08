import { journal } from '../../../../journal.config.ts'
import type { Candidates, InvitationCandidate } from '../../../contract/api/invitations.ts'
import { joinNames } from '../../../contract/rules/people/author-names.ts'
import { isLive } from '../../../contract/rules/peer-review/stages.ts'
import type { Caller } from '../../../platform/call.ts'
import type { LoadedAssignment } from '../cases/load-cases.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { caseForEditor } from '../cases/relation.ts'
import { reviewerHistory } from '../cases/reviewer-history.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { hiddenReviewers } from '../reviewers/hidden.ts'
import { rankCandidates, type RankedCandidate } from '../reviewers/candidates.ts'
import { cautionsOf } from './cautions.ts'
import { amongCasePeople, readCasePeople, type AmongCasePeople } from './on-the-case.ts'
import { partInWords, partOf, requireInvitable, toRounds } from './round.ts'

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
  const { number, stage } = loaded.theCase
  requireInvitable(stage)
  const rounds = toRounds(loaded)
  const { current, reporters } = rounds
  const live = current.filter(({ state }) => isLive(state))
  const historyOf = reviewerHistory(caller.userId)
  const ranked = await rankCandidates(db, id, {
    ...{ q, historyOf, addressHashes: hashes, first: reporters },
    hidden: hiddenReviewers(caller.userId),
  })
  const casePeople = await readCasePeople(db, id, caller.userId)
  const all = ranked.map((one) => {
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
    wanted: Math.max(0, journal.review.reviewers - (live.length - standby)),
    standbyWanted: Math.max(0, STANDBY - standby),
    takingPart: live.map((row) => ({
      assignmentId: row.id,
      fullName: names.get(row.reviewer_id) ?? '',
      state: row.state,
      words: partInWords(row),
    })),
    hasReviewers:
      (await db.selectFrom('reviewers').select('id').where('erased_at', 'is', null).limit(1).execute()).length > 0,
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
  return joinNames(authors)
}
