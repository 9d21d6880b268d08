import { EditorContent } from '@tiptap/react'
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FieldError } from '../labelled.tsx'
import { EditorShape } from './editor-skeleton.tsx'
import { FormControl, PictureChooser } from './hidden-controls.tsx'
import { insertPictures } from './insert-pictures.ts'
import { LinkPanel } from './link-panel.tsx'
import { PicturePanel } from './picture-panel.tsx'
import { Toolbar, type Panel } from './toolbar.tsx'
import { useRichText } from './use-rich-text.ts'

const HELP =
  'Press Tab to leave the editor and Shift+Tab for its toolbar. Control or Command with ] indents, with [ outdents.'

export interface RichTextEditorProps {
  label: string
  hint?: ReactNode
  /** HTML; blank text is the empty string. */
  value: string
  onChange?: (html: string) => void
  error?: string | undefined
  placeholder?: string
  /** Read-only, without toolbar. */
  readOnly?: boolean
  /** Ids of further descriptions, such as a counter. */
  describedBy?: string
  name?: string
}

/**
 * A field for long text with headings, lists, links and pictures. Large: load it through
 * `LazyRichTextEditor`.
 */
export default function RichTextEditor({
  label,
  hint,
  value,
  onChange = () => {},
  error,
  placeholder,
  readOnly = false,
  describedBy,
  name,
}: RichTextEditorProps) {
  const id = useId()
  const [panel, setPanel] = useState<Panel | null>(null)
  const [notice, setNotice] = useState('')
  const chooser = useRef<HTMLInputElement>(null)

  const described = [error && `${id}-error`, hint && `${id}-hint`, describedBy, !readOnly && `${id}-help`]
    .filter(Boolean)
    .join(' ')
  const attributes = useMemo<Record<string, string>>(
    () => ({
      id: `${id}-text`,
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      ...(described && { 'aria-describedby': described }),
      ...(error && { 'aria-invalid': 'true' }),
      ...(placeholder && { 'aria-placeholder': placeholder }),
      ...(readOnly && { 'aria-readonly': 'true', tabindex: '0' }),
    }),
    [id, described, error, placeholder, readOnly],
  )

  const addPictures = async (files: readonly File[], at?: number) => {
    if (!editor) return
    const { inserted, problem } = await insertPictures(editor.view, files, {
      length: () => reported.current.length,
      at,
    })
    setNotice(problem ?? '')
    if (inserted) setPanel('picture')
  }
  const { editor, reported } = useRichText({
    value,
    onChange,
    readOnly,
    attributes,
    onFocus: () => setPanel(null),
    onNotice: setNotice,
    onPictures: (files, at) => void addPictures(files, at),
  })

  const onKeyDown = (event: KeyboardEvent) => {
    setNotice('')
    const inText = editor?.view.dom.contains(event.target as Node)
    if (inText && !readOnly && event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey) {
      event.preventDefault()
      setPanel('link')
    }
  }
  const closePanel = () => {
    setPanel(null)
    editor?.commands.focus()
  }
  const toggle = (which: Panel) => (panel === which ? closePanel() : setPanel(which))

  return (
    <div className={error ? 'field bad' : 'field'} onKeyDown={onKeyDown}>
      <span className="lab" id={`${id}-label`} onClick={() => editor?.commands.focus()}>
        {label}
      </span>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {editor ? (
        <div className="text-editor">
          {!readOnly && (
            <Toolbar
              editor={editor}
              textId={`${id}-text`}
              panel={panel}
              panelId={`${id}-panel`}
              onLink={() => toggle('link')}
              onPicture={() => (editor.isActive('image') ? toggle('picture') : chooser.current?.click())}
            />
          )}
          {panel === 'link' && <LinkPanel editor={editor} id={`${id}-panel`} onClose={closePanel} />}
          {panel === 'picture' && <PicturePanel editor={editor} id={`${id}-panel`} onClose={closePanel} />}
          <div className="note" role="status">
            <FieldError id={`${id}-notice`} error={notice} />
          </div>
          <EditorContent editor={editor} />
        </div>
      ) : (
        <EditorShape readOnly={readOnly} />
      )}
      {!readOnly && (
        <p className="sr" id={`${id}-help`}>
          {HELP}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
      <PictureChooser ref={chooser} onChoose={(files) => void addPictures(files)} />
      {name && (
        <FormControl
          name={name}
          value={value}
          readOnly={readOnly}
          onFocus={() => editor?.commands.focus()}
          onChange={onChange}
        />
      )}
    </div>
  )
}
