import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { EditorialMembers, EditorialMembersVersion } from '../../../../contract/api/editorial-members.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { AreaHead } from '../../../ui/area-head.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LocalDate, UtcTime } from '../../../ui/local-date.tsx'
import { RichHtml } from '../../../ui/title-text.tsx'
import { Empty, Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { EditorialMembersDialog } from './editorial-members-dialog.tsx'

export const EDITORIAL_MEMBERS_TITLE = 'Editorial Members'

/** Only the first record is shown and edited. */
export const loadEditorialMembers = async (): Promise<{ record: EditorialMembers | null }> => ({
  record: (await browserApi.editorialMembers.list())[0] ?? null,
})

/** The editorial-members record as readers see it, its form, and its earlier versions. */
export function EditorialMembersEditor({ record }: { record: EditorialMembers | null }) {
  const { revalidate } = useRevalidator()
  const [writing, setWriting] = useState(false)
  // The same button in both states, so that it gets the focus back after the dialog has created the record.
  const Icon = record ? Pencil : Plus
  return (
    <>
      <AreaHead
        title={EDITORIAL_MEMBERS_TITLE}
        note={
          record && (
            <>
              Last updated: <LocalDate at={record.updatedAt} />
            </>
          )
        }
      >
        <Link className="btn" to={paths.adminBoard}>
          Board as People
        </Link>
        <button type="button" className="btn solid" onClick={() => setWriting(true)}>
          <Icon className="ic" aria-hidden="true" />
          {record ? 'Edit Members' : 'Add Members'}
        </button>
      </AreaHead>
      {record?.fromPeople && (
        <p className="notice">
          This page is made from people. <strong>Editing it here makes it a free text again.</strong>
        </p>
      )}
      {record ? (
        <div className="with-side">
          <RichHtml html={record.members} className="rich members" />
          <EarlierVersions record={record} onRestored={revalidate} />
        </div>
      ) : (
        <Empty title="No Editorial Members Found">
          <p>The people you add here appear on the public Editorial Board page.</p>
        </Empty>
      )}
      {writing && (
        <EditorialMembersDialog
          record={record}
          onSaved={() => {
            setWriting(false)
            void revalidate()
          }}
          onClose={() => {
            setWriting(false)
            // What someone else has saved while this was open.
            void revalidate()
          }}
        />
      )}
    </>
  )
}

type Open = { looking: EditorialMembersVersion } | { restoring: EditorialMembersVersion } | null

/** Earlier versions of the record, who replaced them and when, and a button to restore each. */
function EarlierVersions({
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
    <section aria-labelledby="earlier-heading">
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
        <ol className="rows" role="list">
          {versions.map((version) => (
            <li key={version.id}>
              <p>
                Written <UtcTime at={version.updatedAt} />
              </p>
              <p className="muted small">
                Replaced <UtcTime at={version.replacedAt} /> by {version.replacedBy ?? 'the journal'}
              </p>
              <p className="wrapping pull">
                <button type="button" className="btn text" onClick={() => setOpen({ looking: version })}>
                  View This Version
                </button>
                <button type="button" className="btn text" onClick={() => setOpen({ restoring: version })}>
                  Restore This Version
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

/** An earlier version as readers saw it. */
function VersionDialog({
  version,
  onRestore,
  onClose,
}: {
  version: EditorialMembersVersion
  onRestore: () => void
  onClose: () => void
}) {
  return (
    <Dialog title="Earlier version" about={<UtcTime at={version.updatedAt} />} onClose={onClose}>
      <div className="mid members-form">
        <RichHtml html={version.members} className="rich members" />
      </div>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
        <button type="button" className="btn solid" onClick={onRestore}>
          Restore This Version
        </button>
      </footer>
    </Dialog>
  )
}
