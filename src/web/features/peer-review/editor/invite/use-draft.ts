import { useEffect, useMemo, useState } from 'react'
import type { Candidates, InvitationCandidate } from '../../../../../contract/api/invitations.ts'
import { useActor } from '../../../../client/session.ts'
import { canBeChosen, earlierReviewers, keyOf, standbyOf } from './choice.ts'
import { emptyDraft, forgetDraft, keepDraft, readDraft, type Draft } from './draft.ts'

/** The invitation that is being put together: what is chosen and typed survives a reload. */
export function useDraft(id: string, { candidates, round, standbyWanted }: Candidates) {
  const userId = useActor()?.userId ?? ''
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = readDraft(userId, id, round)
    if (!kept) return emptyDraft(earlierReviewers(candidates))
    // Somebody may have been invited from elsewhere meanwhile.
    const gone = new Set(candidates.filter((one) => !canBeChosen(one)).map(keyOf))
    const still = (keys: readonly string[]) => keys.filter((key) => !gone.has(key))
    return { ...kept, picked: still(kept.picked), standby: kept.standby && still(kept.standby) }
  })
  const [sent, setSent] = useState(false)

  const people = useMemo(
    () => new Map([...draft.people, ...candidates].map((person) => [keyOf(person), person])),
    [draft.people, candidates],
  )
  const known = (keys: readonly string[]) => keys.flatMap((key) => people.get(key) ?? [])
  const standby = standbyOf(draft, candidates, standbyWanted)

  useEffect(() => {
    if (!sent) keepDraft(userId, id, round, draft)
  }, [sent, userId, id, round, draft])

  return {
    draft,
    picked: known(draft.picked),
    standby: known(standby),
    set: (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes })),
    /** Changes the choice; `person` is kept with it, in case they are not in the list. */
    choose: (choice: Pick<Draft, 'picked' | 'standby'>, person?: InvitationCandidate) =>
      setDraft((before) => {
        const chosen = new Set([...choice.picked, ...(choice.standby ?? [])])
        const all = [
          ...before.people.filter((one) => !person || keyOf(one) !== keyOf(person)),
          ...(person ? [person] : []),
        ]
        return { ...before, ...choice, people: all.filter((one) => chosen.has(keyOf(one))) }
      }),
    /** After it has been sent nothing is left of it on this device. */
    forget: () => {
      setSent(true)
      forgetDraft(userId, id, round)
    },
  }
}
