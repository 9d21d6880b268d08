import { useState } from 'react'
import type { Reviewer } from '../../../../../contract/api/reviewers.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { LocalDate } from '../../../../ui/local-date.tsx'
import { toast, toastFailure } from '../../../../ui/toast.ts'
import { EmailAddress } from '../../../../ui/web-address.tsx'
import { STATE_WORDS } from './load-reviewers.ts'
import { stateOf } from './reviewer-columns.tsx'

/** A reviewer's details, and what can be done with the record. */
export function ReviewerDialog({
  reviewer,
  onEdit,
  onChanged,
  onClose,
}: {
  reviewer: Reviewer
  onEdit: () => void
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const { id, fullName, emails, affiliation, expertise, orcid, awayUntil, doNotAskAt } = reviewer
  const [asking, setAsking] = useState<'never-ask' | 'erase' | null>(null)
  const isAsked = doNotAskAt === null

  const act = async (work: () => Promise<unknown>, done: string, after: () => void) => {
    try {
      await work()
      toast.success(done)
      after()
    } catch (error) {
      toastFailure(error)
    }
    setAsking(null)
    await onChanged()
  }
  const neverAsk = () =>
    act(
      () => browserApi.reviewers.neverAsk({ id, neverAsk: isAsked }),
      isAsked ? `${fullName} will not be invited again` : `${fullName} can be invited again`,
      () => {},
    )
  const erase = () => act(() => browserApi.reviewers.erase({ id }), 'The reviewer’s data has been erased', onClose)

  return (
    <>
      <Dialog title={fullName} about={STATE_WORDS[stateOf(reviewer)]} onClose={onClose}>
        <div className="mid">
          <dl className="facts">
            <dt>{emails.length > 1 ? 'Addresses' : 'Address'}</dt>
            <dd>
              {emails.map(({ email }, at) => (
                <span key={email} className="block">
                  <EmailAddress>{email}</EmailAddress>{' '}
                  {at === 0 && emails.length > 1 && <span className="muted">(preferred)</span>}
                </span>
              ))}
            </dd>
            <dt>Affiliation</dt>
            <dd>{affiliation || 'none'}</dd>
            <dt>Expertise</dt>
            <dd>{expertise || 'none'}</dd>
            {orcid && (
              <>
                <dt>ORCID iD</dt>
                <dd>{orcid}</dd>
              </>
            )}
            {awayUntil && (
              <>
                <dt>Away until</dt>
                <dd>{longDate(awayUntil)}</dd>
              </>
            )}
            {doNotAskAt && (
              <>
                <dt>Do not invite</dt>
                <dd>
                  {doNotAskAt === reviewer.createdAt ? (
                    'yes'
                  ) : (
                    <>
                      since <LocalDate at={doNotAskAt} />
                    </>
                  )}
                </dd>
              </>
            )}
          </dl>
          <p className="buttons space">
            <button type="button" className="btn" onClick={() => setAsking('never-ask')}>
              {isAsked ? 'Do Not Invite' : 'Allow Invitations'}
            </button>
            <button type="button" className="btn danger" onClick={() => setAsking('erase')}>
              Erase Data
            </button>
          </p>
        </div>
        <footer>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn solid" onClick={onEdit}>
            Edit
          </button>
        </footer>
      </Dialog>
      {asking === 'never-ask' && (
        <ConfirmDialog
          title={isAsked ? 'Do Not Invite' : 'Allow Invitations'}
          confirm={isAsked ? 'Do Not Invite' : 'Allow'}
          onConfirm={neverAsk}
          onClose={() => setAsking(null)}
        >
          <p>
            {isAsked
              ? `${fullName} will be shown in lists of candidates, but cannot be invited.`
              : `${fullName} can be invited again. Please do so only if they have agreed.`}
          </p>
        </ConfirmDialog>
      )}
      {asking === 'erase' && (
        <ConfirmDialog
          title="Erase Data"
          confirm="Erase for Good"
          danger
          onConfirm={erase}
          onClose={() => setAsking(null)}
        >
          <p>
            Name, addresses, affiliation, ORCID iD and expertise of {fullName} will be erased, and the addresses can
            never be invited again. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
