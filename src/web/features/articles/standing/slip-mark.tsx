import type { ReactNode } from 'react'
import type { NoticeKind, Standing } from '../../../../contract/rules/articles/notices.ts'

/** How a slip is fixed to its sheet tells what it is: the shape comes before the colour. */
export type Slip =
  'corrected' | 'addendum' | 'concern' | 'resolved' | 'retracted' | 'removed' | 'comment' | 'first' | 'small'

export const SLIP_OF_KIND: Readonly<Record<NoticeKind, Slip>> = {
  ...{ correction: 'corrected', addendum: 'addendum', concern: 'concern', 'concern-closed': 'resolved' },
  ...{ retraction: 'retracted', removal: 'removed', comment: 'comment', reply: 'comment' },
}

export type ToldStanding = Exclude<Standing, 'current'>

export const SLIP_OF_STANDING: Readonly<Record<ToldStanding, Slip>> = {
  ...{ corrected: 'corrected', concern: 'concern', retracted: 'retracted', removed: 'removed' },
}

const DRAWINGS: Readonly<Record<Slip, ReactNode>> = {
  // Strapped beside the label.
  corrected: (
    <>
      <path d="M9 7.500V3h12v9h-4.500" />
      <rect className="b" x="3" y="7.500" width="13.500" height="9.500" />
      <path className="strap" d="M6.500 7.500h5" />
    </>
  ),
  addendum: (
    <>
      <rect className="b" x="3" y="4" width="18" height="12" />
      <path d="M12 7v6M9 10h6" />
    </>
  ),
  // Pinned by one corner and hanging.
  concern: (
    <>
      <path className="b" d="M4.500 3.500 22 7.300l-2.200 10L2.300 13.500z" />
      <circle className="pin" cx="4.800" cy="3.800" r="3.300" />
    </>
  ),
  resolved: (
    <>
      <rect className="b" x="3" y="4" width="18" height="12" />
      <path d="M8 10.200l2.800 2.600L16.200 7.400" />
    </>
  ),
  // A band over the whole sheet.
  retracted: (
    <>
      <path d="M5 8.500V2.500h14v4M5 14.500v3h14v-7" />
      <path className="band" d="M1.500 10.200l21-3.700v4.300l-21 3.700z" />
    </>
  ),
  // An empty mount.
  removed: <rect className="dash" x="3" y="3.500" width="18" height="13" />,
  comment: <path className="b" d="M3 3.500h18v10H11.500L7 17.500v-4H3z" />,
  // A pencil line beside the label.
  small: <path d="M3 12.500c2.500-5 4.500 3.500 7 0s4 2.500 6-.500 3-1.500 5-1.500" />,
  first: (
    <>
      <rect className="b" x="3" y="3.500" width="18" height="13" />
      <path d="M7 8h10M7 12h6" />
    </>
  ),
}

export const SlipMark = ({ slip }: { slip: Slip }) => (
  <svg className={`mk ${slip}`} viewBox="0 0 24 20" aria-hidden="true">
    {DRAWINGS[slip]}
  </svg>
)
