import { Info, type LucideIcon, OctagonAlert, RefreshCw, TriangleAlert } from 'lucide-react'
import type { FailedJob } from '../../../../contract/api/health.ts'
import type { Finding, Level } from '../../../../contract/rules/health/facts.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { Link } from '../../../ui/link.tsx'
import { UtcTime } from '../../../ui/local-date.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { useAct } from '../../../ui/use-command.ts'

/** Work in the background that was given up: why, and a way to try again. Nothing is shown of none. */
export function FailedJobs({ jobs }: { jobs: readonly FailedJob[] }) {
  const { act, busy } = useAct()
  if (!jobs.length) return null
  return (
    <section aria-labelledby="failed-work" className="failed-work">
      <h2 id="failed-work" tabIndex={-1}>
        What failed
      </h2>
      <ul className="rules findings" role="list">
        {jobs.map(({ kind, subject, what, article, reason, attempts, failedAt }) => (
          <li key={`${kind} ${subject}`} className="unknown">
            <TriangleAlert className="ic" aria-hidden="true" />
            <div>
              <h3>
                {what}
                {article && (
                  <>
                    :{' '}
                    <Link to={paths.article(article.id)}>
                      <TitleText title={article.title} />
                    </Link>
                  </>
                )}
              </h3>
              <p>{reason}</p>
              <p className="muted small">
                Given up after {counted(attempts, 'attempt')}, on <UtcTime at={failedAt} />.
              </p>
              <p className="mend small breakable">
                <button
                  type="button"
                  className="btn"
                  aria-disabled={busy}
                  onClick={() => void act(() => browserApi.state.retryJob({ kind, subject }))}
                >
                  <RefreshCw className="ic" aria-hidden="true" />
                  Try Again<span className="sr"> ({what})</span>
                </button>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const MARKS: Record<Level, { icon: LucideIcon; className: string; word: string }> = {
  now: { icon: OctagonAlert, className: 'fails', word: 'Urgent' },
  soon: { icon: TriangleAlert, className: 'unknown', word: 'Soon' },
  advice: { icon: Info, className: 'advised', word: 'Recommended' },
}

/** What is wrong, the worst first, and what to do about each. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const { act, busy } = useAct()
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
                <p className="mend small breakable">
                  <Link to={see.href}>{see.text}</Link>
                  {(id === 'emails-waiting' || id === 'emails-failing') && (
                    <button
                      type="button"
                      className="btn"
                      aria-disabled={busy}
                      onClick={() => void act(() => browserApi.state.sendEmails({}))}
                    >
                      Send Now
                    </button>
                  )}
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
