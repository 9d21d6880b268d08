import { Check, CircleDashed, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** One of the things that screening looks at, with its outcome. */
export function CheckLine({
  name,
  value,
  warn,
  missing = false,
  children,
}: {
  name: string
  value: string
  warn: boolean
  missing?: boolean
  children: ReactNode
}) {
  const Icon = missing ? CircleDashed : warn ? TriangleAlert : Check
  return (
    <li className={missing ? 'missing' : warn ? 'warn' : 'ok'}>
      <Icon className="ic" aria-hidden="true" />
      <b>{name}</b>
      <span className="v">{value}</span>
      <div className="d">{children}</div>
    </li>
  )
}
