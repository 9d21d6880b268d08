import type { ReactNode } from 'react'
import { daysBetween } from '../../../../contract/rules/peer-review/days.ts'
import { daysInWords } from '../../../../contract/rules/peer-review/in-words.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { NoticeDeskStyles } from './notice-desk.tsx'

/** What is to be done about a published article. */
export interface Work {
  to: string
  title: string
  /** Days, YYYY-MM-DD. */
  since: string
  due: { on: string; from: string } | null
  /** What the editor does; null while it waits for others, in the words of `waits`. */
  next: string | null
  waits: string
}

/** A group of rows on Today, as those of cases. */
export function WorkTable({ name, count, children }: { name: string; count: number; children: ReactNode }) {
  return (
    <div className="tablewrap today">
      <NoticeDeskStyles />
      <table className="cases small notice-rows" role="table" aria-label={name}>
        <thead role="rowgroup" className="sr">
          <tr role="row">
            {['Article', 'State', 'Waiting', 'Due', 'Next'].map((column) => (
              <th key={column} scope="col" role="columnheader">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <tr role="row" className="grp">
            <th scope="rowgroup" role="rowheader" colSpan={5}>
              <h2 className="panel-title">
                {name} <span className="n">{count}</span>
              </h2>
            </th>
          </tr>
          {children}
        </tbody>
      </table>
    </div>
  )
}

/** A row with the reason why it is here; its marks are the children. */
export function WorkRow({
  to,
  title,
  why,
  since,
  due,
  next,
  waits,
  today,
  children,
}: Work & { why: ReactNode; today: string; children: ReactNode }) {
  const waiting = Math.max(0, daysBetween(since, today))
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className="ttl">
        <Link className="go-case" to={to}>
          <TitleText title={title} />
        </Link>
        <span className="why muted">{why}</span>
      </th>
      <td role="cell" className="rep std keep">
        {children}
      </td>
      <td role="cell" className="wait keep tabular">
        {waiting === 0 ? 'Today' : daysInWords(waiting)}
      </td>
      <td role="cell" className="prom">
        {due && <Due {...due} today={today} />}
      </td>
      <td role="cell" className="next">
        {next === null ? (
          <span className="auto">{waits}</span>
        ) : (
          <Link className="btn row" to={to}>
            {next}
            <span className="sr">: {plainTitle(title)}</span>
          </Link>
        )}
      </td>
    </tr>
  )
}

function Due({ on, from, today }: { on: string; from: string; today: string }) {
  const [all, left] = [Math.max(1, daysBetween(from, on)), daysBetween(today, on)]
  const state = left < 0 ? 'over' : left <= 7 ? 'soon' : ''
  return (
    <span className={`clock keep small tabular ${state}`}>
      <progress
        className="weeks muted"
        max={all}
        value={Math.min(all, Math.max(0, all - left))}
        aria-label={`Day ${all - left} of ${all}`}
      />
      <b>{left < 0 ? `${counted(-left, 'day')} over` : `${left} left`}</b>
    </span>
  )
}
