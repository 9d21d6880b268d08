import { Check as CheckMark, CircleQuestionMark, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Link as RouterLink } from 'react-router'
import { OAI_RULE } from '../../../../contract/rules/articles/indexing-checklist/journal-rules.ts'
import { ASKERS, type Check, judged, type Place } from '../../../../contract/rules/articles/indexing-checklist/rules.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'

interface Mark {
  icon: LucideIcon
  className: string
  /** Said to those who do not see the mark. */
  word: string
}

function markOf({ verdict, isNeeded }: Check): Mark {
  if (verdict === 'holds') return { icon: CheckMark, className: 'holds', word: 'Met' }
  if (verdict === 'unknown') return { icon: CircleQuestionMark, className: 'unknown', word: 'Check yourself' }
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
    <span className="mend small breakable">
      {href === null ? <span className="muted">{label}</span> : <Link to={href}>{label}</Link>}
    </span>
  )
}

/** The tabs for the rules of the indexes, the deposits with Crossref and retracted references. */
export const ReadinessViews = ({ current }: { current: 'readiness' | 'deposits' | 'references' }) => (
  <nav className="tabs space" aria-label="Indexing checklist, deposits and references">
    <ul role="list">
      <li>
        <RouterLink to={paths.adminReadiness} aria-current={current === 'readiness' ? 'page' : undefined}>
          Checklist
        </RouterLink>
      </li>
      <li>
        <RouterLink to={paths.adminDeposits} aria-current={current === 'deposits' ? 'page' : undefined}>
          Deposits
        </RouterLink>
      </li>
      <li>
        <RouterLink to={paths.adminReferences} aria-current={current === 'references' ? 'page' : undefined}>
          References
        </RouterLink>
      </li>
    </ul>
  </nav>
)

const OAI_IDENTIFY = '/oai?verb=Identify'

/** The rules for the journal as a whole, by who asks for them. */
export function JournalChecks({ checks }: { checks: readonly Check[] }) {
  // Only a request can tell whether harvesters are answered.
  const { answer: isReached } = useAnswer(askAsHarvester)
  const all = [...checks, ...judged([OAI_RULE], { isReached })]
  return (
    <section aria-labelledby="journal">
      <h2 id="journal">The journal</h2>
      <div className="askers">
        {ASKERS.filter((asker) => all.some((check) => check.asker === asker)).map((asker) => (
          <section key={asker} aria-labelledby={`asker-${asker}`}>
            <h3 id={`asker-${asker}`}>{asker}</h3>
            <CheckList checks={all.filter((check) => check.asker === asker)} />
          </section>
        ))}
      </div>
    </section>
  )
}

async function askAsHarvester(): Promise<boolean> {
  try {
    const response = await fetch(OAI_IDENTIFY)
    return response.ok && /<adminEmail>[^<@]{1,200}@[^<]/.test(await response.text())
  } catch {
    return false
  }
}
