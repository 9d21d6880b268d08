import { useState } from 'react'
import { localMoment } from '../../../../contract/rules/text/dates.ts'
import { CORRECTION_FIELDS } from '../../../../contract/rules/articles/statements.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import type { OtherDraft, OwnDrafts } from '../../../../contract/api/submission-drafts.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { OtherText } from '../../../ui/drafts/draft-sync.ts'
import { toast } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { differencesOf, type Draft } from './draft.ts'

const LABELS: Record<string, string> = {
  ...CORRECTION_FIELDS,
  files: 'Content files',
  image: 'Featured image',
  suggestions: 'Reviewers',
  comments: 'Comments for the editor',
  previousArticleId: 'Declined manuscript',
}

const titleOf = (title: string): string => plainTitle(title).trim() || 'Without a title'

/** Two drafts that have come apart: with which to go on. The other is set aside. */
export function TwoDrafts({
  mine,
  other,
  onChoose,
  onClose,
}: {
  mine: Draft
  other: OtherText<Draft>
  onChoose: (choice: 'theirs' | 'mine') => Promise<void>
  onClose: () => void
}) {
  const { run, busy } = useCommand()
  const choose = (choice: 'theirs' | 'mine') => void run(() => onChoose(choice))
  const differing = differencesOf(mine, other.content).map((field) => LABELS[field] ?? field)
  return (
    <Dialog
      title="Two versions of your draft"
      about={
        other.tab === null
          ? 'It was edited on another device while this one had unsaved changes.'
          : 'Another window of this browser has unsaved changes.'
      }
      onClose={onClose}
    >
      <div className="mid">
        <div className="two-texts">
          <DraftInBrief title="Here, on this page" draft={mine} />
          <DraftInBrief title={`The other one, saved ${localMoment(other.savedAt)}`} draft={other.content} />
        </div>
        {differing.length > 0 && <p>They differ in: {differing.join(', ')}.</p>}
        <p className="muted small">The one that you do not choose is set aside: you find it at the top of this page.</p>
      </div>
      <footer>
        <button type="button" className="btn" aria-disabled={busy} onClick={() => choose('theirs')}>
          Use the Other Version
        </button>
        <button type="button" className="btn solid" aria-disabled={busy} onClick={() => choose('mine')}>
          Keep This Version
        </button>
      </footer>
    </Dialog>
  )
}

function DraftInBrief({ title, draft }: { title: string; draft: Draft }) {
  const { files, contributors } = draft
  return (
    <section>
      <h3>{title}</h3>
      <p>{titleOf(draft.title)}</p>
      <p className="muted small">
        Step {draft.step + 1}
        {contributors.length > 0 && `, ${contributors.map(({ fullName }) => fullName).join(', ')}`}
        {files.length > 0 && `, ${files.map(({ name }) => name).join(', ')}`}
      </p>
    </section>
  )
}

/** Drafts that were set aside: each can be gone on with, or discarded. */
export function OtherDrafts({
  others,
  onResume,
  onChange,
}: {
  others: readonly OtherDraft[]
  onResume: (id: string) => Promise<void>
  onChange: (own: OwnDrafts) => void
}) {
  const { run, busy } = useCommand()
  const [discarded, setDiscarded] = useState<OtherDraft | null>(null)
  if (!others.length) return null
  return (
    <section className="notice" aria-label="Drafts set aside">
      <p>
        <strong>Drafts set aside</strong>
      </p>
      <ul role="list">
        {others.map((draft) => (
          <li key={draft.id}>
            {titleOf(draft.title)} <span className="muted small">saved {localMoment(draft.savedAt)}</span>
            <span className="buttons">
              <button
                type="button"
                className="btn text"
                aria-disabled={busy}
                onClick={() => void run(() => onResume(draft.id))}
              >
                Go On With This<span className="sr">: {titleOf(draft.title)}</span>
              </button>
              <button type="button" className="btn text" onClick={() => setDiscarded(draft)}>
                Discard<span className="sr">: {titleOf(draft.title)}</span>
              </button>
            </span>
          </li>
        ))}
      </ul>
      {discarded && (
        <ConfirmDialog
          title="Discard this draft?"
          confirm="Discard"
          danger
          onConfirm={async () => {
            onChange(await browserApi.submissionDrafts.discardOther({ id: discarded.id }))
            setDiscarded(null)
            toast.success('Draft discarded')
          }}
          onClose={() => setDiscarded(null)}
        >
          <p>‘{titleOf(discarded.title)}’ and the files uploaded for it will be deleted on all your devices.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
