import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Panel } from './panel.tsx'

/** The alternative text of the selected picture, updated on every key press. */
export function PicturePanel({ editor, id, onClose }: { editor: Editor; id: string; onClose: () => void }) {
  const [alt, setAlt] = useState(() => String(editor.getAttributes('image').alt ?? ''))

  const done = () => {
    // Otherwise the next key press would replace the selected picture.
    editor.chain().setTextSelection(editor.state.selection.to).focus().run()
    onClose()
  }
  const remove = () => {
    editor.chain().deleteSelection().focus().run()
    onClose()
  }

  return (
    <Panel
      id={id}
      name="Image"
      label="What does the image show?"
      hint="Read to those who cannot see it. Leave it empty for decoration."
      value={alt}
      onChange={(value) => {
        setAlt(value)
        // Not `updateAttributes`, which replaces the picture and loses the selection.
        editor.commands.command(({ tr }) => Boolean(tr.setNodeAttribute(tr.selection.from, 'alt', value.trim())))
      }}
      onEnter={done}
      onClose={done}
    >
      <button type="button" className="btn" onClick={done}>
        Done
      </button>
      <button type="button" className="btn danger" onClick={remove}>
        Remove Image
      </button>
    </Panel>
  )
}
