import { NOTICES, type NoticeKind, type Standing, STANDING_WORDS } from '../../../../contract/rules/articles/notices.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { SLIP_OF_KIND, SLIP_OF_STANDING } from './slip-mark.tsx'
import { StandingStyles } from './standing-chip.tsx'

/** A slip on the drawn sheet of an article: its shape alone on a small one, on a large one with words. */
export function SlipOnSheet({ standing, on }: { standing: Standing; on?: string | null | undefined }) {
  if (standing === 'current') return null
  const slip = SLIP_OF_STANDING[standing]
  const word = standing === 'concern' ? 'Concern' : STANDING_WORDS[standing]
  return (
    <>
      <StandingStyles />
      <span className={`onsheet ${slip}${on ? '' : ' tiny-slip'}`} aria-hidden="true">
        {on ? (
          <>
            <b>{word}</b>
            {standing !== 'retracted' && <span>{longDate(on)}</span>}
          </>
        ) : (
          <i />
        )}
      </span>
    </>
  )
}

/** The sheet of a removed article is empty: its straps and its label stay. */
export const GoneSheet = ({ on }: { on?: string | null | undefined }) => (
  <div className="cover-image gone" aria-hidden="true">
    <i className="st a" />
    <i className="st b" />
    <i className="st c" />
    <SlipOnSheet standing="removed" on={on} />
  </div>
)

/** A notice has no plant: its sheet holds the signed slip, or bears the band. */
export function NoticeSheet({ kind }: { kind: NoticeKind }) {
  const slip = SLIP_OF_KIND[kind]
  const lines = <path d="M60 130h96M60 146h120M60 160h120M60 174h70" />
  const signature = <path className="s" d="M126 196c6-14 12-20 15-17s-5 20-1 20 7-11 10-11 0 8 5 8 5-5 11-5 4 6 12 1" />
  const label = <rect className="p" x="44" y="108" width="152" height="106" />
  return (
    <div className="cover-image mounted" title={NOTICES[kind].name}>
      <StandingStyles />
      <svg className="bigslip" viewBox="0 0 240 320" aria-hidden="true">
        {slip === 'concern' ? (
          <>
            <g transform="rotate(8 58 118)">
              {label}
              {lines}
              {signature}
            </g>
            <circle className="n" cx="54" cy="118" r="7" />
          </>
        ) : slip === 'removed' ? (
          <>
            <rect className="dash" x="44" y="108" width="152" height="106" />
            {signature}
            <path className="t" d="m92 103 56-3 1 13-56 3zM70 240l40 14-4 10-40-14z" />
          </>
        ) : (
          <>
            {label}
            {lines}
            {signature}
            {slip === 'retracted' ? (
              <path className="x" d="M0 226l240-42v22L0 248z" />
            ) : (
              <path className="t" d="m92 103 56-3 1 13-56 3z" />
            )}
          </>
        )}
      </svg>
    </div>
  )
}
