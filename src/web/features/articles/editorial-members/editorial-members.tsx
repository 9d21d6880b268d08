import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { EditorialMembers } from '../../../../contract/api/editorial-members.ts'
import { browserApi } from '../../../client/api.ts'
import { AreaHead } from '../../../ui/area-head.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { RichHtml } from '../../../ui/rich-html.tsx'
import { Empty } from '../../../ui/states.tsx'
import { EditorialMembersDialog } from './editorial-members-dialog.tsx'
import { EarlierVersions } from './earlier-versions.tsx'

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
        <button type="button" className="btn solid" onClick={() => setWriting(true)}>
          <Icon className="ic" aria-hidden="true" />
          {record ? 'Edit Members' : 'Add Members'}
        </button>
      </AreaHead>
      {record ? (
        <div className="members-page">
          <RichHtml html={record.members} className="rich members" />
          <EarlierVersions record={record} onRestored={revalidate} />
        </div>
      ) : (
        <Empty title="No Editorial Members Found">
          <p>What you add here appears on the public Editorial EditorialMembersEditor page.</p>
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
