import { TextSelection } from '@tiptap/pm/state'
import { EditorContent } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useMemo, useState } from 'react'
import { seenPicture } from '../files/settings-picture.ts'
import { type ControlProps, FieldError, labelIdOf } from '../labelled.tsx'
import { LinkPanel, PicturePanel } from '../rich-text/panel.tsx'
import { useRichText } from '../rich-text/use-rich-text.ts'
import { AddPicturePanel } from './add-picture-panel.tsx'
import { TEXT_ADDRESS_MESSAGE, textAddress } from './addresses.ts'
import { markdownKind } from './kind.ts'
import { MarkdownToolbar, type TextPanel } from './markdown-toolbar.tsx'
import type { KnownValue } from './nodes.ts'
import { TablePanel } from './table-panel.tsx'
import { addTable } from './table-tools.ts'

const HELP = 'Tab leaves the editor, Shift+Tab goes to the toolbar.'

export { keepsAll } from './kind.ts'

/** What can be added from outside. */
export interface TextHandle {
  insertValue: (name: string) => void
}

export interface ChosenPicture {
  path: string
  words: string
}

export interface MarkdownEditorProps {
  control: ControlProps
  value: string
  values: readonly KnownValue[] | null
  /** Pages have headings, tables and pictures; emails and letters none. */
  isPage: boolean
  /** Chooses a picture; without it there is no button for one. */
  choosePicture?: ((insert: (picture: ChosenPicture) => void) => ReactNode) | undefined
  handle: Ref<TextHandle>
  onChange: (value: string) => void
}

/** The editing of `MarkdownField`. Large: the field loads it. */
export default function MarkdownEditor({
  control: { id, 'aria-invalid': invalid, 'aria-describedby': described },
  value,
  values,
  isPage,
  choosePicture,
  handle,
  onChange,
}: MarkdownEditorProps) {
  const [panel, setPanel] = useState<TextPanel | null>(null)
  const [notice, setNotice] = useState('')
  // An editor keeps what it began with.
  const [kind] = useState(() => markdownKind(values, isPage, seenPicture))
  const attributes = useMemo<Record<string, string>>(
    () => ({
      id,
      role: 'textbox',
      'aria-labelledby': labelIdOf(id),
      'aria-describedby': [described, `${id}-help`].filter(Boolean).join(' '),
      ...(invalid && { 'aria-invalid': 'true' }),
    }),
    [id, described, invalid],
  )
  const { editor } = useRichText({
    kind,
    value,
    onChange,
    readOnly: false,
    attributes,
    onFocus: () => setPanel(null),
    onNotice: setNotice,
    onPictures: () => {},
  })
  useImperativeHandle(
    handle,
    () => ({
      insertValue: (name) => void editor.chain().focus().insertContent({ type: 'value', attrs: { name } }).run(),
    }),
    [editor],
  )

  const closePanel = () => {
    setPanel(null)
    editor.commands.focus()
  }
  const open = (which: TextPanel) => {
    if (panel === which) return closePanel()
    if (which === 'table' && !editor.isActive('tableCell')) addTable(editor.chain()).run()
    setPanel(which)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    setNotice('')
    const inText = editor.view.dom.contains(event.target as Node)
    if (inText && event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey) {
      event.preventDefault()
      setPanel('link')
    }
  }
  const insertPicture = ({ path, words }: ChosenPicture) => {
    editor
      .chain()
      .command(({ state: { selection }, tr }) => Boolean(tr.setSelection(TextSelection.near(selection.$to))))
      .insertContent({ type: 'paragraph', content: [{ type: 'image', attrs: { src: path, alt: words } }] })
      .focus()
      .run()
    setPanel(null)
  }
  const missing = (values ?? []).filter(({ name, isRequired }) => isRequired && !value.includes(`{{${name}}}`))
  const panelId = `${id}-panel`
  return (
    <>
      <div className="text-editor markdown" onKeyDown={onKeyDown}>
        <MarkdownToolbar
          editor={editor}
          textId={id}
          isPage={isPage}
          hasPictures={choosePicture !== undefined}
          panel={panel}
          panelId={panelId}
          onPanel={open}
        />
        {panel === 'link' && (
          <LinkPanel
            editor={editor}
            id={panelId}
            addressOf={textAddress}
            message={TEXT_ADDRESS_MESSAGE}
            onClose={closePanel}
          />
        )}
        {panel === 'picture' &&
          (editor.isActive('image') ? (
            <PicturePanel editor={editor} id={panelId} hint="For readers who cannot see it." onClose={closePanel} />
          ) : (
            <AddPicturePanel id={panelId} onClose={closePanel}>
              {choosePicture?.(insertPicture)}
            </AddPicturePanel>
          ))}
        {panel === 'table' && <TablePanel editor={editor} id={panelId} onClose={closePanel} />}
        <div className="note" role="status">
          <FieldError id={`${id}-notice`} error={notice || missingSentence(missing)} />
        </div>
        <EditorContent editor={editor} />
      </div>
      <p className="sr" id={`${id}-help`}>
        {HELP}
      </p>
    </>
  )
}

const missingSentence = ([first]: readonly KnownValue[]): string =>
  first ? `Please put {{${first.name}}} back: the text needs it.` : ''
