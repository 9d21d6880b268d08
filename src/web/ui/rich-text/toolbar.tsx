import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ReactNode, useRef } from 'react'
import { Icon, type Roving, ToolButton, useRoving } from './tool-button.tsx'

/** A button that runs a single editor command. */
export interface Tool {
  id: string
  label: string
  /** In the editor's keymap notation; `Mod` is Control, or Command on a Mac. */
  keys?: string
  face: ReactNode
  run: (chain: ChainedCommands) => ChainedCommands
  /** For toggles. */
  isOn?: (editor: Editor) => boolean
  /** For tools that are sometimes not applicable. */
  isOff?: (editor: Editor) => boolean
}

const mark = (id: string, label: string, keys: string, face: ReactNode, run: Tool['run']): Tool => ({
  id,
  label,
  keys,
  face,
  run,
  isOn: (editor) => editor.isActive(id),
})

const aligned = (id: 'left' | 'center' | 'right' | 'justify', label: string, key: string): Tool => ({
  id,
  label,
  keys: `Mod-Shift-${key}`,
  face: <Icon name={id} />,
  run: (chain) => (id === 'left' ? chain.unsetTextAlign() : chain.setTextAlign(id)),
  isOn: (editor) =>
    id === 'left'
      ? !['center', 'right', 'justify'].some((textAlign) => editor.isActive({ textAlign }))
      : editor.isActive({ textAlign: id }),
})

/** The toolbar's buttons between the text style select and the panels, in groups. */
export const TOOLS: Record<'marks' | 'scripts' | 'lists' | 'alignment' | 'history', Tool[]> = {
  marks: [
    mark('bold', 'Bold', 'Mod-B', <b>B</b>, (chain) => chain.toggleBold()),
    mark('italic', 'Italic', 'Mod-I', <i>I</i>, (chain) => chain.toggleItalic()),
    mark('underline', 'Underline', 'Mod-U', <u>U</u>, (chain) => chain.toggleUnderline()),
    mark('strike', 'Strike', 'Mod-Shift-S', <s>S</s>, (chain) => chain.toggleStrike()),
  ],
  scripts: [
    mark('subscript', 'Subscript', 'Mod-,', <Icon name="subscript" />, (chain) => chain.toggleScript('subscript')),
    mark('superscript', 'Superscript', 'Mod-.', <Icon name="superscript" />, (chain) =>
      chain.toggleScript('superscript'),
    ),
  ],
  lists: [
    mark('bulletList', 'Bullet list', 'Mod-Shift-8', <Icon name="bullets" />, (chain) => chain.toggleBulletList()),
    mark('orderedList', 'Numbered list', 'Mod-Shift-7', <Icon name="numbers" />, (chain) => chain.toggleOrderedList()),
    {
      id: 'outdent',
      label: 'Outdent',
      keys: 'Mod-[',
      face: <Icon name="outdent" />,
      run: (chain) => chain.outdent(),
      isOff: (editor) => !editor.can().outdent(),
    },
    {
      id: 'indent',
      label: 'Indent',
      keys: 'Mod-]',
      face: <Icon name="indent" />,
      run: (chain) => chain.indent(),
      isOff: (editor) => !editor.can().indent(),
    },
  ],
  alignment: [
    aligned('left', 'Align left', 'L'),
    aligned('center', 'Align centre', 'E'),
    aligned('right', 'Align right', 'R'),
    aligned('justify', 'Justify', 'J'),
  ],
  history: [
    {
      id: 'clear',
      label: 'Clear formatting',
      face: <Icon name="clear" />,
      run: (chain) => chain.unsetAllMarks().clearNodes().resetAttributes('paragraph', ['textAlign', 'indent']),
    },
    {
      id: 'undo',
      label: 'Undo',
      keys: 'Mod-Z',
      face: <Icon name="undo" />,
      run: (chain) => chain.undo(),
      isOff: (editor) => !editor.can().undo(),
    },
    {
      id: 'redo',
      label: 'Redo',
      keys: 'Mod-Shift-Z',
      face: <Icon name="redo" />,
      run: (chain) => chain.redo(),
      isOff: (editor) => !editor.can().redo(),
    },
  ],
}

const NAMES = { Mod: 'Ctrl', Shift: 'Shift' }
const MAC_NAMES = { Mod: '⌘', Shift: '⇧' }

/** What a single line may have. */
const LINE_TOOLS: Tool[] = [...TOOLS.marks.filter(({ id }) => id === 'italic'), ...TOOLS.scripts]

/** 'Bold (Ctrl+B)': the tooltip. */
export function tooltip({ label, keys }: Pick<Tool, 'label' | 'keys'>): string {
  if (!keys) return label
  const onMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)
  const names: Record<string, string> = onMac ? MAC_NAMES : NAMES
  return `${label} (${keys
    .split('-')
    .map((key) => names[key] ?? key)
    .join(onMac ? '' : '+')})`
}

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

  const buttons = (some: Tool[]) => <ToolButtons tools={some} editor={editor} state={state} roving={roving} />
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

/** The buttons of some tools. */
export function ToolButtons({
  tools,
  editor,
  state,
  roving,
}: {
  tools: readonly Tool[]
  editor: Editor
  state: Pick<ReturnType<typeof stateOf>, 'on' | 'off'>
  roving: Roving
}) {
  return tools.map((tool) => (
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
}

const ALL_TOOLS = Object.values(TOOLS).flat()

export function stateOf(editor: Editor, tools: readonly Tool[]) {
  return {
    style: styleOf(editor),
    on: tools.filter((tool) => tool.isOn?.(editor)).map((tool) => tool.id),
    off: tools.filter((tool) => tool.isOff?.(editor)).map((tool) => tool.id),
    inLink: editor.isActive('link'),
    onPicture: editor.isActive('image'),
  }
}

type Level = 1 | 2 | 3 | 4 | 5 | 6
const NUMBERED = ([1, 2, 3] as const).map((level) => [level, `Heading ${level}`] as const)

export const styleOf = (editor: Editor): string =>
  editor.isActive('heading') ? String(editor.getAttributes('heading').level) : 'text'

/** Normal text or a heading: a native select, which phones show in full. */
export function StyleChoice({
  editor,
  value,
  roving,
  levels = NUMBERED,
}: {
  editor: Editor
  value: string
  roving: Roving
  /** The headings, with what they are called. */
  levels?: readonly (readonly [level: Level, name: string])[]
}) {
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
          const level = levels.find(([each]) => String(each) === event.target.value)?.[0]
          const chain = byPointer.current ? editor.chain().focus() : editor.chain()
          ;(level ? chain.setHeading({ level }) : chain.setParagraph()).run()
        }}
      >
        <option value="text">Normal text</option>
        {levels.map(([level, name]) => (
          <option key={level} value={level}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  )
}
