import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { NoteForm } from '../../../../../contract/api/case-forms.ts'
import { browserApi } from '../../../../client/api.ts'
import { useActor } from '../../../../client/session.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useAct } from '../../../../ui/use-command.ts'
import { MessageForm, Messages } from '../../shared/messages.tsx'
import type { Part } from './part-tabs.tsx'
import { Section, useCase } from './section.tsx'

/** What the editors of the case have noted for one another. */
export function Notes({ shown }: { shown: Part }) {
  const { id, notes } = useCase().view
  const { revalidate } = useRevalidator()
  const { act } = useAct()
  const [deleting, setDeleting] = useState<string | null>(null)
  const actor = useActor()
  return (
    <Section part="notes" shown={shown}>
      <Messages
        messages={notes.map(({ id: noteId, by, text, at, isOwn }) => ({
          ...{ from: 'editor' as const, at, by },
          text: (
            <>
              <p className="lines breakable">{text}</p>
              {isOwn && (
                <button type="button" className="btn text danger" onClick={() => setDeleting(noteId)}>
                  Delete<span className="sr"> this note</span>
                </button>
              )}
            </>
          ),
        }))}
      />
      <MessageForm
        draftKey={`journal:case:${actor?.userId}:${id}:note`}
        schema={NoteForm}
        label="Note for the editors"
        hint="Only editors of this manuscript read it: neither authors nor reviewers, and no editor with a conflict of interest."
        save="Add Note"
        send={(text) => browserApi.cases.addNote({ id, text })}
        onSent={({ message }) => {
          toast.success(message)
          void revalidate()
        }}
      />
      {deleting !== null && (
        <ConfirmDialog
          title="Delete This Note"
          confirm="Delete Note"
          danger
          onConfirm={async () => {
            await act(() => browserApi.cases.deleteNote({ id, noteId: deleting }))
            setDeleting(null)
          }}
          onClose={() => setDeleting(null)}
        >
          <p>The other editors can then no longer read it.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
