import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import {
  type Location,
  matchRoutes,
  type RouteObject,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { PAGE_SIZE } from '../../contract/rules/site/page-numbers.ts'
import { paths, POLICY_PAGES, policyPath } from '../../contract/rules/site/paths.ts'
import { useSession } from '../client/session.ts'
import { Hero } from '../features/articles/home/hero.tsx'
import { CardListSkeleton } from '../features/articles/listing/paged-cards.tsx'
import { SearchSkeleton } from '../features/articles/search/search-skeleton.tsx'
import type { PageData } from '../load.ts'
import { accessRedirect, isInArea } from '../site/access-redirect.ts'
import { AreaHead } from '../ui/area-head.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { TileGridSkeleton } from '../ui/tile-grid.tsx'
import { TitledPage } from '../ui/titled-page.tsx'

const LOADING = 'Loading...'

/** Pages of the signed-in areas that begin with a title: it, and the note while they load. */
const AREA_PAGES: readonly (readonly [path: string, title: string, note?: string])[] = [
  [paths.dashboard, 'My Articles', 'Loading your articles...'],
  [paths.submit, 'Submit Research'],
  [paths.manuscript(':id'), 'Manuscript'],
  [paths.ownRequests(':id'), 'Ask for a correction'],
  [paths.ownRequest(':id'), 'Your request'],
  [paths.editProfile, 'Edit Profile'],
  [paths.adminEditProfile, 'Edit Profile'],
  [paths.security, 'Security'],
  [paths.adminSecurity, 'Security'],
  [paths.yourData, 'Your Data'],
  [paths.adminYourData, 'Your Data'],
  [paths.adminListings, 'Research Listings', 'Loading articles...'],
  [paths.notice(':id'), 'Notice'],
  [paths.request(':id'), 'Request'],
  [paths.adminArticle(':id'), 'Edit article', 'Loading the article...'],
  [paths.guide, 'Guide for editors'],
  [paths.adminCategories, 'Categories'],
  [paths.adminVolumes, 'Volumes'],
  [paths.adminVolume(':id'), 'Volume'],
  [paths.adminEditorialMembers, 'Editorial Members'],
  [paths.adminFees, 'Fees'],
  [paths.adminNews, 'News'],
  [paths.adminNewsItem(':id'), 'Write news'],
  [paths.adminBoard, 'Editorial Board'],
  [paths.adminReviewers, 'Reviewers'],
  [paths.desk, 'Desk'],
  [paths.deskFigures, 'Review Statistics'],
  [paths.deskFees, 'Fees'],
  [paths.deskManuscripts, 'Manuscripts'],
  [paths.deskSettings, 'Settings'],
  [paths.deskProduction, 'Production'],
  [paths.deskProducedArticle(':id'), 'Production'],
  [paths.deskVolumes, 'Volumes'],
  [paths.deskVolume(':id'), 'Volume'],
  [paths.dutyInvitation(':id'), 'Invitation'],
  [paths.adminUsers, 'Users'],
  [paths.adminRoles, 'Roles'],
  [paths.adminActivity, 'Activity Log'],
  [paths.adminFigures, 'Review Statistics'],
  [paths.adminState, 'System Status'],
  [paths.adminReadiness, 'Indexing Checklist'],
  [paths.adminDeposits, 'Deposits'],
  [paths.adminReferences, 'Retracted References'],
  [paths.adminUsage, 'Readership'],
  [paths.adminSettings, 'Settings'],
  [paths.adminSettingsHistory, 'History'],
  [paths.adminTexts, 'Pages, emails and letters'],
  [paths.adminText(':kind', ':slug'), 'Text'],
  [paths.adminSettingsArea('pages'), 'Pages and menus'],
  [paths.adminSettingsArea(':area'), 'Settings'],
  [paths.noticeReach(':id'), 'Reach of the notice', 'Fetching every copy...'],
]

/**
 * The skeleton of each page by its path. They are defined here and not with their pages, because a page's own
 * module may still be loading. Pages without data have none.
 */
const SKELETONS: RouteObject[] = [
  { path: paths.home, element: <HomeSkeleton /> },
  {
    path: paths.articles,
    element: (
      <TitledPage title="Current Articles" note="Loading articles...">
        <CardListSkeleton count={PAGE_SIZE.published} />
      </TitledPage>
    ),
  },
  { path: paths.article(':id'), element: <ArticleSkeleton /> },
  { path: '/blog/:id/v/:number', element: <ArticleSkeleton /> },
  { path: '/blog/:id/compare/:from/:to', element: <ArticleSkeleton /> },
  { path: paths.articleStatus(':id'), element: <ArticleSkeleton /> },
  { path: paths.articleReviews(':id'), element: <ArticleSkeleton /> },
  { path: paths.follow, element: <TextSkeleton title="Follow by email" /> },
  { path: paths.unfollow, element: <TextSkeleton title="Stop these emails?" /> },
  { path: paths.reportProblem(':id'), element: <TextSkeleton title="Report a problem" /> },
  {
    path: paths.categories,
    element: (
      <TitledPage title="Popular Categories">
        <TileGridSkeleton />
      </TitledPage>
    ),
  },
  { path: paths.category(':id'), element: <ListingSkeleton kind="Category" /> },
  {
    path: paths.archives,
    element: (
      <TitledPage title="Archives">
        <p className="muted" role="status">
          Loading volumes...
        </p>
        <TileGridSkeleton />
      </TitledPage>
    ),
  },
  { path: paths.volume(':id'), element: <ListingSkeleton kind="Volume" /> },
  { path: paths.author(':id'), element: <ListingSkeleton kind="Author’s" /> },
  { path: paths.keyword(':id'), element: <ListingSkeleton kind="Keyword" /> },
  { path: paths.notices, element: <TextSkeleton title="Notices" /> },
  { path: paths.news, element: <TextSkeleton title="News" /> },
  { path: paths.newsItem(':id'), element: <TextSkeleton title="News" /> },
  { path: paths.search, element: <SearchSkeleton /> },
  { path: paths.editorialMembers, element: <TextSkeleton title="Editorial Board" /> },
  { path: paths.about, element: <TextSkeleton title="About" /> },
  ...POLICY_PAGES.map(({ slug, title }) => ({ path: policyPath(slug), element: <TextSkeleton title={title} /> })),
  ...['/:slug', '/pages/:id'].flatMap((page) => [
    { path: `${page}/versions`, element: <TextSkeleton title="Versions" /> },
    { path: `${page}/versions/:number`, element: <TextSkeleton title="Versions" /> },
  ]),
  { path: '/pages/:id', element: <TextSkeleton title="Page" /> },
  ...AREA_PAGES.map(([path, title, note = LOADING]) => ({ path, element: <AreaSkeleton title={title} note={note} /> })),
  { path: paths.admin, element: <TodaySkeleton /> },
  { path: paths.case(':id'), element: <CaseSkeleton /> },
  {
    path: paths.inviteReviewers(':id'),
    element: (
      <div className="invite">
        <AreaSkeleton title="Invite Reviewers" note="Looking for reviewers..." />
      </div>
    ),
  },
  {
    path: paths.decide(':id'),
    element: (
      <div className="decision">
        <AreaSkeleton title="Decision" note="Loading the reports..." />
      </div>
    ),
  },
]

/** The skeleton for a path; null if the page has none. */
export const skeletonAt = (location: Location): ReactNode =>
  matchRoutes(SKELETONS, location)?.at(-1)?.route.element ?? null

/** The fallback of pages that are rendered in the browser only, because the server does not know the session. */
export function PresentSkeleton() {
  return skeletonAt(useLocation())
}

export interface Arriving {
  skeleton: ReactNode
  /** True for pages of the signed-in areas. */
  inArea: boolean
}

/**
 * The skeleton of the page that is replacing the current one: another page, or the same one after a failure.
 * Null if there is none.
 */
export function useArriving(): Arriving | null {
  const location = useLocation()
  const destination = useNavigation().location
  const { state } = useRevalidator()
  const loaderData = useMatches().at(-1)?.loaderData as Partial<PageData<unknown>> | null | undefined
  const session = useSession()

  const isElsewhere = destination !== undefined && destination.pathname !== location.pathname
  const isTriedAgain = destination === undefined && state === 'loading' && loaderData?.failure !== undefined
  const arriving = isElsewhere ? destination : isTriedAgain ? location : null
  if (arriving === null) return null
  const inArea = isInArea(arriving.pathname)
  // The person has no access and is about to be redirected.
  if (inArea && accessRedirect(arriving.pathname, session) !== null) return null
  const skeleton = skeletonAt(arriving)
  if (skeleton === null) return null
  const Showing = isElsewhere ? FromTheTop : TriedAgain
  return { inArea, skeleton: <Showing key={arriving.key}>{skeleton}</Showing> }
}

/** Like the page itself, its skeleton is shown from the top of the window. */
function FromTheTop({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return children
}

/** The button that was pressed disappears: move the focus to the top of the page. */
function TriedAgain({ children }: { children: ReactNode }) {
  useEffect(() => () => document.getElementById('main')?.focus({ preventScroll: true }), [])
  return children
}

function HomeSkeleton() {
  return (
    <>
      <PageHead />
      <Hero />
      <p className="wrap section muted" role="status">
        Growing content...
      </p>
    </>
  )
}

function ListingSkeleton({ kind }: { kind: string }) {
  return (
    <TitledPage title={`${kind} Articles`} note="Loading articles...">
      <CardListSkeleton count={4} />
    </TitledPage>
  )
}

function ArticleSkeleton() {
  return (
    <div className="wrap paper">
      <div className="head wrapping">
        <div>
          <SkeletonLines widths={[30, 90, 60, 50, 100, 100, 100, 80]} />
        </div>
      </div>
    </div>
  )
}

function TextSkeleton({ title }: { title: string }) {
  return (
    <TitledPage title={title}>
      <SkeletonLines widths={[100, 90, 80, 90, 60]} />
    </TitledPage>
  )
}

function AreaSkeleton({ title, note }: { title: string; note: string }) {
  return (
    <>
      <AreaHead title={title} note={note} />
      <SkeletonLines widths={[90, 60, 100, 100, 80, 100, 60]} />
    </>
  )
}

/** The shape of a case while it is loading: head, manuscript at the left, parts at the right. */
function CaseSkeleton() {
  return (
    <div className="case" role="status" aria-label="Loading the case">
      <PageHead title="Case" />
      <header className="case-head">
        <div className="fill">
          <SkeletonLines widths={[30, 70, 40]} />
        </div>
      </header>
      <div className="tabs" />
      <div className="ms">
        <div className="ms-bar aligned small" />
        <div className="pages">
          <div className="pg mounted">
            <SkeletonLines widths={[80, 60, 100, 100, 90, 100, 70]} />
          </div>
        </div>
      </div>
      <div className="cside">
        <SkeletonLines widths={[100, 40, 100, 90, 100, 60, 30, 100, 80]} />
      </div>
    </div>
  )
}

/** The list of today while it is loading. */
function TodaySkeleton() {
  return (
    <>
      <AreaHead title="Today" note="Loading cases...">
        <div className="figures" aria-hidden="true">
          {[1, 2, 3].map((each) => (
            <div key={each}>
              <span className="sk" />
            </div>
          ))}
        </div>
      </AreaHead>
      <div className="today-loading" aria-hidden="true">
        <div className="bar">
          <SkeletonLines widths={[30]} />
        </div>
        {[70, 50, 80, 60, 70, 50].map((width, index) => (
          <div className="row" key={index}>
            <div>
              <SkeletonLines widths={[width, 40]} />
            </div>
            <span className="sk" />
            <span className="sk" />
            <span className="sk" />
          </div>
        ))}
      </div>
    </>
  )
}
