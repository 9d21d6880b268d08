import { lazy, Suspense, useEffect, useState } from 'react'
import { Failure, TryAgain } from '../states.tsx'
import { EditorSkeleton } from './editor-skeleton.tsx'
import type { RichTextEditorProps } from './rich-text-editor.tsx'

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx').catch(() => ({ default: Unavailable })))

/** The editor where a page wants it: its code comes with its first use, and only in a browser. */
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

/** Without a connection the rest of the form stays as it is. */
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
