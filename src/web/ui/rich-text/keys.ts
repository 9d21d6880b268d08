import { Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * What has to be done before an editor reads a key: on a slow device keys follow each other faster than the browser reports
 * where the caret has gone, and what is typed would be where it was. Returns true if the key is done with.
 */
export function beforeKey(view: EditorView, event: KeyboardEvent): boolean {
  if (view.composing || event.isComposing) return false
  view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
  return goesToEnd(view, event)
}

/** The beginning and the end of the whole text. Just after an editor got the focus, it would take back the browser's own move. */
function goesToEnd(view: EditorView, event: KeyboardEvent): boolean {
  const isStart = event.key === 'Home'
  if (!event.ctrlKey || event.altKey || event.metaKey || (!isStart && event.key !== 'End')) return false
  const { doc, selection, tr } = view.state
  const end = isStart ? Selection.atStart(doc) : Selection.atEnd(doc)
  if (!(end instanceof TextSelection)) return false
  event.preventDefault()
  const chosen = event.shiftKey ? TextSelection.between(selection.$anchor, end.$head) : end
  view.dispatch(tr.setSelection(chosen).scrollIntoView())
  return true
}
