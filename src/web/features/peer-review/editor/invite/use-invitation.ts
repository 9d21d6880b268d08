import { useMemo } from 'react'
import { z } from 'zod'
import {
  type Candidates,
  InvitationCandidate,
  InvitationForm,
  INVITED_MAX,
  OWN_LINES_MAX,
} from '../../../../../contract/api/invitations.ts'
import { browserApi } from '../../../../client/api.ts'
import { useActor } from '../../../../client/session.ts'
import { go } from '../../../../ui/go.ts'
import { toast, toastFailure } from '../../../../ui/toast.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { useStoredDraft } from '../../../../ui/use-stored-draft.ts'
import { canBeChosen, earlierReviewers, keyOf, standbyOf } from './choice.ts'

/** An invitation that has not been sent yet. */
const Draft = z.object({
  picked: z
    .array(z.string())
    .transform((keys) => keys.slice(0, INVITED_MAX))
    .readonly(),
  standby: z.array(z.string()).readonly().nullable(),
  replyDays: z.number(),
  reportDays: z.number(),
  message: z.string().transform((lines) => lines.slice(0, OWN_LINES_MAX)),
  /** Why someone is invited despite a warning, by key. */
  reasons: z.record(z.string(), z.string()),
  /** The chosen people, who need not be in the list: they may have been found by name, or typed. */
  people: z.array(InvitationCandidate),
})
type Draft = z.output<typeof Draft>

/**
 * The invitation that is being put together. What is chosen and typed stays on this device until it is sent; a failure
 * leaves everything as it is.
 */
export function useInvitation({
  id,
  loaded: { candidates, round, standbyWanted, replyDays, reportDays },
  caseHref,
  onRefused,
  onNobody,
}: {
  id: string
  loaded: Candidates
  caseHref: string
  /** Something has changed since the list was loaded. */
  onRefused: () => void
  onNobody: () => void
}) {
  const userId = useActor()?.userId ?? ''
  // Each editor has a draft for each round of a case.
  const stored = useStoredDraft<Draft>(`journal:invite:${userId}:${id}:${round}`, Draft, {
    ...{ picked: earlierReviewers(candidates), standby: null, replyDays, reportDays },
    ...{ message: '', reasons: {}, people: [] },
  })
  // Someone may have been invited from elsewhere meanwhile.
  const draft = useMemo(() => {
    const gone = new Set(candidates.filter((one) => !canBeChosen(one)).map(keyOf))
    const still = (keys: readonly string[]) => keys.filter((key) => !gone.has(key))
    const { picked, standby } = stored.value
    return { ...stored.value, picked: still(picked), standby: standby && still(standby) }
  }, [stored.value, candidates])

  const people = useMemo(
    () => new Map([...draft.people, ...candidates].map((person) => [keyOf(person), person])),
    [draft.people, candidates],
  )
  const known = (keys: readonly string[]) => keys.flatMap((key) => people.get(key) ?? [])
  const picked = known(draft.picked)
  const standby = known(standbyOf(draft, candidates, standbyWanted))

  const invitee = (person: InvitationCandidate) => inviteeOf(person, draft.reasons[keyOf(person)])
  const form = useForm({
    schema: InvitationForm,
    initial: draft,
    draft: { value: draft, change: stored.change },
    input: ({ replyDays, reportDays, message }) => ({
      ...{ replyDays, reportDays, message },
      invite: picked.map(invitee),
      standby: standby.map(invitee),
    }),
    submit: async (invitation) => {
      const { message } = await browserApi.invitations.invite({ id, ...invitation })
      stored.clear()
      toast.success(message)
      go(caseHref)
    },
    onFailure: (failure) => {
      toastFailure(failure)
      if (failure.statusCode === 409) onRefused()
    },
  })
  const settle = () => {
    form.forget()
    form.refuse({})
  }
  const send = () => {
    if (!picked.length) onNobody()
    return form.send()
  }
  const errorsOf = (list: 'invite' | 'standby', people: readonly InvitationCandidate[]) =>
    people.flatMap((person, at) => {
      const words = form.errorOf(`${list}.${at}`)
      return words === undefined ? [] : [[keyOf(person), words] as const]
    })
  /** What is missing, by the key of the person. */
  const errors = Object.fromEntries([...errorsOf('invite', picked), ...errorsOf('standby', standby)])
  const problem = form.errors.invite ?? form.failure?.message

  /** Changes the choice; `person` is kept with it, in case they are not in the list. */
  const choose = (choice: Pick<Draft, 'picked' | 'standby'>, person?: InvitationCandidate) => {
    settle()
    stored.change((before) => {
      const chosen = new Set([...choice.picked, ...(choice.standby ?? [])])
      const others = before.people.filter((one) => !person || keyOf(one) !== keyOf(person))
      const all = person ? [...others, person] : others
      return { ...choice, people: all.filter((one) => chosen.has(keyOf(one))) }
    })
  }
  return { draft, picked, standby, set: form.change, choose, send, sending: form.sending, problem, errors, settle }
}

/** How a candidate is named to the server: as a reviewer, as someone suggested, or as a new person. */
export const named = ({ reviewerId, suggestionId, emails, ...typed }: InvitationCandidate) => {
  const { fullName, email, affiliation, orcid } = typed
  if (reviewerId !== null && (email === null || emails.includes(email))) return { reviewerId }
  return suggestionId !== null ? { suggestionId } : { person: { fullName, email: email ?? '', affiliation, orcid } }
}

/** A chosen person: the warnings that are shown beside the name have been read. */
const inviteeOf = (person: InvitationCandidate, reason = '') => ({
  ...named(person),
  despite: person.warnings.length > 0,
  waive: person.warnings.length > 0 ? reason : null,
})
