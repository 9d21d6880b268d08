/** How much of the room for a text is used: shown always, said once there is too much. */
export function Counted({ count, most, of }: { count: number; most: number; of: string }) {
  const isOver = count > most
  return (
    <p
      className={isOver ? 'count small tabular error-ink' : 'count small tabular muted'}
      role={isOver ? 'status' : undefined}
    >
      {count} of {most} {of}
    </p>
  )
}
