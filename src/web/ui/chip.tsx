/** A status as a mark and a word, so that colour is never the only cue. */
export function Chip({
  kind,
  quiet = false,
  children,
}: {
  kind: 'published' | 'draft' | 'pending' | 'rejected' | 'archived' | 'sample'
  /** Without background: for the normal state. */
  quiet?: boolean
  children: string
}) {
  return <span className={`chip ${kind}${quiet ? ' quiet' : ''}`}>{children}</span>
}
