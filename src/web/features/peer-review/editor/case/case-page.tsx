import type { CaseView } from '../../../../../contract/api/case-view.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { Authors } from './authors.tsx'
import { CaseContext, caseLinks, useCase } from './case-context.ts'
import { CaseBar, CaseHead } from './case-head.tsx'
import { CaseHistory } from './case-history.tsx'
import { Checks } from './checks.tsx'
import { DecideBar } from './decide-bar.tsx'
import { Grievances, grievancesTitle } from './grievances.tsx'
import { Manuscript } from './manuscript.tsx'
import { Messages } from './messages.tsx'
import type { Neighbours } from './neighbours.ts'
import { NowBanner } from './now-banner.tsx'
import { PART_NAMES, PartTabs, useParts, type Part } from './part-tabs.tsx'
import { isInProduction, Proof } from './proof.tsx'
import { Reports } from './reports.tsx'
import { Reviewers } from './reviewers.tsx'
import { useCaseKeys } from './use-case-keys.ts'

/** The case of a manuscript for its editors. */
export function CasePage({
  view,
  now,
  isGuest,
  neighbours,
}: {
  view: CaseView
  now: Date
  isGuest: boolean
  neighbours: Neighbours
}) {
  return (
    <CaseContext value={{ view, now, isGuest }}>
      <Parts neighbours={neighbours} />
    </CaseContext>
  )
}

/** The part that matters most is open first on phones. */
function firstPart(view: CaseView): Part {
  const { stage, assignments, screenedAt, grievances } = view
  if (grievances.some(({ answeredAt }) => answeredAt === null)) return 'appeal'
  if (isInProduction(view)) return 'proof'
  if (assignments.some(({ report }) => report !== null)) return 'reports'
  if (stage === 'screening' && screenedAt === null) return 'checks'
  return assignments.length ? 'reviewers' : 'ms'
}

/** Appeals and the proof have a part while there is something in it. */
const partsOf = (view: CaseView): Part[] =>
  PART_NAMES.filter(
    (part) => (part !== 'appeal' || view.grievances.length > 0) && (part !== 'proof' || isInProduction(view)),
  )

function Parts({ neighbours }: { neighbours: Neighbours }) {
  const { view, isGuest } = useCase()
  const parts = partsOf(view)
  const { shown, show } = useParts(parts, firstPart(view))
  const links = caseLinks(view.id, isGuest)
  const decisions = view.possibleDecisions.map((kind, index) => [String(index + 1), links.decide(kind)])
  useCaseKeys({
    ...Object.fromEntries(decisions),
    j: neighbours.next && paths.case(neighbours.next),
    k: neighbours.previous && paths.case(neighbours.previous),
    i: links.invite,
    m: () => show('ms'),
    r: () => show('reports'),
    Escape: isGuest ? paths.dashboard : paths.admin,
  })
  const reports = view.assignments.filter(({ report }) => report !== null).length
  return (
    <div className="case">
      <CaseBar neighbours={neighbours} />
      <CaseHead />
      <PartTabs
        parts={parts}
        shown={shown}
        show={show}
        counts={{ reports, messages: view.messages.length }}
        titles={{ appeal: grievancesTitle(view) }}
      />
      <Manuscript hidden={shown !== 'ms'} />
      <div className="cside">
        <NowBanner />
        {parts.includes('appeal') && <Grievances shown={shown} />}
        {parts.includes('proof') && <Proof shown={shown} />}
        {/* What is waited for comes before what is there. */}
        {reports ? <Reports shown={shown} /> : null}
        <Reviewers shown={shown} />
        {reports ? null : <Reports shown={shown} />}
        <Checks shown={shown} />
        <Authors shown={shown} />
        <Messages shown={shown} />
        <CaseHistory shown={shown} />
        <DecideBar />
      </div>
    </div>
  )
}
