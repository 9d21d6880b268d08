import { domainOf } from '../../../contract/domain/email-domains.ts'
import { isLive } from '../../../contract/domain/peer-review/stages.ts'
import type { Caller } from '../../call.ts'
import { caseForEditor } from '../../cases/relation.ts'
import type { Db } from '../../database/connect.ts'
import type { AddressHashes } from '../../reviewers/address-hashes.ts'
import { suggestionsOf } from '../../reviewers/suggestions.ts'
import { cautionsAbout, type Cautions } from './cautions.ts'
import { hiddenAmong, holdersOf, reviewersBy } from './people.ts'
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
): Promise<Cautions & { known: { reviewerId: string; fullName: string } | null }> {
  await caseForEditor(db, caller, id)
  const email = domainOf(typed) === null ? null : typed.toLowerCase()
  const emails = email === null ? [] : [email]
  const found = email === null ? undefined : (await holdersOf(db, [email])).get(email)
  const isHidden = found !== undefined && (await hiddenAmong(db, caller.userId, { ids: [found] })).ids.has(found)
  const holder = isHidden ? undefined : found
  const known = holder === undefined ? undefined : (await reviewersBy(db, [holder])).get(holder)
  const nobody = { reviewerId: null, userId: null, awayUntil: null, doNotAskAt: null, emails }
  // Of a known reviewer more is compared than what has been typed.
  const compared = known ?? { ...nobody, ...person }
  const suggestions = await suggestionsOf(db, [id])
  const [cautions] = await cautionsAbout(db, id, [compared], { suggestions, hashes, callerId: caller.userId })
  const part = known && partOf((await readRounds(db, id)).current, known.reviewerId)
  return {
    ...cautions!,
    ...(part && isLive(part.state) ? { whyNot: `${partInWords(part)}.` } : {}),
    known: known ? { reviewerId: known.reviewerId!, fullName: known.fullName } : null,
  }
}
