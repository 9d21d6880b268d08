import type { Notice } from '../../../../contract/api/notices.ts'
import type { PublishedNotice } from '../../../../contract/api/published-notice.ts'
import { NOTICES } from '../../../../contract/rules/articles/notices.ts'
import { dayOf, daysBetween } from '../../../../contract/rules/peer-review/days.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { monthAndDay } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { SLIP_OF_KIND, SlipMark } from '../standing/slip-mark.tsx'
import { type Work, WorkRow, WorkTable } from './work-table.tsx'

export interface OpenNotices {
  notices: readonly Notice[]
  concerns: readonly PublishedNotice[]
  /** From the first report to the notice. */
  medianDays: number | null
}

interface Row extends Work {
  key: string
  kind: Notice['kind']
  reason: string
  alert: boolean
  signs: readonly ('yes' | 'no' | 'asked')[]
}

/** What is to be done about a notice, as a row of Today. */
export function rowOf(notice: Notice, today: string, userId: string): Row {
  const { id, kind, state, about, answers, draftedAt, askedAt, answersDueOn, missing, maySign, draftedBy, releaseAt } =
    notice
  const name = NOTICES[kind].name
  const open = answers.filter(({ answer, hasAddress }) => answer === null && hasAddress).length
  const mine = draftedBy.id === userId
  const row = {
    ...{ key: id, to: paths.notice(id), title: about[0]?.title ?? '', kind, alert: false, due: null, waits: '' },
    since: draftedAt.slice(0, 10),
    signs: answers.map(({ answer }) =>
      answer === 'agrees' ? 'yes' : answer === 'disagrees' ? 'no' : 'asked',
    ) as Row['signs'],
  }
  if (state === 'draft') {
    const reason = missing.length ? `${name} to finish` : `${name}: ask the authors`
    return { ...row, reason, next: mine ? 'Finish' : 'Open' }
  }
  if (state === 'asked') {
    const due = answersDueOn && askedAt ? { on: answersDueOn, from: askedAt.slice(0, 10) } : null
    const reason = `Draft ${name.toLowerCase()}, ${counted(open, 'answer')} to come`
    return {
      ...row,
      reason,
      due,
      next: null,
      waits: answersDueOn ? `With the authors until ${monthAndDay(answersDueOn)}` : '',
    }
  }
  if (state === 'confirmed')
    return { ...row, reason: `${name} signed`, next: null, waits: releaseAt ? 'Being published' : '' }
  return maySign === null
    ? { ...row, reason: `${name} to sign`, alert: NOTICES[kind].isGrave, next: 'Read and Sign' }
    : { ...row, reason: `${name} waits for a second editor`, next: null, waits: `Ready since ${monthAndDay(today)}` }
}

export function rowOfConcern({ id, about, reviewOn, publishedAt, kind }: PublishedNotice, today: string): Row {
  const from = publishedAt.slice(0, 10)
  const isLate = reviewOn !== null && reviewOn < today
  return {
    ...{ key: id, to: paths.article(id), title: about[0]?.title ?? '', kind, since: from, signs: [], waits: '' },
    reason: isLate ? 'Concern overdue: close it, retract, or print a new day' : 'Concern to be settled',
    alert: isLate,
    due: reviewOn === null ? null : { on: reviewOn, from },
    next: 'Open',
  }
}

/** Rows of Today about notices: those under way, and concerns that are late or soon due. */
export function NoticeRows({ open, userId }: { open: OpenNotices; userId: string }) {
  const today = dayOf(new Date())
  const due = open.concerns.filter(({ reviewOn }) => reviewOn !== null && daysBetween(today, reviewOn) <= 14)
  const rows = [
    ...open.notices.map((notice) => rowOf(notice, today, userId)),
    ...due.map((concern) => rowOfConcern(concern, today)),
  ].toSorted(
    (one, other) => Number(one.next === null) - Number(other.next === null) || Number(other.alert) - Number(one.alert),
  )
  if (!rows.length) return null
  return (
    <WorkTable name="Notices" count={rows.length}>
      {rows.map(({ key, ...row }) => (
        <WorkRow
          key={key}
          {...row}
          today={today}
          why={<span className={row.alert ? 'error-ink' : undefined}>{row.reason}</span>}
        >
          <SlipMark slip={SLIP_OF_KIND[row.kind]} />
          <span className="sr">{NOTICES[row.kind].name}</span>
          <SignMarks signs={row.signs} />
        </WorkRow>
      ))}
    </WorkTable>
  )
}

/** From six on a count takes the place of the marks. */
const MARKS_MAX = 5
const NAMES = { yes: 'agrees', no: 'disagrees', asked: 'asked' } as const

function SignMarks({ signs }: { signs: Row['signs'] }) {
  if (!signs.length) return null
  if (signs.length > MARKS_MAX) {
    return (
      <span className="w tabular muted smaller">
        {signs.filter((sign) => sign !== 'asked').length} of {signs.length}
      </span>
    )
  }
  return (
    <span className="sgs">
      {signs.map((sign, index) => (
        <svg key={index} className={`sg ${sign}`} viewBox="0 0 21 21" role="img" aria-label={NAMES[sign]}>
          <path className={sign === 'asked' ? 'o' : undefined} d="M2 18h17" />
          {sign === 'yes' && <path className="s" d="M3.500 13.500c2-6 4-9 5-8s-2 8 0 8 3-4 4-4 .3 3 5 2.500" />}
          {sign === 'no' && <path className="f" d="m10.500 3.500 5 5-5 5-5-5z" />}
        </svg>
      ))}
    </span>
  )
}
