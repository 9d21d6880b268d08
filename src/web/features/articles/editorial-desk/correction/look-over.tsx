import { plainTitle } from '../../../../../contract/rules/text/inline-markup.ts'
import { isPublic } from '../../../../../contract/rules/articles/article-status.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Refused } from '../refused.tsx'
import { Summary, type NameOf } from './summary.tsx'
import type { CorrectionForm } from './use-correction.ts'

/** The summary of a correction before it is saved. */
export function LookOver({ form, nameOf }: { form: CorrectionForm; nameOf: NameOf }) {
  const { seen, base, typed, changed, reason, refused, save, goOn } = form
  return (
    <ConfirmDialog
      title="Save these changes?"
      confirm="Save Changes"
      cancel="Keep Editing"
      onConfirm={save}
      onClose={goOn}
    >
      <div className="look-over">
        <p className="sr">{plainTitle(base.title)}</p>
        <Summary fields={changed} before={base} after={typed} nameOf={nameOf} />
        <p>
          <strong>Reason:</strong> {reason}
        </p>
        <p className="muted small">
          {isPublic(seen)
            ? 'Readers see the changes at once, at the same address, and the page says when it was updated. The submitter is told by email.'
            : 'The article stays hidden from readers.'}
        </p>
      </div>
      <Refused sentence={refused} />
    </ConfirmDialog>
  )
}
