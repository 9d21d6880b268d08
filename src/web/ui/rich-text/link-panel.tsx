import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { ADDRESS_MESSAGE, linkAddress } from './addresses.ts'
import { Panel } from './panel.tsx'

const SHOWN = 40

/** Links the selected words, edits the link at the cursor, or inserts a new one. */
export function LinkPanel({ editor, id, onClose }: { editor: Editor; id: string; onClose: () => void }) {
  const [before] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [label] = useState(() => labelFor(editor, before))
  const [typed, setTyped] = useState(before)
  const [error, setError] = useState<string>()

  const set = () => {
    const href = linkAddress(typed)
    if (href === null) return setError(ADDRESS_MESSAGE)
    const chain = editor.chain().focus()
    if (!before && editor.state.selection.empty) {
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    } else {
      chain.extendMarkRange('link').setLink({ href }).run()
    }
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }

  return (
    <Panel
      id={id}
      name="Link"
      label={label}
      value={typed}
      error={error}
      inputMode="url"
      onChange={(value) => {
        setTyped(value)
        setError(undefined)
      }}
      onEnter={set}
      onClose={onClose}
    >
      <button type="button" className="btn" onClick={set}>
        {before ? 'Change Link' : 'Add Link'}
      </button>
      {before && (
        <button type="button" className="btn danger" onClick={remove}>
          Remove Link
        </button>
      )}
      <button type="button" className="btn text" onClick={onClose}>
        Cancel
      </button>
    </Panel>
  )
}

/** The selection is not visible while the field has the focus, so the label names what will be linked. */
function labelFor(editor: Editor, before: string): string {
  const { from, to } = editor.state.selection
  const words = editor.state.doc.textBetween(from, to, ' ').trim()
  if (before || !words) return 'Web address, email address or DOI'
  return `Address for “${words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words}”`
}
