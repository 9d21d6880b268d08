import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'

/** A part of the page with its heading, and an aside next to it. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="ms-part" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

/** Plain text of several paragraphs. */
export function Paragraphs({ text, className = 'ms-text' }: { text: string; className?: string }) {
  return (
    <div className={className}>
      {text.split(/\n[ \t]*\n/).map((paragraph, index) => (
        <p key={index}>{paragraph.trim()}</p>
      ))}
    </div>
  )
}

/** Why something could not be sent. */
export function SendFailure({ message }: { message: string | null }) {
  return (
    <div role="alert">
      {message && (
        <p className="err">
          <CircleAlert className="ic" aria-hidden="true" />
          {message}
        </p>
      )}
    </div>
  )
}
