import { useId, type ReactNode } from 'react'

/** A part of a page with its heading, and what stands beside that. With an `id` it can be gone to. */
export function Section({
  id,
  title,
  aside,
  className = 'part',
  children,
}: {
  id?: string
  title: string
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  const own = useId()
  const heading = id === undefined ? own : `${id}-title`
  return (
    <section className={className} id={id} aria-labelledby={heading} tabIndex={id === undefined ? undefined : -1}>
      <header>
        <h2 className="panel-title" id={heading}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

/** What has happened, the newest first or last as it is given. */
export function Timeline({
  entries,
}: {
  entries: readonly { at: string; day: string; text: string; className?: string | undefined }[]
}) {
  return (
    <ol className="timeline" role="list">
      {entries.map(({ at, day, text, className: of }, index) => (
        <li key={index} className={of}>
          <time dateTime={at}>{day}</time>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
