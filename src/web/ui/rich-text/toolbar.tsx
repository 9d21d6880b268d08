import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useRef } from 'react'
import { Icon, type Roving, ToolButton, useRoving } from './tool-button.tsx'
import { LINE_TOOLS, type Tool, TOOLS, tooltip } from './tools.tsx'

export type Panel = 'link' | 'picture'

/** The formatting tools of an editor as a single Tab stop: of a line its marks, of long text all. */
export function Toolbar({
  editor,
  textId,
  line,
  panel,
  panelId,
  onLink,
  onPicture,
}: {
  editor: Editor
  textId: string
  line: boolean
  /** The panel that is open below the toolbar. */
  panel: Panel | null
  panelId: string
  onLink: () => void
  onPicture: () => void
}) {
  const tools = line ? LINE_TOOLS : ALL_TOOLS
  const roving = useRoving(line ? tools[0]!.id : 'style', () => editor.commands.focus())
  const state = useEditorState({ editor, selector: ({ editor: at }) => stateOf(at, tools) })

  const buttons = (some: Tool[]) =>
    some.map((tool) => (
      <ToolButton
        key={tool.id}
        id={tool.id}
        label={tool.label}
        title={tooltip(tool)}
        pressed={tool.isOn && state.on.includes(tool.id)}
        off={state.off.includes(tool.id)}
        roving={roving}
        onUse={(byPointer) => tool.run(byPointer ? editor.chain().focus() : editor.chain()).run()}
      >
        {tool.face}
      </ToolButton>
    ))
  const opens = (which: Panel) => ({
    roving,
    expanded: panel === which,
    controls: panel === which ? panelId : undefined,
  })

  return (
    <div className="tools wrapping" role="toolbar" aria-label="Formatting" aria-controls={textId} {...roving.bar}>
      {line ? (
        <div>{buttons(tools)}</div>
      ) : (
        <>
          <div>
            <StyleChoice editor={editor} value={state.style} roving={roving} />
            {buttons(TOOLS.marks)}
          </div>
          <div>
            {buttons(TOOLS.scripts)}
            {buttons(TOOLS.lists)}
          </div>
          <div>
            {buttons(TOOLS.alignment)}
            <ToolButton
              {...opens('link')}
              id="link"
              label={state.inLink ? 'Edit link' : 'Link'}
              title={tooltip({ label: 'Link', keys: 'Mod-K' })}
              onUse={onLink}
            >
              <Icon name="link" />
            </ToolButton>
            <ToolButton
              {...opens('picture')}
              id="image"
              label={state.onPicture ? 'Describe image' : 'Image'}
              onUse={onPicture}
            >
              <Icon name="image" />
            </ToolButton>
          </div>
          <div>{buttons(TOOLS.history)}</div>
        </>
      )}
    </div>
  )
}

const ALL_TOOLS = Object.values(TOOLS).flat()

function stateOf(editor: Editor, tools: Tool[]) {
  return {
    style: styleOf(editor),
    on: tools.filter((tool) => tool.isOn?.(editor)).map((tool) => tool.id),
    off: tools.filter((tool) => tool.isOff?.(editor)).map((tool) => tool.id),
    inLink: editor.isActive('link'),
    onPicture: editor.isActive('image'),
  }
}

const LEVELS = [1, 2, 3] as const

const styleOf = (editor: Editor): string =>
  String(LEVELS.find((level) => editor.isActive('heading', { level })) ?? 'text')

/** Normal text or a heading: a native select, which phones show in full. */
function StyleChoice({ editor, value, roving }: { editor: Editor; value: string; roving: Roving }) {
  // After a choice by pointer the focus returns to the text; with the keyboard it stays in the list.
  const byPointer = useRef(false)
  return (
    <span className="text-style">
      <select
        {...roving.tool('style')}
        aria-label="Text style"
        title="Text style"
        value={value}
        onPointerDown={() => (byPointer.current = true)}
        onKeyDown={() => (byPointer.current = false)}
        onChange={(event) => {
          const level = LEVELS.find((each) => String(each) === event.target.value)
          const chain = byPointer.current ? editor.chain().focus() : editor.chain()
          ;(level ? chain.setHeading({ level }) : chain.setParagraph()).run()
        }}
      >
        <option value="text">Normal text</option>
        {LEVELS.map((level) => (
          <option key={level} value={level}>
            Heading {level}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  )
}
