import { domainOf } from '../../../contract/rules/people/email-domains.ts'
import { isLive } from '../../../contract/rules/peer-review/stages.ts'
import type { Caller } from '../../../platform/call.ts'
import { caseForEditor } from '../cases/relation.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { suggestionsOf } from '../reviewers/suggestions.ts'
import { cautionsAbout, type Cautions } from './cautions.ts'
import { recognise, reviewersBy, type Recognised } from './people.ts'
import { partInWords, partOf, readRounds } from './round.ts'

interface Typed {
  id: string
  fullName: string
  email: string
  affiliation: string
  orcid: string | null
}

/** What speaks against inviting somebody whose name and address an editor is typing. */
export async function conflictsWhileTyping(
  db: Db,
  caller: Caller,
  hashes: AddressHashes,
  { id, email: typed, ...person }: Typed,
): Promise<Cautions & { known: { reviewerId: string; fullName: string; by: Recognised['by'] } | null }> {
  await caseForEditor(db, caller, id)
  const email = domainOf(typed) === null ? null : typed.toLowerCase()
  const emails = email === null ? [] : [email]
  const [recognised] = await recognise(db, [{ email, orcid: person.orcid }], caller.userId)
  const found = recognised?.isHidden ? null : recognised
  const known = found ? (await reviewersBy(db, [found.reviewerId])).get(found.reviewerId) : undefined
  const nobody = { reviewerId: null, userId: null, awayUntil: null, doNotAskAt: null, emails }
  // Of a known reviewer more is compared than what has been typed.
  const compared = known ?? { ...nobody, ...person }
  const suggestions = await suggestionsOf(db, [id])
  const [cautions] = await cautionsAbout(db, id, [compared], { suggestions, hashes, callerId: caller.userId })
  const part = known && partOf((await readRounds(db, id)).current, known.reviewerId)
  return {
    ...cautions!,
    ...(part && isLive(part.state) ? { whyNot: `${partInWords(part)}.` } : {}),
    known: found && known ? { reviewerId: found.reviewerId, fullName: known.fullName, by: found.by } : null,
  }
}
