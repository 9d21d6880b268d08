import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { RICH_TEXT_MAX } from '../../../contract/rules/text/rich-text.ts'
import { readPicture } from './read-picture.ts'

/** Pictures take up most of a text's size limit. */
const NO_ROOM = 'There is no more room for this picture in the text. Please add it to the content files.'

/**
 * Inserts local pictures at the selection or at `at`, and selects the last of them. Returns how many were
 * inserted, and the message for the first that could not be.
 */
export async function insertPictures(
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
