import { REPORT_MARK_NAMES, type ReportMark } from '../../../../contract/rules/peer-review/report-marks.ts'

const LEAF = ['M3 28C3 28 6 14 22 8c2 14-6 22-19 20z', 'M3 28C9 22 14 17 20 11'] as const
const BUD = ['M12 22C6 16 9 9 16 6c3 7 2 13-4 16z', 'M9 31C9 27 10 25 12 22'] as const
/** Of each mark its body, which may be filled or dotted, and its stalks. */
const SHAPES: Record<ReportMark, readonly [body: string | null, ...stalks: string[]]> = {
  in: LEAF,
  agreed: LEAF,
  late: ['M12 8c9 1 12 9 8 21-9-4-13-12-8-21z', 'M4 12C6 7 9 6 12 8', 'M13 11c3 5 5 9 6 14'],
  invited: BUD,
  standby: BUD,
  declined: [null, 'M5 20h16'],
}

/** The state of one report: its shape tells it, the colour helps, and the name is read out. */
export function StatusMark({ mark, named = true }: { mark: ReportMark; named?: boolean }) {
  const [body, ...stalks] = SHAPES[mark]
  return (
    <svg
      className={`status-mark r-${mark}`}
      viewBox="0 2 27 31"
      {...(named ? { role: 'img', 'aria-label': REPORT_MARK_NAMES[mark] } : { 'aria-hidden': true })}
    >
      {body !== null && <path className="b" d={body} />}
      {stalks.map((stalk) => (
        <path key={stalk} d={stalk} />
      ))}
    </svg>
  )
}

/** The reports of a round, one mark each, and how many of them are in. */
export function StatusMarks({
  marks,
  reports,
}: {
  marks: readonly ReportMark[]
  reports?: { in: number; of: number } | null
}) {
  if (!marks.length) {
    return (
      <span className="none">
        <span aria-hidden="true">–</span>
        <span className="sr">No reviewers yet</span>
      </span>
    )
  }
  return (
    <>
      <span className="sprig">
        {marks.map((mark, index) => (
          <StatusMark key={index} mark={mark} />
        ))}
      </span>
      {reports && (
        <span className="w tabular muted smaller">
          {reports.in} of {reports.of}
        </span>
      )}
    </>
  )
}

const EXPLAINED: [ReportMark, string][] = [
  ['invited', 'Invited'],
  ['agreed', 'Agreed'],
  ['in', 'Report in'],
  ['late', 'Late'],
  ['standby', 'Standby'],
  ['declined', 'Declined'],
]

/** What the marks mean. */
export function StatusMarkLegend() {
  return (
    <p className="legend wrapping small muted">
      {EXPLAINED.map(([mark, name]) => (
        <span key={mark}>
          <StatusMark mark={mark} named={false} /> {name}
        </span>
      ))}
    </p>
  )
}
