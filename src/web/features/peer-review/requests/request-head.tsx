import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../../ui/link.tsx'

/** The head of an author's page: the way back, its title, and what it is about. */
export const RequestHead = ({
  to,
  back,
  title,
  children,
}: {
  to: string
  back: string
  title: ReactNode
  children: ReactNode
}) => (
  <header className="ms-head">
    <p>
      <Link className="btn text pull" to={to}>
        <ArrowLeft className="ic" aria-hidden="true" />
        {back}
      </Link>
    </p>
    <h1>{title}</h1>
    <p className="muted">{children}</p>
  </header>
)
