import { ArrowLeft, Mail } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Notice } from '../../../../contract/api/notices.ts'
import { NOTICES, type NoticeState } from '../../../../contract/rules/articles/notices.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { useSession } from '../../../client/session.ts'
import { Link } from '../../../ui/link.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import stylesheet from '../../../styles/notice-desk.css?url'
import { NoticeChip, StandingChip, StandingStyles } from '../standing/standing-chip.tsx'
import { ArticlePane } from './article-pane.tsx'
import { NoticeForm } from './notice-form.tsx'
import { NoticeStage } from './notice-stage.tsx'
import { NoticeText } from './notice-text.tsx'
import { PREVIEWS, type Preview, PreviewPanel } from './previews.tsx'
import { typedOf, useNotice } from './use-notice.ts'

export const NoticeDeskStyles = () => (
  <>
    <Stylesheet href={stylesheet} precedence="site" />
    <StandingStyles />
  </>
)

export const STATE_WORDS: Readonly<Record<NoticeState, string>> = {
  draft: 'draft',
  asked: 'with the authors',
  ready: 'ready to sign',
  confirmed: 'signed',
  published: 'published',
  dropped: 'dropped',
}

const FIRST_TABS: Partial<Record<NoticeState, string>> = { draft: 'Write', asked: 'Answers', ready: 'Sign' }

type Tab = 'article' | 'notice' | 'write' | Preview

/** One notice for an editor: drafted beside the article, and read and signed at the same address. */
export function NoticeDesk({ loaded }: { loaded: Notice }) {
  const session = useSession()
  const desk = useNotice(loaded, session?.user.id ?? '')
  const { notice } = desk
  const isDraft = notice.state === 'draft'
  const [tab, setTab] = useState<Tab>(() => (notice.state === 'ready' ? 'notice' : 'write'))
  // Once it has another state, its first part is shown.
  const state = useRef(notice.state)
  useEffect(() => {
    if (state.current !== notice.state) setTab('write')
    state.current = notice.state
  }, [notice.state])
  const typed = isDraft ? desk.typed : typedOf(notice)
  const left: Tab = isDraft ? 'article' : 'notice'
  const tabs: [Tab, string][] = [
    [left, isDraft ? 'Article' : 'Notice'],
    ['write', FIRST_TABS[notice.state] ?? 'State'],
    ...(isDraft ? [] : ([['article', 'Article']] as [Tab, string][])),
    ...(Object.entries(PREVIEWS) as [Preview, string][]),
  ]
  return (
    <div className="case nedit">
      <NoticeDeskStyles />
      <nav className="case-nav aligned" aria-label="Back">
        <Link className="btn text pull" to={paths.admin}>
          <ArrowLeft className="ic" aria-hidden="true" />
          Today
        </Link>
        {notice.requestId && (
          <Link className="btn text" to={paths.request(notice.requestId)}>
            <Mail className="ic" aria-hidden="true" />
            The Request
          </Link>
        )}
      </nav>
      <DeskHead notice={notice} />
      <DeskTabs tabs={tabs} shown={tab} show={setTab} phoneOnly={left} />
      <section
        className={tab === left ? 'ms shown' : 'ms'}
        id={`panel-${left}`}
        role="tabpanel"
        aria-label={isDraft ? 'The article' : 'The notice as it will appear'}
      >
        {isDraft ? (
          <ArticlePane about={notice.about} />
        ) : (
          <>
            <div className="ms-bar aligned small">
              <span className="muted">
                {notice.state === 'published' ? 'The notice' : 'The notice as it will appear'}
              </span>
            </div>
            <div className="mstext letter" tabIndex={0} role="region" aria-label="Text of the notice">
              <NoticeText notice={notice} />
            </div>
          </>
        )}
      </section>
      <div className={tab === left ? 'cside nside behind' : 'cside nside'}>
        <Panel id="write" tab={tab} left={left}>
          {isDraft ? <NoticeForm desk={desk} /> : <NoticeStage desk={desk} />}
        </Panel>
        {!isDraft && tab === 'article' && (
          <Panel id="article" tab={tab} left={left}>
            <ArticlePane about={notice.about} />
          </Panel>
        )}
        {(Object.keys(PREVIEWS) as Preview[]).map(
          (preview) =>
            tab === preview && (
              <Panel key={preview} id={preview} tab={tab} left={left}>
                <PreviewPanel preview={preview} notice={notice} typed={typed} saved={desk.saved} />
              </Panel>
            ),
        )}
      </div>
    </div>
  )
}

/** What the left pane shows has its tab on phones only: beside it the form stays. */
const isShown = (id: Tab, tab: Tab, left: Tab): boolean => id === tab || (tab === left && id === 'write')

function Panel({ id, tab, left, children }: { id: Tab; tab: Tab; left: Tab; children: ReactNode }) {
  return (
    <div
      className="npanel"
      id={`panel-${id}`}
      role="tabpanel"
      aria-labelledby={`tab-${id}`}
      hidden={!isShown(id, tab, left)}
    >
      {children}
    </div>
  )
}

function DeskTabs({
  tabs,
  shown,
  show,
  phoneOnly,
}: {
  tabs: readonly [Tab, string][]
  shown: Tab
  show: (tab: Tab) => void
  phoneOnly: Tab
}) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const visible = tabs.filter(
      ([id]) => (list.current?.querySelector<HTMLElement>(`#tab-${id}`)?.offsetWidth ?? 1) > 0,
    )
    const at = visible.findIndex(([id]) => id === shown)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: visible.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const [next] = visible.at(to % visible.length)!
    show(next)
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
  }
  return (
    <div className="ntabs" role="tablist" aria-label="The notice" ref={list} onKeyDown={onKeyDown}>
      {tabs.map(([id, name]) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          className={
            [id === phoneOnly ? 'phone' : '', id === 'page' ? 'first-preview' : ''].join(' ').trim() || undefined
          }
          aria-selected={shown === id}
          aria-controls={`panel-${id}`}
          tabIndex={shown === id || (shown === phoneOnly && id === 'write') ? 0 : -1}
          onClick={() => show(id)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

function DeskHead({ notice }: { notice: Notice }) {
  const { kind, state, about, draftedAt, draftedBy, openConcerns } = notice
  const first = about[0]
  const more = about.length - 1
  return (
    <header className="case-head">
      <PageHead title={`${NOTICES[kind].name}: ${plainTitle(first?.title ?? '')}`} />
      <div>
        <p className="muted small">
          {NOTICES[kind].name}, {STATE_WORDS[state]} · drafted by {draftedBy.name || 'an editor'} on{' '}
          {longDate(draftedAt)}
        </p>
        <h1>
          <TitleText title={first?.title ?? ''} />
        </h1>
        <p className="muted small">
          {first?.authors}
          {more > 0 && ` · and ${more} more`}
        </p>
      </div>
      <div className="case-clock small">
        <NoticeChip kind={kind} />
        {first && first.standing !== 'current' && (
          <p className="muted">
            now <StandingChip standing={first.standing} />
          </p>
        )}
        {openConcerns.map(({ id, on }) => (
          <p key={id} className="muted">
            Concern of {longDate(on)}
          </p>
        ))}
      </div>
    </header>
  )
}
