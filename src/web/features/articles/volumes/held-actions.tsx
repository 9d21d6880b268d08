import { Send, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'

/** What can be done with an article that waits for its issue: publish it now, or take it out. */
export function HeldActions({ id, title }: { id: string; title: string }) {
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState<'publish' | 'release' | null>(null)
  const carryOut = async () => {
    try {
      const call = asked === 'publish' ? browserApi.issues.publishAhead : browserApi.issues.release
      toast.success((await call({ id })).message)
    } catch (error) {
      toastFailure(error)
    }
    setAsked(null)
    await revalidate()
  }
  return (
    <>
      <button
        type="button"
        className="btn icon"
        title="Publish ahead"
        aria-label={`Publish ahead: ${title}`}
        onClick={() => setAsked('publish')}
      >
        <Send className="ic" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn icon"
        title="Take out of the issue"
        aria-label={`Take out of the issue: ${title}`}
        onClick={() => setAsked('release')}
      >
        <Undo2 className="ic" aria-hidden="true" />
      </button>
      {asked && (
        <ConfirmDialog
          title={asked === 'publish' ? 'Publish this article ahead?' : 'Take this article out?'}
          confirm={asked === 'publish' ? 'Publish Ahead' : 'Take Out'}
          onConfirm={carryOut}
          onClose={() => setAsked(null)}
        >
          <p>
            {asked === 'publish'
              ? `‘${title}’ becomes public now and keeps its place in the issue. The volume is listed from then on, with this article.`
              : `‘${title}’ stays accepted, and can be published or held again.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
