import { ArrowLeft, TriangleAlert } from 'lucide-react'
import type { z } from 'zod'
import type { Copy, Notice, notices } from '../../../../contract/api/notices.ts'
import { NOTICES } from '../../../../contract/rules/articles/notices.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { NoticeDeskStyles } from './notice-desk.tsx'

type CopyOf = z.infer<typeof Copy>
type State = CopyOf['state']
export type ReachAnswer = z.infer<(typeof notices)['reach']['output']>

const STATES: Readonly<Record<State, { className: string; key: string }>> = {
  right: { className: 'ok', key: 'right' },
  'unchanged on purpose': { className: 'same', key: 'unchanged on purpose' },
  wrong: { className: 'bad', key: 'wrong' },
  'on its way': { className: 'wait', key: 'on its way' },
}

function CopyMark({ state, named = false }: { state: State; named?: boolean }) {
  const { className, key } = STATES[state]
  return (
    <svg
      className={`cp ${className}`}
      viewBox="0 0 18 14"
      {...(named ? { role: 'img', 'aria-label': key } : { 'aria-hidden': true })}
    >
      {state === 'wrong' ? (
        <path className="b" d="m9 0 7 7-7 7-7-7z" />
      ) : (
        <rect className={state === 'on its way' ? 'o' : 'b'} x="1" y="1" width="16" height="12" />
      )}
      {state === 'right' && <path d="m5 7.200 2.800 2.600L13 4.400" />}
      {state === 'unchanged on purpose' && <path d="M5 5.500h8M5 8.500h8" />}
    </svg>
  )
}

const isFine = ({ state }: CopyOf): boolean => state === 'right' || state === 'unchanged on purpose'

/** Every copy of a published notice and of its articles, fetched just now, and which of them are right. */
export function Reach({
  notice,
  reach: { copies, told },
  busy,
  tryAgain,
}: {
  notice: Notice
  reach: ReachAnswer
  busy: boolean
  tryAgain: () => void
}) {
  const fine = copies.filter(isFine).length
  const wrong = copies.filter(({ state }) => state === 'wrong')
  const count = (state: State) => copies.filter((copy) => copy.state === state).length
  const title = `${fine} of ${counted(copies.length, 'copy', 'copies')} are right`
  return (
    <>
      <NoticeDeskStyles />
      <PageHead title={title} />
      <Link className="btn text pull" to={paths.notice(notice.id)}>
        <ArrowLeft className="ic" aria-hidden="true" />
        The notice
      </Link>
      <div className="reach-head" role="status">
        <p className="eyebrow">{NOTICES[notice.kind].name}</p>
        <h1>{title}</h1>
        <p className="vs-of">
          <TitleText title={notice.about[0]?.title ?? ''} />
        </p>
      </div>
      <div className="reach-sum">
        <p className="dots" aria-hidden="true">
          {copies.map(({ state }, index) => (
            <CopyMark key={index} state={state} />
          ))}
        </p>
        <ul className="reach-key" role="list">
          {(Object.keys(STATES) as State[]).map(
            (state) =>
              count(state) > 0 && (
                <li key={state}>
                  <CopyMark state={state} />
                  {count(state)} {STATES[state].key}
                </li>
              ),
          )}
        </ul>
      </div>
      {wrong.length > 0 && (
        <div className="notice caution reach-now">
          <TriangleAlert className="ic" aria-hidden="true" />
          <p>
            <strong>
              {wrong.length === 1
                ? 'One copy is still without its mark.'
                : `${wrong.length} copies are still without their marks.`}
            </strong>{' '}
            {wrong[0]!.name}: {wrong[0]!.says}.
          </p>
          <button type="button" className="btn solid" aria-disabled={busy} onClick={tryAgain}>
            {busy ? 'Fetching...' : 'Try Again'}
          </button>
        </div>
      )}
      <Groups copies={copies} />
      {told.length > 0 && (
        <section className="reach-told" aria-labelledby="told">
          <h2 className="panel-title" id="told">
            Who was told
          </h2>
          <Facts rows={told.map(({ who, emails }) => [who, emails > 0 && counted(emails, 'email')] as const)} />
        </section>
      )}
      {wrong.length === 0 && (
        <p className="buttons">
          <button type="button" className="btn" aria-disabled={busy} onClick={tryAgain}>
            {busy ? 'Fetching...' : 'Fetch Every Copy Again'}
          </button>
        </p>
      )}
    </>
  )
}

/** Only what is wrong or on its way is open. */
function Groups({ copies }: { copies: readonly CopyOf[] }) {
  return (
    <div className="reach-list">
      {[...Map.groupBy(copies, ({ group }) => group)].map(([group, all]) => {
        const fine = all.filter(isFine).length
        const wrong = all.filter(({ state }) => state === 'wrong').length
        const waiting = all.length - fine - wrong
        return (
          <details key={group} open={fine < all.length}>
            <summary>
              <span className="rh">{group}</span>
              <span className="rn">{fine === all.length ? `all ${all.length}` : `${fine} of ${all.length}`}</span>
              {wrong > 0 ? (
                <span className="rs bad">{wrong} wrong</span>
              ) : (
                waiting > 0 && <span className="rs">{waiting} on its way</span>
              )}
            </summary>
            <ul role="list">
              {all
                .toSorted((one, other) => Number(isFine(one)) - Number(isFine(other)))
                .map((copy, index) => (
                  <li key={index} className={STATES[copy.state].className}>
                    <CopyMark state={copy.state} named />
                    <div>
                      <p className="ra">{copy.name}</p>
                      {copy.address !== null && (
                        <p className="rb">
                          {copy.address.startsWith('/') ? <a href={copy.address}>{copy.address}</a> : copy.address}
                        </p>
                      )}
                    </div>
                    <p className="rc">{copy.says}</p>
                  </li>
                ))}
            </ul>
          </details>
        )
      })}
    </div>
  )
}
