import { Clock, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CaseView } from '../../../../../contract/api/case-view.ts'
import { joinNames } from '../../../../../contract/rules/people/author-names.ts'
import { stageSentence } from '../../../../../contract/rules/peer-review/case-moves.ts'
import { monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { CASE_ACTIONS, type CaseAction } from '../../../../../contract/rules/peer-review/next-step.ts'
import { DECISION_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../../client/api.ts'
import { useActor } from '../../../../client/session.ts'
import { OrcidMark } from '../../../../site/orcid-mark.tsx'
import { go } from '../../../../ui/go.ts'
import { Link } from '../../../../ui/link.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useShortcuts } from '../../../../ui/use-shortcuts.ts'
import { AreaHead } from '../../../../ui/area-head.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { useAct } from '../../../../ui/use-command.ts'
import { EmailAddress } from '../../../../ui/web-address.tsx'
import { AuthorAnswers } from '../../shared/author-answers.tsx'
import { MessageForm, Messages } from '../../shared/messages.tsx'
import { CaseHead, CaseNavigation } from './case-head.tsx'
import { CaseHistory } from './case-history.tsx'
import { UndoButton } from '../decide/undo-button.tsx'
import { PUBLISH } from '../today/case-table.tsx'
import { Checks, ScreeningDialog } from './checks.tsx'
import { Editors } from './editors.tsx'
import { Grievances, grievancesTitle } from './grievances.tsx'
import { Manuscript } from './manuscript.tsx'
import { useEditorsHome } from './home.ts'
import type { Neighbours } from './neighbours.ts'
import { Notes } from './notes.tsx'
import { type Part, PART_NAMES, PartTabs, useParts } from './part-tabs.tsx'
import { isInProduction, Proof } from './proof.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { Reports } from './reports.tsx'
import { Reviewers } from './reviewers.tsx'
import { CaseContext, decidePath, Section, useCase } from './section.tsx'

/** The case of a manuscript for its editors. */
export function CasePage({
  view,
  now,
  isGuest,
  neighbours,
  publishing,
  reviews,
}: {
  view: CaseView
  now: Date
  isGuest: boolean
  neighbours: Neighbours
  /** The dialog in which the article is published. */
  publishing: (onClose: () => void) => ReactNode
  /** What is published of the review of a published article, and what can be. */
  reviews: ReactNode
}) {
  // On Today, Publish leads straight to the dialog.
  const [isPublishing, setPublishing] = useState(
    () => location.hash === `#${PUBLISH}` && view.next.action === 'publish' && !isGuest,
  )
  const close = () => {
    setPublishing(false)
    if (location.hash === `#${PUBLISH}`) history.replaceState(history.state, '', location.pathname)
  }
  return (
    <CaseContext value={{ view, now, isGuest, publish: () => setPublishing(true) }}>
      <Parts neighbours={neighbours} reviews={reviews} />
      {isPublishing && publishing(close)}
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

function Parts({ neighbours, reviews: publishedReviews }: { neighbours: Neighbours; reviews: ReactNode }) {
  const { view } = useCase()
  const home = useEditorsHome()
  const parts = partsOf(view)
  const { shown, show } = useParts(parts, firstPart(view))
  const { next, previous } = neighbours
  useShortcuts({
    ...Object.fromEntries(
      view.possibleDecisions.map((kind, at) => [String(at + 1), () => go(decidePath(view.id, kind))]),
    ),
    ...(next ? { j: () => go(paths.case(next)) } : {}),
    ...(previous ? { k: () => go(paths.case(previous)) } : {}),
    i: () => go(paths.inviteReviewers(view.id)),
    m: () => show('ms'),
    r: () => show('reports'),
    Escape: () => go(home),
  })
  const reports = view.assignments.filter(({ report }) => report !== null).length
  return (
    <div className="case">
      <CaseNavigation neighbours={neighbours} />
      <CaseHead />
      <PartTabs
        parts={parts}
        shown={shown}
        show={show}
        counts={{ reports, messages: view.messages.length, notes: view.notes.length }}
        titles={{ appeal: grievancesTitle(view) }}
      />
      <Manuscript hidden={shown !== 'ms'} />
      <div className="cside">
        <NowBanner show={show} />
        {view.article.isPublished && publishedReviews}
        {parts.includes('appeal') && <Grievances shown={shown} />}
        {parts.includes('proof') && <Proof shown={shown} />}
        {/* What is waited for comes before what is there. */}
        {reports ? <Reports shown={shown} /> : null}
        <Reviewers shown={shown} />
        {reports ? null : <Reports shown={shown} />}
        <Checks shown={shown} />
        <Authors shown={shown} />
        <MessagesPart shown={shown} />
        <Notes shown={shown} />
        <CaseHistory shown={shown} />
        <DecideBar />
      </div>
    </div>
  )
}

/** The decisions that are possible now, always in reach; keys 1 to 4. */
function DecideBar() {
  const { view } = useCase()
  if (!view.possibleDecisions.length) return null
  return (
    <div className="decide-bar sticky-bar aligned">
      <Link className="btn phone" to={decidePath(view.id)}>
        Decide
      </Link>
      <p id="decide-label" className="panel-title">
        Decide
      </p>
      <div role="group" aria-labelledby="decide-label">
        {view.possibleDecisions.map((kind, index) => (
          <Link key={kind} className="btn" to={decidePath(view.id, kind)} aria-keyshortcuts={String(index + 1)}>
            {DECISION_NAMES[kind]} <kbd aria-hidden="true">{index + 1}</kbd>
          </Link>
        ))}
      </div>
    </div>
  )
}

/** The most important sentence of a case, and its one solid button: what the editor does next. */
function NowBanner({ show }: { show: (part: Part) => void }) {
  const { view, now } = useCase()
  const { next, delayToldAt, stage, closedAt, withdrawReason, undo } = view
  if (closedAt !== null) {
    return (
      <div className="notice now">
        <div>
          <p>
            <strong>{view.article.isPublished ? 'This article has been published.' : stageSentence(stage)}</strong>
            {stage === 'withdrawn' && withdrawReason && ` ${withdrawReason}`}
            {undo && next.system && ` ${next.system}.`}
          </p>
          <NextStep show={show} />
        </div>
      </div>
    )
  }
  const Icon = next.alert ? TriangleAlert : Clock
  return (
    <div className={next.alert ? 'notice caution now late' : 'notice caution now'}>
      <Icon className="ic" aria-hidden="true" />
      <div>
        <p>
          <strong>
            {next.reason}.{next.action === 'decide' && ' Please decide.'}
          </strong>
          {next.system && ` ${next.system}.`}
          {delayToldAt && ` The authors were told of the delay on ${monthDay(delayToldAt, now)}.`}
        </p>
        <NextStep show={show} />
      </div>
    </div>
  )
}

/** Where an editor does what is next, if it is done on the page of the case. */
const PART_OF: Partial<Record<CaseAction, Part>> = {
  'ask-authors': 'checks',
  'invite-standby': 'reviewers',
  'read-revision': 'ms',
  'write-to-author': 'messages',
  'answer-author': 'messages',
  'answer-conflict': 'reviewers',
  'answer-co-review': 'reviewers',
  'send-proof': 'proof',
  'answer-appeal': 'appeal',
  'answer-complaint': 'appeal',
}

function NextStep({ show }: { show: (part: Part) => void }) {
  const { view, isGuest, publish } = useCase()
  const [screening, setScreening] = useState(false)
  const { action } = view.next
  const page =
    action === 'decide' ? decidePath(view.id) : action === 'invite-reviewers' ? paths.inviteReviewers(view.id) : null
  const part = action && PART_OF[action]
  const press = part
    ? () => show(part)
    : action === 'screen'
      ? () => setScreening(true)
      : action === 'publish' && !isGuest
        ? publish
        : null
  if (!page && !press && !view.undo) return null
  return (
    <div className="buttons">
      {action && page && (
        <Link className="btn solid" to={page}>
          {CASE_ACTIONS[action]}
        </Link>
      )}
      {action && press && (
        <button type="button" className="btn solid" onClick={press}>
          {CASE_ACTIONS[action]}
        </button>
      )}
      {view.undo && <UndoButton articleId={view.id} {...view.undo} title={view.article.titleText} />}
      {screening && <ScreeningDialog onClose={() => setScreening(false)} />}
    </div>
  )
}

/** The people of a manuscript: its authors, and who edits it. */
function Authors({ shown }: { shown: Part }) {
  const { view } = useCase()
  const { submitter, comments } = view.article
  return (
    <Section part="authors" shown={shown}>
      <ul className="alist rows" role="list">
        {view.authors.map((author, index) => (
          <li key={index}>
            <p className="nm">{author.fullName}</p>
            <p className="muted small">{author.affiliation}</p>
            <p className="muted small">
              {author.role === 'Corresponding Author' && 'Corresponding author. '}
              <EmailAddress>{author.email}</EmailAddress>
              {author.orcid && (
                <>
                  {' '}
                  <OrcidMark orcid={author.orcid} authenticated={author.orcidAuthenticated} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {view.proposal && <Proposed proposal={view.proposal} />}
      {submitter && (
        <p className="muted small">
          Submitted by {submitter.fullName}, {submitter.email}.
        </p>
      )}
      {comments && (
        <div className="only">
          <p className="k">To the editor</p>
          <p className="lines breakable">{comments}</p>
        </div>
      )}
      <Editors />
    </Section>
  )
}

/** The list of authors that the submitter has proposed, who agrees, and a way on if nobody answers. */
function Proposed({
  proposal: { state, people, answers, reviewers, reason },
}: {
  proposal: NonNullable<CaseView['proposal']>
}) {
  const { view } = useCase()
  const [isWithdrawing, setWithdrawing] = useState(false)
  return (
    <div className="only">
      <p className="k">Proposed authors</p>
      <p>
        {state === 'open'
          ? `${people.map(({ fullName }) => fullName).join(', ')}. The list above counts until everybody has agreed.`
          : state === 'declined'
            ? 'An author does not agree: the list stays as it is.'
            : 'The change was withdrawn: the list stays as it is.'}
      </p>
      {reason && <p className="lines breakable">{reason}</p>}
      {reviewers.length > 0 && (
        <p className="notice caution" role="status">
          {joinNames(reviewers)}, named on this list, also reviews this manuscript.
        </p>
      )}
      <AuthorAnswers answers={answers} />
      {state === 'open' && (
        <button type="button" className="btn" onClick={() => setWithdrawing(true)}>
          Withdraw Change
        </button>
      )}
      {isWithdrawing && (
        <ReasonDialog
          title="Withdraw the change of the authors"
          about="The list of authors stays as it is. The author who proposed the change reads your reason."
          label="Reason"
          save="Withdraw Change"
          forAuthors={view.withheld}
          send={(text) => browserApi.cases.withdrawAuthors({ id: view.id, reason: text })}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </div>
  )
}

/** What the author and the editors have written to each other. */
function MessagesPart({ shown }: { shown: Part }) {
  const { view } = useCase()
  const { id, messages, withheld } = view
  const { submitter } = view.article
  const { revalidate } = useRevalidator()
  const actor = useActor()
  return (
    <Section part="messages" shown={shown}>
      {!messages.length && <p className="muted">No messages yet.</p>}
      <Messages
        messages={messages.map(({ from, by, text, at }) => ({
          ...{ from, at, by: `${by}, ${from}` },
          text: <p className="lines breakable">{text}</p>,
        }))}
      />
      {submitter && (
        <MessageForm
          draftKey={`journal:case:${actor?.userId}:${id}:message`}
          label="Write to the author"
          hint={`Sent to ${submitter.fullName} by email.`}
          under={(text) => <NamesInText text={text} people={withheld} />}
          send={(text) => browserApi.cases.sendMessage({ id, text })}
          onSent={({ message }) => {
            toast.success(message)
            void revalidate()
          }}
        />
      )}
    </Section>
  )
}

/** An article that never entered peer review. */
export function StartReview({ id, title }: { id: string; title: string }) {
  const { act, busy } = useAct()
  return (
    <>
      <AreaHead title="Case" />
      <Empty title="Not in peer review">
        <p>
          <TitleText title={title} />
        </p>
        <button
          type="button"
          className="btn solid"
          aria-disabled={busy}
          onClick={() => void act(() => browserApi.cases.open({ id }))}
        >
          Start Peer Review
        </button>
      </Empty>
    </>
  )
}
