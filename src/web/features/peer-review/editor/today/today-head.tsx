import type { Today } from '../../../../../contract/api/case-list.ts'
import { capital, countInWords, numberInWords } from '../../../../../contract/rules/peer-review/in-words.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { fullDay } from '../../../../../contract/rules/text/dates.ts'
import { AreaHead } from '../../../../ui/area-head.tsx'
import { Link } from '../../../../ui/link.tsx'

/** The date, what there is to do, and how the journal keeps its promise. */
export function TodayHead({ today, isSearch }: { today: Today | undefined; isSearch: boolean }) {
  return (
    <AreaHead
      title="Today"
      note={
        today && (
          <>
            {fullDay(today.today)}. {isSearch ? found(today) : summary(today)}{' '}
            <Link to={paths.adminFigures}>All figures</Link>
          </>
        )
      }
    >
      {today ? <Figures figures={today.figures} /> : <div className="figures" />}
    </AreaHead>
  )
}

const found = ({ lines }: Today): string => `${capital(countInWords(lines.length, 'case'))} found.`

/** 'Six cases need you; one is overdue.' */
function summary({ lines, scope }: Today): string {
  const count = (group: string) => lines.filter((line) => line.group === group).length
  const act = count('act')
  const others = count('others') + count('authors')
  if (!act) {
    if (!others) return 'No open cases.'
    return `${capital(countInWords(others, 'case'))} ${others === 1 ? 'is' : 'are'} with others.`
  }
  const overdue = lines.filter(({ promise }) => promise?.state === 'over').length
  const late = overdue ? `; ${numberInWords(overdue)} ${overdue === 1 ? 'is' : 'are'} overdue` : ''
  const whom = scope === 'mine' ? 'you' : 'an editor'
  return `${capital(countInWords(act, 'case'))} ${act === 1 ? 'needs' : 'need'} ${whom}${late}.`
}

function Figures({ figures: { medianDays, onTimePercent, decided, open } }: Pick<Today, 'figures'>) {
  return (
    <dl className="figures">
      <div>
        <dt>Median to first decision</dt>
        <dd>
          {medianDays ?? '–'} {medianDays !== null && <small>{medianDays === 1 ? 'day' : 'days'}</small>}
        </dd>
      </div>
      <div>
        <dt>{decided ? `On time, of ${decided} this year` : 'On time this year'}</dt>
        <dd>{onTimePercent === null ? '–' : `${onTimePercent}%`}</dd>
      </div>
      <div>
        <dt>Open cases</dt>
        <dd>{open}</dd>
      </div>
    </dl>
  )
}
