import { useRef, useState } from 'react'
import { type EditorialMembers, EditorialMembersForm } from '../../../../contract/api/editorial-members.ts'
import { isBlankHtml } from '../../../../contract/rules/text/rich-text.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { UtcTime } from '../../../ui/local-date.tsx'
import { RichHtml } from '../../../ui/title-text.tsx'
import { RichTextField } from '../../../ui/rich-text/rich-text-field.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { useUnsaved } from '../../../ui/use-unsaved.ts'

/**
 * Creates or edits the editorial-members record. It sends the version that it is based on: if someone else
 * has saved in between, their version is shown and only overwritten on request.
 */
export function EditorialMembersDialog({
  record,
  onSaved,
  onClose,
}: {
  record: EditorialMembers | null
  onSaved: () => void
  onClose: () => void
}) {
  const seen = useRef(record)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const [asking, setAsking] = useState(false)
  const [saved, setSaved] = useState(false)

  const form = useForm({
    schema: EditorialMembersForm,
    initial: { members: record?.members ?? '' },
    submit: async ({ members }) => {
      const before = seen.current
      await (before
        ? browserApi.editorialMembers.update({ id: before.id, version: before.version, members })
        : browserApi.editorialMembers.create({ members }))
      toast.success(`Editorial members ${before ? 'updated' : 'created'} successfully`)
      setSaved(true)
      onSaved()
    },
    onFailure: async (failure) => {
      toastFailure(failure)
      if (failure.statusCode === 409) setMeanwhile({ message: failure.message, record: await presentRecord() })
    },
  })

  const { members } = form.values
  const unsaved = !saved && members !== (record?.members ?? '')
  const leaving = useUnsaved(unsaved)
  const close = () => (unsaved ? setAsking(true) : onClose())
  const stay = () => {
    setAsking(false)
    leaving.reset?.()
  }
  const leave = () => {
    if (leaving.proceed) leaving.proceed()
    else onClose()
  }
  const replace = (present: EditorialMembers) => {
    seen.current = present
    setMeanwhile(null)
    form.formProps.ref.current?.requestSubmit()
  }

  return (
    <>
      <FormDialog
        title={record ? 'Edit Editorial Members' : 'Add Editorial Members'}
        form={form}
        save={record ? 'Update Members' : 'Create Members'}
        saving={record ? 'Updating...' : 'Creating...'}
        unready={isBlankHtml(members)}
        onClose={close}
      >
        <div className="members-form">
          {meanwhile && <ChangedMeanwhile {...meanwhile} onReplace={replace} />}
          <RichTextField {...form.text('members')} label="Members" placeholder="Names, roles and affiliations" />
        </div>
      </FormDialog>
      {(asking || leaving.state === 'blocked') && (
        <ConfirmDialog
          title="Close without saving?"
          confirm="Close Without Saving"
          cancel="Keep Editing"
          danger
          onConfirm={leave}
          onClose={stay}
        >
          <p>Your changes will be lost.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Null if it cannot be loaded or no longer exists. */
const presentRecord = async (): Promise<EditorialMembers | null> => {
  const records = await browserApi.editorialMembers.list().catch(() => [])
  return records[0] ?? null
}

interface Meanwhile {
  /** The server's message. */
  message: string
  /** The current version. */
  record: EditorialMembers | null
}

/**
 * Resolves an edit conflict: someone else has saved the record in the meantime. Nothing is overwritten
 * without asking.
 */
function ChangedMeanwhile({
  message,
  record,
  onReplace,
}: Meanwhile & { onReplace: (record: EditorialMembers) => void }) {
  return (
    <div className="notice bad meanwhile" role="alert">
      <strong>{message}</strong>
      <p>Your text is still below.</p>
      {record && (
        <>
          <details>
            <summary>
              View the version saved on <UtcTime at={record.updatedAt} />
            </summary>
            <RichHtml html={record.members} className="rich members" />
          </details>
          <button type="button" className="btn" onClick={() => onReplace(record)}>
            Replace It with My Version
          </button>
        </>
      )}
    </div>
  )
}
