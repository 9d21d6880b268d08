import { LocalDate } from '../../../ui/local-date.tsx'

/** When a second factor was added, and last used. */
export function UsedDates({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
  return (
    <span className="muted small block">
      added <LocalDate at={createdAt} />
      {lastUsedAt ? (
        <>
          , last used <LocalDate at={lastUsedAt} />
        </>
      ) : (
        ', not used yet'
      )}
    </span>
  )
}
