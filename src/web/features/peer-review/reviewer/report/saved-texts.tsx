import { localMoment } from '../../../../../contract/rules/text/dates.ts'
import type { DraftContent } from '../../../../../contract/rules/peer-review/report-draft.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { OtherText } from '../../../../ui/drafts/draft-sync.ts'

export type Choice = 'theirs' | 'mine' | 'both'

/** Two texts that have come apart, side by side: one of them, or both one after the other. */
export function TwoTexts({
  mine,
  other,
  onChoose,
  onDownload,
  onClose,
}: {
  mine: DraftContent
  other: OtherText<DraftContent>
  onChoose: (choice: Choice) => void
  onDownload: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      title="Two versions of your report"
      about={
        other.tab === null
          ? 'It was edited on another device while this one had unsaved changes.'
          : 'Another window of this browser has unsaved changes.'
      }
      onClose={onClose}
    >
      <div className="two-texts letter">
        <Text title="Here, on this page" draft={mine} />
        <Text title={`The other one, saved ${localMoment(other.savedAt)}`} draft={other.content} />
      </div>
      <footer>
        <button type="button" className="btn text" onClick={onDownload}>
          Download Both
        </button>
        <button type="button" className="btn" onClick={() => onChoose('theirs')}>
          Use the Other Version
        </button>
        <button type="button" className="btn" onClick={() => onChoose('mine')}>
          Keep This Version
        </button>
        <button type="button" className="btn solid" onClick={() => onChoose('both')}>
          Keep Both
        </button>
      </footer>
    </Dialog>
  )
}

function Text({ title, draft }: { title: string; draft: DraftContent }) {
  return (
    <section>
      <h3>{title}</h3>
      <p className="hint small muted">To the authors</p>
      <p className="lines">{draft.toAuthors.trim() || 'Nothing yet.'}</p>
      {draft.toEditor.trim() && (
        <>
          <p className="hint small muted">To the editor</p>
          <p className="lines">{draft.toEditor}</p>
        </>
      )}
    </section>
  )
}
