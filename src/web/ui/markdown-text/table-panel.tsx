import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { addColumn, addRow, removeColumn, removeRow, removeTable } from './table-tools.ts'

const CHANGES: readonly [label: string, change: (chain: ChainedCommands) => ChainedCommands][] = [
  ['Add Row', addRow],
  ['Add Column', addColumn],
  ['Remove Row', removeRow],
  ['Remove Column', removeColumn],
  ['Remove Table', removeTable],
]

/** What can be done with the table around the cursor. Its first row names the columns. */
export function TablePanel({ editor, id, onClose }: { editor: Editor; id: string; onClose: () => void }) {
  const { inTable, off } = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      inTable: at.isActive('tableCell'),
      off: CHANGES.filter(([, change]) => !change(at.can().chain()).run()).map(([label]) => label),
    }),
  })
  return (
    <div
      className="panel"
      id={id}
      role="group"
      aria-label="Table"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      {inTable ? (
        <p className="answer">
          {CHANGES.map(([label, change]) => (
            <button
              key={label}
              type="button"
              className="btn"
              onMouseDown={(event) => event.preventDefault()}
              aria-disabled={off.includes(label) || undefined}
              onClick={() => {
                if (off.includes(label)) return
                change(editor.chain()).run()
                // The buttons go with their table, and the focus would go with them.
                if (change === removeTable) onClose()
              }}
            >
              {label}
            </button>
          ))}
          <button type="button" className="btn text" onClick={onClose}>
            Done
          </button>
        </p>
      ) : (
        <p className="small">The cursor is in no table.</p>
      )}
    </div>
  )
}
