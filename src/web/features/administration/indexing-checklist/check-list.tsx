import { Check as CheckMark, CircleQuestionMark, TriangleAlert, Info, type LucideIcon } from 'lucide-react'
import type { Check, Place } from '../../../../contract/rules/articles/indexing-checklist/rules.ts'
import { Link } from '../../../ui/link.tsx'

interface Mark {
  icon: LucideIcon
  className: string
  /** Said to those who do not see the mark. */
  word: string
}

function markOf({ verdict, isNeeded }: Check): Mark {
  if (verdict === 'holds') return { icon: CheckMark, className: 'holds', word: 'Holds' }
  if (verdict === 'unknown') return { icon: CircleQuestionMark, className: 'unknown', word: 'To be checked' }
  return isNeeded
    ? { icon: TriangleAlert, className: 'fails', word: 'Missing' }
    : { icon: Info, className: 'advised', word: 'Recommended' }
}

/** Rules with their verdicts, and where each one is mended. */
export function CheckList({ checks, withAsker = false }: { checks: readonly Check[]; withAsker?: boolean }) {
  return (
    <ul className="rules" role="list">
      {checks.map((check) => {
        const { icon: Icon, className, word } = markOf(check)
        return (
          <li key={check.id} className={className}>
            <Icon className="ic" aria-hidden="true" />
            <p>
              <span className="sr">{word}: </span>
              {withAsker && <span className="muted">{check.asker}: </span>}
              {check.sentence}
              {check.place && <Mend place={check.place} />}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

function Mend({ place: { label, href } }: { place: Place }) {
  return (
    <span className="mend">
      {href === null ? <span className="muted">{label}</span> : <Link to={href}>{label}</Link>}
    </span>
  )
}
