import { browserApi } from '../../../../client/api.ts'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { StatusMarkLegend } from '../../shared/status-marks.tsx'
import { CaseTable } from './case-table.tsx'

/** The manuscripts that somebody has been asked to edit without being an administrator; most people have none. */
export function GuestCases() {
  const { answer } = useAnswer(() => browserApi.caseList.asGuest({}))
  if (!answer?.lines.length) return null
  return (
    <section className="guest-cases" aria-labelledby="guest-cases">
      <h2 id="guest-cases">Manuscripts you edit</h2>
      <CaseTable lines={answer.lines} today={new Date().toISOString().slice(0, 10)} />
      <StatusMarkLegend />
    </section>
  )
}
