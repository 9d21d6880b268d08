/** The mark of somebody who is going to be invited: a bud; dotted for standby. The words beside it say the same. */
export function ReportBud({ kind }: { kind: 'invited' | 'standby' }) {
  return (
    <svg className={`bud ${kind}`} viewBox="0 2 27 31" aria-hidden="true">
      <path d="M9 31C9 27 10 25 12 22" />
      <path d="M12 22C6 16 9 9 16 6c3 7 2 13-4 16z" />
    </svg>
  )
}
