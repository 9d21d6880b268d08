import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { ToolButton } from '../rich-text/tool-button.tsx'
import { TOOLS, tooltip } from '../rich-text/tools.tsx'
import { useRoving } from '../rich-text/use-roving.ts'
import type { RichLineElement } from './element.ts'
import { editLine, fillLine, markupOf } from './line-editor.ts'

const LINE_TOOLS = [...TOOLS.marks.filter(({ id }) => id === 'italic'), ...TOOLS.scripts]

/** Turns a text line into a line with marks: attaches the editor to the element, and renders its toolbar. */
export default function RichLineEditor({
  element,
  value,
  shown,
  composing,
  onStart,
  onChange,
}: {
  element: RichLineElement
  value: string
  /** The current markup of the element. */
  shown: RefObject<string>
  /** An IME composition is in progress. */
  composing: RefObject<boolean>
  onStart: () => void
  onChange: (markup: string) => void
}) {
  const [editor, setEditor] = useState<Editor | null>(null)
  const latest = useRef({ value, onStart, onChange })
  useEffect(() => {
    latest.current = { value, onStart, onChange }
  })

  useEffect(() => {
    let made: Editor | undefined
    const start = () => {
      made = editLine(element, (markup) => {
        if (markup === shown.current) return
        shown.current = markup
        latest.current.onChange(markup)
      })
      latest.current.onStart()
      setEditor(made)
    }
    if (composing.current) element.addEventListener('compositionend', start, { once: true })
    else start()
    return () => {
      element.removeEventListener('compositionend', start)
      made?.destroy()
    }
  }, [element, shown, composing])

  // A value set by the form, unless it is the one that this editor has just reported.
  useEffect(() => {
    if (!editor || value === shown.current) return
    shown.current = value
    if (value !== markupOf(editor)) fillLine(editor, value)
  }, [editor, value, shown])

  return editor && <LineTools editor={editor} textId={element.id} />
}

function LineTools({ editor, textId }: { editor: Editor; textId: string }) {
  const roving = useRoving('italic', () => editor.commands.focus())
  const on = useEditorState({
    editor,
    selector: ({ editor: at }) => LINE_TOOLS.filter((tool) => tool.isOn?.(at)).map((tool) => tool.id),
  })
  return (
    <div role="toolbar" aria-label="Formatting" aria-controls={textId} {...roving.bar}>
      {LINE_TOOLS.map((tool) => (
        <ToolButton
          key={tool.id}
          id={tool.id}
          label={tool.label}
          title={tooltip(tool)}
          pressed={on.includes(tool.id)}
          roving={roving}
          onUse={(byPointer) => tool.run(byPointer ? editor.chain().focus() : editor.chain()).run()}
        >
          {tool.face}
        </ToolButton>
      ))}
    </div>
  )
}
