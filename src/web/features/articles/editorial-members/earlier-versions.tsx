import { useState } from 'react'
import type { EditorialMembers, EditorialMembersVersion } from '../../../../contract/api/editorial-members.ts'
import { browserApi } from '../../../client/api.ts'
import { toastFailure } from '../../../ui/call-failure.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { UtcTime } from '../../../ui/local-date.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { VersionDialog } from './version-dialog.tsx'

type Open = { looking: EditorialMembersVersion } | { restoring: EditorialMembersVersion } | null

/** Earlier versions of the record, who replaced them and when, and a button to restore each. */
export function EarlierVersions({
  record: { id, version: present },
  onRestored,
}: {
  record: EditorialMembers
  onRestored: () => Promise<void>
}) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)

  // Reloaded whenever the record changes, because the previous version becomes an earlier one.
  const ask = () => browserApi.editorialMembers.versions({ id })
  const { answer: versions, failed, tryAgain } = useAnswer(ask, `${id} ${present}`)

  const restore = async (version: EditorialMembersVersion) => {
    try {
      await browserApi.editorialMembers.restore({ id, versionId: version.id, version: present })
      toast.success('Earlier version restored')
    } catch (error) {
      toastFailure(error)
    }
    close()
    await onRestored()
  }

  return (
    <section className="earlier" aria-labelledby="earlier-heading">
      <h2 id="earlier-heading">Earlier versions</h2>
      {!versions && !failed && <SkeletonLines widths={[80, 50, 80, 50]} />}
      {failed && (
        <Failure message="Earlier versions could not be loaded.">
          <TryAgain onClick={tryAgain} />
        </Failure>
      )}
      {versions && !versions.length && (
        <p className="muted">No earlier versions yet. Each change keeps the previous version.</p>
      )}
      {versions && versions.length > 0 && (
        <ol role="list">
          {versions.map((version) => (
            <li key={version.id}>
              <p>
                Written <UtcTime at={version.updatedAt} />
              </p>
              <p className="muted small">
                Replaced <UtcTime at={version.replacedAt} /> by {version.replacedBy ?? 'the journal'}
              </p>
              <p className="go">
                <button type="button" className="btn text" onClick={() => setOpen({ looking: version })}>
                  View this version
                </button>
                <button type="button" className="btn text" onClick={() => setOpen({ restoring: version })}>
                  Restore this version
                </button>
              </p>
            </li>
          ))}
        </ol>
      )}
      {open && 'looking' in open && (
        <VersionDialog version={open.looking} onRestore={() => setOpen({ restoring: open.looking })} onClose={close} />
      )}
      {open && 'restoring' in open && (
        <ConfirmDialog
          title="Restore this version?"
          confirm="Restore"
          onConfirm={() => restore(open.restoring)}
          onClose={close}
        >
          <p>
            Readers will immediately see the version of <UtcTime at={open.restoring.updatedAt} />. The current one is
            kept as an earlier version.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
