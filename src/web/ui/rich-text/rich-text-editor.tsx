import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent } from '@tiptap/react'
import { type KeyboardEvent, type Ref, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { RICH_TEXT_MAX } from '../../../contract/rules/text/rich-text.ts'
import { type ControlProps, FieldError, labelIdOf } from '../labelled.tsx'
import { LONG_TEXT } from './long-text.ts'
import { ONE_LINE } from './one-line.ts'
import { LinkPanel, PicturePanel } from './panel.tsx'
import { PICTURE_TYPES, readPicture } from './read-picture.ts'
import { type Panel, Toolbar } from './toolbar.tsx'
import { useRichText } from './use-rich-text.ts'

const HELP = 'Tab leaves the editor, Shift+Tab goes to the toolbar. Ctrl/Cmd + ] and [ change the indent.'

/** Characters from the start of the line. */
export interface Caret {
  anchor: number
  head: number
}

export interface RichTextEditorProps {
  /** The attributes that its frame gives the control. */
  control: ControlProps
  value: string
  placeholder: string | undefined
  readOnly: boolean
  line: boolean
  /** Where the person was typing when the editor came. */
  caret: Caret | null
  onChange: (value: string) => void
}

/** The editing of `RichTextField`. Large: the field loads it. */
export default function RichTextEditor({
  control: { id, 'aria-invalid': invalid, 'aria-describedby': described },
  value,
  placeholder,
  readOnly,
  line,
  caret,
  onChange,
}: RichTextEditorProps) {
  const [panel, setPanel] = useState<Panel | null>(null)
  const [notice, setNotice] = useState('')
  const chooser = useRef<HTMLInputElement>(null)

  const hasHelp = !readOnly && !line
  const attributes = useMemo<Record<string, string>>(() => {
    const descriptions = [described, hasHelp && `${id}-help`].filter(Boolean).join(' ')
    return {
      id,
      role: 'textbox',
      'aria-labelledby': labelIdOf(id),
      ...(descriptions && { 'aria-describedby': descriptions }),
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(placeholder && { 'aria-placeholder': placeholder }),
      ...(readOnly && { 'aria-readonly': 'true', tabindex: '0' }),
    }
  }, [id, described, hasHelp, invalid, placeholder, readOnly])

  const addPictures = async (files: readonly File[], at?: number) => {
    const { inserted, problem } = await insertPictures(editor.view, files, {
      length: () => reported.current.length,
      at,
    })
    setNotice(problem ?? '')
    if (inserted) setPanel('picture')
  }
  const { editor, reported } = useRichText({
    kind: line ? ONE_LINE : LONG_TEXT,
    value,
    onChange,
    readOnly,
    attributes,
    onFocus: () => setPanel(null),
    onNotice: setNotice,
    onPictures: (files, at) => void addPictures(files, at),
  })

  const caretAtStart = useRef(caret)
  useLayoutEffect(() => {
    const at = caretAtStart.current
    caretAtStart.current = null
    if (!at) return
    const { doc, tr } = editor.state
    const [anchor, head] = [at.anchor, at.head].map((each) => Math.min(each, doc.content.size)) as [number, number]
    editor.view.dispatch(tr.setSelection(TextSelection.create(doc, anchor, head)))
    editor.view.focus()
  }, [editor])

  const onKeyDown = (event: KeyboardEvent) => {
    setNotice('')
    const inText = editor.view.dom.contains(event.target as Node)
    const isLinkKey = event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey
    if (inText && !readOnly && !line && isLinkKey) {
      event.preventDefault()
      setPanel('link')
    }
  }
  const closePanel = () => {
    setPanel(null)
    editor.commands.focus()
  }
  const toggle = (which: Panel) => (panel === which ? closePanel() : setPanel(which))

  return (
    <>
      <div className={line ? 'text-editor line' : 'text-editor'} onKeyDown={onKeyDown}>
        {!readOnly && (
          <Toolbar
            editor={editor}
            textId={id}
            line={line}
            panel={panel}
            panelId={`${id}-panel`}
            onLink={() => toggle('link')}
            onPicture={() => (editor.isActive('image') ? toggle('picture') : chooser.current?.click())}
          />
        )}
        {panel === 'link' && <LinkPanel editor={editor} id={`${id}-panel`} onClose={closePanel} />}
        {panel === 'picture' && <PicturePanel editor={editor} id={`${id}-panel`} onClose={closePanel} />}
        {!line && (
          <div className="note" role="status">
            <FieldError id={`${id}-notice`} error={notice} />
          </div>
        )}
        <EditorContent editor={editor} />
      </div>
      {hasHelp && (
        <p className="sr" id={`${id}-help`}>
          {HELP}
        </p>
      )}
      {!line && <PictureChooser ref={chooser} onChoose={(files) => void addPictures(files)} />}
    </>
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

/** Pictures take up most of a text's size limit. */
const NO_ROOM = 'There is no more room for this image in the text. Please add it to the content files.'

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
