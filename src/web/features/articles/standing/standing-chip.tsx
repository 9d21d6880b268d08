import { NOTICES, type NoticeKind, type Standing, STANDING_WORDS } from '../../../../contract/rules/articles/notices.ts'
import stylesheet from '../../../styles/standing.css?url'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import { SLIP_OF_KIND, SLIP_OF_STANDING, type Slip, SlipMark } from './slip-mark.tsx'

/** The styles of marks, slips and banners: pages without any do not load them. */
export const StandingStyles = () => <Stylesheet href={stylesheet} precedence="site" />

const Slipped = ({ slip, children }: { slip: Slip; children: string }) => (
  <>
    <StandingStyles />
    <span className={`chip standing ${slip}`}>
      <SlipMark slip={slip} />
      {children}
    </span>
  </>
)

/** Where an article stands; nothing while nothing has been said about it. */
export const StandingChip = ({ standing, isShort = false }: { standing: Standing; isShort?: boolean }) =>
  standing !== 'current' && (
    <Slipped slip={SLIP_OF_STANDING[standing]}>
      {isShort && standing === 'concern' ? 'Concern' : STANDING_WORDS[standing]}
    </Slipped>
  )

/** What kind of notice an article is. */
export const NoticeChip = ({ kind }: { kind: NoticeKind }) => (
  <Slipped slip={SLIP_OF_KIND[kind]}>{NOTICES[kind].name}</Slipped>
)

/** Both on a card, of which a notice that has itself been corrected has two. */
export const Chips = ({ notice, standing }: { notice: NoticeKind | null; standing: Standing }) => (
  <>
    {notice && <NoticeChip kind={notice} />}
    <StandingChip standing={standing} />
  </>
)
