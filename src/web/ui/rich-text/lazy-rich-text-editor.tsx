import { lazy, Suspense, useEffect, useState } from 'react'
import { Failure, TryAgain } from '../states.tsx'
import { EditorSkeleton } from './editor-skeleton.tsx'
import type { RichTextEditorProps } from './rich-text-editor.tsx'

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx').catch(() => ({ default: Unavailable })))

/** The editor, loaded on demand and only in the browser. */
export function LazyRichTextEditor(props: RichTextEditorProps) {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  const skeleton = <EditorSkeleton label={props.label} readOnly={props.readOnly} />
  if (!mounted) return skeleton
  return (
    <Suspense fallback={skeleton}>
      <RichTextEditor {...props} />
    </Suspense>
  )
}

/** If loading fails, the rest of the form stays usable. */
function Unavailable({ label }: RichTextEditorProps) {
  return (
    <div className="field">
      <span className="lab">{label}</span>
      <Failure message="The text editor could not be loaded. Please check your connection.">
        <TryAgain />
      </Failure>
    </div>
  )
}
