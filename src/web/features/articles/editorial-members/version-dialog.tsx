import type { EditorialMembersVersion } from '../../../../contract/api/editorial-members.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { UtcTime } from '../../../ui/local-date.tsx'
import { RichHtml } from '../../../ui/rich-html.tsx'

/** An earlier version as readers saw it. */
export function VersionDialog({
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
          Restore this version
        </button>
      </footer>
    </Dialog>
  )
}
