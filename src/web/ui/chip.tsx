/** A status as a mark and a word: colour never stands alone. */
export function Chip({
  kind,
  children,
}: {
  kind: 'published' | 'draft' | 'pending' | 'rejected' | 'archived' | 'sample'
  children: string
}) {
  return <span className={`chip ${kind}`}>{children}</span>
}
