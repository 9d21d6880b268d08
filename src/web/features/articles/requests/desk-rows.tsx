import { Mail } from 'lucide-react'
import type { Request } from '../../../../contract/api/requests.ts'
import { REQUEST_NAMES, REQUESTED_BY_WORDS } from '../../../../contract/rules/articles/requests.ts'
import { dayOf } from '../../../../contract/rules/peer-review/days.ts'
import { capital, countInWords, numberInWords } from '../../../../contract/rules/peer-review/in-words.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { monthAndDay } from '../../../../contract/rules/text/dates.ts'
import { STATE_WORDS } from '../notice-desk/notice-desk.tsx'
import { WorkRow, WorkTable } from '../notice-desk/work-table.tsx'
import { isUnderWay } from './desk-state.ts'

/** What this editor does about a request that waits; null while there is a notice to be published. */
export const nextOf = ({ notice, handler }: Pick<Request, 'notice' | 'handler'>, userId: string): string | null =>
  isUnderWay(notice) ? null : handler === null || handler.id === userId ? 'Answer' : 'Open'

/** 'Two requests need you; one is late.' */
export function requestsInWords(requests: readonly Request[], userId: string): string {
  const mine = requests.filter((request) => nextOf(request, userId) === 'Answer')
  if (!mine.length) return ''
  const late = mine.filter(({ isLate }) => isLate).length
  const words = `${capital(countInWords(mine.length, 'request'))} ${mine.length === 1 ? 'needs' : 'need'} you`
  return `${words}${late ? `; ${numberInWords(late)} ${late === 1 ? 'is' : 'are'} late` : ''}.`
}

/** Requests that wait, on Today: those due first as they come, and those with a notice last. */
export function RequestRows({ requests, userId }: { requests: readonly Request[]; userId: string }) {
  const today = dayOf(new Date())
  if (!requests.length) return null
  return (
    <WorkTable name="Requests" count={requests.length}>
      {requests
        .toSorted((one, other) => Number(nextOf(one, userId) === null) - Number(nextOf(other, userId) === null))
        .map((request) => (
          <WorkRow
            key={request.id}
            to={paths.request(request.id)}
            title={request.article.title}
            since={request.receivedOn}
            due={{ on: request.dueOn, from: request.receivedOn }}
            next={nextOf(request, userId)}
            waits={request.notice ? `Notice: ${STATE_WORDS[request.notice.state]}` : ''}
            today={today}
            why={<Why request={request} userId={userId} />}
          >
            <Mail className="ic" aria-hidden="true" />
            <span className="sr">Request</span>
          </WorkRow>
        ))}
    </WorkTable>
  )
}

function Why({ request: { kind, from, dueOn, isLate, handler }, userId }: { request: Request; userId: string }) {
  const due = monthAndDay(dueOn)
  return (
    <>
      {REQUEST_NAMES[kind]} · {REQUESTED_BY_WORDS[from]} ·{' '}
      <span className={isLate ? 'error-ink' : undefined}>{isLate ? `Late: was due on ${due}` : `due on ${due}`}</span> ·{' '}
      {handler === null ? 'nobody has taken it' : handler.id === userId ? 'yours' : handler.name || 'another editor'}
    </>
  )
}
