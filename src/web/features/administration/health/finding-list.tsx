import { Info, OctagonAlert, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { Finding, Level } from '../../../../contract/rules/health/facts.ts'
import { Link } from '../../../ui/link.tsx'

const MARKS: Record<Level, { icon: LucideIcon; className: string; word: string }> = {
  now: { icon: OctagonAlert, className: 'fails', word: 'Needs you now' },
  soon: { icon: TriangleAlert, className: 'unknown', word: 'Needs you soon' },
  advice: { icon: Info, className: 'advised', word: 'Advice' },
}

/** What is wrong, the worst first, and what to do about each. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="rules findings" role="list">
      {findings.map(({ id, level, what, todo, see }) => {
        const { icon: Icon, className, word } = MARKS[level]
        return (
          <li key={id} className={className}>
            <Icon className="ic" aria-hidden="true" />
            <div>
              <h2>
                <span className="muted">{word}: </span>
                {what}
              </h2>
              <p>{todo}</p>
              {see && (
                <p className="mend">
                  <Link to={see.href}>{see.text}</Link>
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
