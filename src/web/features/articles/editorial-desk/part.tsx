import { useId, type ReactNode } from 'react'

/** A section with a heading. */
export function Part({
  title,
  heading: Heading = 'h4',
  children,
}: {
  title: string
  heading?: 'h2' | 'h4'
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="part" aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {children}
    </section>
  )
}
