/** A status as a mark and a word: colour never stands alone. */
export function Chip({
  kind,
  quiet = false,
  children,
}: {
  kind: 'published' | 'draft' | 'pending' | 'rejected' | 'archived' | 'sample'
  /** Without its ground: for what is as everybody expects. */
  quiet?: boolean
  children: string
}) {
  return <span className={`chip ${kind}${quiet ? ' quiet' : ''}`}>{children}</span>
}
