import { useRef, useState } from 'react'
import type { InvitationCandidate } from '../../../../../contract/api/invitations.ts'
import { browserApi } from '../../../../client/api.ts'
import { toastFailure } from '../../../../ui/call-failure.ts'
import { go } from '../../../../ui/go.ts'
import { toast } from '../../../../ui/toast.ts'
import { keyOf } from './choice.ts'
import type { Draft } from './draft.ts'
import { inviteeOf } from './invitee.ts'

const NOBODY = 'Please choose at least one person to invite'

/** Sends the invitation once, however often that is asked for. A failure leaves everything as it is. */
export function useSend({
  id,
  draft,
  picked,
  standby,
  caseHref,
  onSent,
  onRefused,
  onNobody,
}: {
  id: string
  draft: Draft
  picked: readonly InvitationCandidate[]
  standby: readonly InvitationCandidate[]
  caseHref: string
  onSent: () => void
  /** Something has changed since the list was loaded. */
  onRefused: () => void
  onNobody: () => void
}) {
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** What is missing, by the key of the person. */
  const [errors, setErrors] = useState<Record<string, string>>({})
  const settle = () => {
    setProblem(undefined)
    setErrors({})
  }

  const send = async () => {
    if (busy.current) return
    if (!picked.length) {
      setProblem(NOBODY)
      return onNobody()
    }
    busy.current = true
    setSending(true)
    settle()
    const { replyDays, reportDays, message, reasons } = draft
    const invitee = (person: InvitationCandidate) => inviteeOf(person, reasons[keyOf(person)])
    try {
      const { message: done } = await browserApi.invitations.invite({
        ...{ id, replyDays, reportDays, message },
        invite: picked.map(invitee),
        standby: standby.map(invitee),
      })
      onSent()
      toast.success(done)
      go(caseHref)
    } catch (error) {
      const failure = toastFailure(error)
      setProblem(failure.message)
      setErrors(
        Object.fromEntries(
          Object.entries(failure.errors ?? {}).flatMap(([field, words]) => {
            const [list, index] = field.split('.')
            const person = (list === 'invite' ? picked : standby)[Number(index)]
            return person ? [[keyOf(person), words]] : []
          }),
        ),
      )
      if (failure.statusCode === 409) onRefused()
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  return { send, sending, problem, errors, settle }
}
