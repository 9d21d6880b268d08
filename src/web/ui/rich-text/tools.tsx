import type { ChainedCommands, Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { Icon } from './tool-button.tsx'

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
    aligned('center', 'Align center', 'E'),
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
export const LINE_TOOLS: Tool[] = [...TOOLS.marks.filter(({ id }) => id === 'italic'), ...TOOLS.scripts]

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
