import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useMemo, useRef, useState } from 'react'
import { RICH_TEXT_MAX } from '../../../contract/rules/text/rich-text.ts'
import { FieldError } from '../labelled.tsx'
import { EditorShape } from './editor-skeleton.tsx'
import { LinkPanel, PicturePanel } from './panel.tsx'
import { PICTURE_TYPES, readPicture } from './read-picture.ts'
import { type Panel, Toolbar } from './toolbar.tsx'
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

/** The file input that the toolbar opens. */
function PictureChooser({ ref, onChoose }: { ref: Ref<HTMLInputElement>; onChoose: (files: File[]) => void }) {
  return (
    <input
      ref={ref}
      type="file"
      accept={PICTURE_TYPES.join()}
      aria-label="Image file"
      hidden
      onChange={(event) => {
        onChoose([...(event.target.files ?? [])])
        // Allows choosing the same file again.
        event.target.value = ''
      }}
    />
  )
}

/**
 * The form control of the field: its value is the text, and focusing it (after a failed validation, for
 * example) focuses the editor.
 */
function FormControl({
  name,
  value,
  readOnly,
  onFocus,
  onChange,
}: {
  name: string
  value: string
  readOnly: boolean
  onFocus: () => void
  onChange: (html: string) => void
}) {
  return (
    <textarea
      className="sr"
      name={name}
      value={value}
      readOnly={readOnly}
      tabIndex={-1}
      aria-hidden="true"
      onFocus={onFocus}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Pictures take up most of a text's size limit. */
const NO_ROOM = 'There is no more room for this picture in the text. Please add it to the content files.'

/**
 * Inserts local pictures at the selection or at `at`, and selects the last of them. Returns how many were
 * inserted, and the message for the first that could not be.
 */
async function insertPictures(
  view: EditorView,
  files: readonly File[],
  { length, at }: { length: () => number; at?: number | undefined },
): Promise<{ inserted: number; problem: string | null }> {
  let inserted = 0
  let problem: string | null = null
  for (const file of files) {
    const read = await readPicture(file)
    // The author may have left the page while the file was read.
    if (view.isDestroyed) break
    if ('problem' in read) problem ??= read.problem
    else if (length() + read.src.length > RICH_TEXT_MAX) problem ??= NO_ROOM
    else {
      insert(view, read.src, inserted === 0 ? at : undefined)
      inserted++
    }
  }
  return { inserted, problem }
}

function insert(view: EditorView, src: string, at: number | undefined): void {
  const { tr, schema } = view.state
  const type = schema.nodes.image!
  if (at !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(at)))
  // A second picture is inserted next to the first instead of replacing it.
  else if (tr.selection instanceof NodeSelection) tr.setSelection(TextSelection.near(tr.selection.$to))
  const { from } = tr.selection
  tr.replaceSelectionWith(type.create({ src }), false)
  if (tr.doc.nodeAt(from)?.type === type) tr.setSelection(NodeSelection.create(tr.doc, from))
  view.dispatch(tr.scrollIntoView())
}
