import { useRevalidator } from 'react-router'
import type { Finding } from '../../../contract/rules/health/facts.ts'
import { attentionOf } from '../../../contract/rules/health/findings.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { FailedJobs, FindingList } from '../../features/administration/health/failed-jobs.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { UtcTime } from '../../ui/local-date.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/health'

const load = ({ api }: LoadArgs) => api.state.get({})

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** What is wrong with the running journal, and what to do about it. */
export default function State({ loaderData: { data, failure } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <AreaHead title="System Status" note={data && summaryOf(data.findings)}>
        {!failure && (
          <button type="button" className="btn" aria-disabled={state === 'loading'} onClick={() => void revalidate()}>
            Check Again
          </button>
        )}
      </AreaHead>
      {failure ? (
        <LoadFailure message="Failed to fetch the system status" />
      ) : (
        <>
          {data.findings.length > 0 && <FindingList findings={data.findings} />}
          <FailedJobs jobs={data.failedJobs} />
          <section aria-labelledby="figures" className="state-figures">
            <h2 id="figures">Details</h2>
            <ul>
              {data.figures.map((figure) => (
                <li key={figure}>{figure}</li>
              ))}
            </ul>
            <p className="muted">
              Checked on <UtcTime at={data.checkedAt} />.
            </p>
          </section>
        </>
      )}
    </>
  )
}

function summaryOf(findings: readonly Finding[]): string {
  const count = attentionOf(findings)
  if (count) return `${counted(count, 'thing needs', 'things need')} your attention.`
  return findings.length ? `No problems. ${counted(findings.length, 'recommendation')}.` : 'No problems.'
}
