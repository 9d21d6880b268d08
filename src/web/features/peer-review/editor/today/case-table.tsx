import type { CaseLine } from '../../../../../contract/api/case-list.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { daysInWords } from '../../../../../contract/rules/peer-review/in-words.ts'
import { CASE_ACTIONS, CASE_GROUPS, type CaseAction } from '../../../../../contract/rules/peer-review/next-step.ts'
import { isSampleNumber } from '../../../../../contract/rules/peer-review/sample-number.ts'
import { plainTitle } from '../../../../../contract/rules/text/inline-markup.ts'
import { Link } from '../../../../ui/link.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { UndoButton } from '../decide/undo-button.tsx'
import { GROUP_NAMES } from './cases-csv.ts'
import { PromiseBar } from '../../shared/promise-bar.tsx'
import { SampleWord } from '../../shared/sample-note.tsx'
import { StatusMarks } from '../../shared/status-marks.tsx'

/** The part of a case's address that opens the dialog in which the article is published. */
export const PUBLISH = 'publish'

/** Where an editor does what is next: the pages of inviting and deciding, and the case itself for all else. */
function actionPath(action: CaseAction, articleId: string): string {
  if (action === 'invite-reviewers') return paths.inviteReviewers(articleId)
  if (action === 'publish') return `${paths.case(articleId)}#${PUBLISH}`
  if (action === 'ask-authors') return `${paths.case(articleId)}#checks`
  return action === 'decide' ? paths.decide(articleId) : paths.case(articleId)
}

/** The number of a manuscript, without the year if that is this one: '041'. */
const shortNumber = (number: string, today: string): string =>
  number.startsWith(today.slice(0, 5)) ? number.slice(5) : number

interface Shown {
  /** The day, YYYY-MM-DD. */
  today: string
  /** Names who handles each case. */
  withEditor?: boolean
}

/**
 * Cases by group, each with the one reason why it is here. Only the row of `current` has a solid button. The roles
 * are explicit, because some browsers drop table semantics when a table is laid out as cards.
 */
export function CaseTable({
  lines,
  current,
  onFocus,
  ...shown
}: Shown & {
  lines: readonly CaseLine[]
  current?: string | undefined
  onFocus?: (articleId: string) => void
}) {
  const groups = Map.groupBy(lines, ({ group }) => group)
  return (
    <div className="tablewrap">
      <table className="cases small" role="table" aria-label="Cases, the most overdue first in each group">
        <thead role="rowgroup" className={groups.has('act') ? undefined : 'sr'}>
          <tr role="row">
            <th scope="col" role="columnheader">
              <span className="sr">Case</span>
            </th>
            {['Reports', 'Waiting', 'Days to decision', 'Next'].map((name) => (
              <th key={name} scope="col" role="columnheader">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {CASE_GROUPS.filter((group) => groups.has(group)).map((group) => (
          <tbody key={group} role="rowgroup" className={group === 'closed' ? 'dim' : undefined}>
            <tr role="row" className="grp">
              <th scope="rowgroup" role="rowheader" colSpan={5}>
                <h2 className="panel-title">
                  {GROUP_NAMES[group]} <span className="n">{groups.get(group)!.length}</span>
                </h2>
              </th>
            </tr>
            {groups.get(group)!.map((line) => (
              <CaseRow
                key={line.articleId}
                line={line}
                {...shown}
                isCurrent={line.articleId === current}
                onFocus={() => onFocus?.(line.articleId)}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function CaseRow({
  line,
  today,
  withEditor = false,
  isCurrent,
  onFocus,
}: Shown & {
  line: CaseLine
  isCurrent: boolean
  onFocus: () => void
}) {
  const { articleId, title, author, editor, action, system, reason, alert, waitingDays, marks, reports, undo } = line
  return (
    <tr role="row" className={isCurrent ? 'on' : undefined} onFocus={onFocus}>
      <th scope="row" role="rowheader" className="ttl">
        <Link className="go-case" to={paths.case(articleId)}>
          <TitleText title={title} />
        </Link>
        <span className="why muted">
          {isSampleNumber(line.number) && <SampleWord />} <span>{shortNumber(line.number, today)}</span> {author}
          <span> · </span>
          <span className={alert ? 'error-ink' : undefined}>{reason}</span>
          {withEditor && (
            <>
              <span className="sep"> · </span>
              {editor ?? 'No editor yet'}
            </>
          )}
        </span>
      </th>
      <td role="cell" className="rep keep">
        <StatusMarks marks={marks} reports={reports} />
      </td>
      <td role="cell" className="wait keep tabular">
        {waitingDays === null ? '' : waitingDays === 0 ? 'Today' : daysInWords(waitingDays)}
      </td>
      <td role="cell" className="prom">
        <PromiseBar promise={line.promise} />
      </td>
      <td role="cell" className="next">
        {action === null ? (
          <span className="auto">{system}</span>
        ) : (
          <Link className={isCurrent ? 'btn row solid' : 'btn row'} to={actionPath(action, articleId)}>
            {CASE_ACTIONS[action]}
            <span className="sr">: {plainTitle(title)}</span>
          </Link>
        )}
        {/* Also while something else is to be done, such as to answer a message. */}
        {undo && <UndoButton articleId={articleId} {...undo} title={plainTitle(title)} className="btn row" />}
      </td>
    </tr>
  )
}
