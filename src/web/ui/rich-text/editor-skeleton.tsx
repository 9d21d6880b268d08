/** The placeholder for the editor while its code is loading, and on the server. */
export function EditorSkeleton({ label, readOnly = false }: { label: string; readOnly?: boolean | undefined }) {
  return (
    <div className="field" aria-busy="true">
      <span className="lab">{label}</span>
      <EditorShape readOnly={readOnly} />
    </div>
  )
}

export function EditorShape({ readOnly }: { readOnly: boolean }) {
  return (
    <div className="text-editor waiting">
      {!readOnly && <div className="tools" />}
      <div className="page" />
    </div>
  )
}
