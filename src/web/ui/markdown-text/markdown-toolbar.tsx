import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Icon, ToolButton, useRoving } from '../rich-text/tool-button.tsx'
import { stateOf, StyleChoice, type Tool, ToolButtons, tooltip, TOOLS } from '../rich-text/toolbar.tsx'

/** What is open below the toolbar. */
export type TextPanel = 'link' | 'picture' | 'table'

/** The title of a page is its first heading. */
const HEADINGS = [
  [2, 'Heading'],
  [3, 'Small heading'],
] as const

const of = (tools: readonly Tool[], ...ids: string[]) => tools.filter(({ id }) => ids.includes(id))
const MARKS = of(TOOLS.marks, 'bold', 'italic')
const LISTS = of(TOOLS.lists, 'bulletList', 'orderedList')
const BULLETS = of(TOOLS.lists, 'bulletList')
/** Paragraphs that are read from right to left. */
const URDU: Tool = {
  id: 'language',
  // What is seen is part of what is heard.
  label: 'In Urdu, اردو',
  face: <span lang="ur">اردو</span>,
  run: (chain) => chain.toggleWrap('language'),
  isOn: (editor) => editor.isActive('language'),
}
const HISTORY = of(TOOLS.history, 'undo', 'redo')

/** The formatting tools of a text in Markdown as a single Tab stop. Emails have neither headings nor tables. */
export function MarkdownToolbar({
  editor,
  textId,
  isPage,
  hasPictures,
  panel,
  panelId,
  onPanel,
}: {
  editor: Editor
  textId: string
  isPage: boolean
  hasPictures: boolean
  panel: TextPanel | null
  panelId: string
  onPanel: (panel: TextPanel) => void
}) {
  const lists = isPage ? LISTS : BULLETS
  const tools = [...MARKS, ...lists, URDU, ...HISTORY]
  const roving = useRoving(isPage ? 'style' : tools[0]!.id, () => editor.commands.focus())
  const state = useEditorState({
    editor,
    selector: ({ editor: at }) => ({ ...stateOf(at, tools), inTable: at.isActive('tableCell') }),
  })
  const buttons = (some: readonly Tool[]) => <ToolButtons tools={some} editor={editor} state={state} roving={roving} />
  const opens = (which: TextPanel) => ({
    roving,
    expanded: panel === which,
    controls: panel === which ? panelId : undefined,
    onUse: () => onPanel(which),
  })
  return (
    <div className="tools wrapping" role="toolbar" aria-label="Formatting" aria-controls={textId} {...roving.bar}>
      <div>
        {isPage && <StyleChoice editor={editor} value={state.style} roving={roving} levels={HEADINGS} />}
        {buttons(MARKS)}
      </div>
      <div>
        {buttons([...lists, URDU])}
        <ToolButton
          {...opens('link')}
          id="link"
          label={state.inLink ? 'Edit link' : 'Link'}
          title={tooltip({ label: 'Link', keys: 'Mod-K' })}
        >
          <Icon name="link" />
        </ToolButton>
        {isPage && (
          <>
            {(hasPictures || state.onPicture) && (
              <ToolButton {...opens('picture')} id="image" label={state.onPicture ? 'Describe image' : 'Image'}>
                <Icon name="image" />
              </ToolButton>
            )}
            <ToolButton {...opens('table')} id="table" label={state.inTable ? 'Change table' : 'Table'}>
              <Icon name="table" />
            </ToolButton>
          </>
        )}
      </div>
      <div>{buttons(HISTORY)}</div>
    </div>
  )
}
