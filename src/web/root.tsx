import { use, useEffect, useRef, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  PrefetchPageLinks,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useRouteError,
} from 'react-router'
import { journal } from '../contract/journal.ts'
import { FEED_FORMATS, feedPath, paths } from '../contract/rules/site/paths.ts'
import brygada from '../../.react-router/fonts/brygada-1918-latin-wght-normal.basic.woff2?url'
import publicSans from '../../.react-router/fonts/public-sans-latin-wght-normal.basic.woff2?url'
import { publicUrlContext } from './client/api-context.ts'
import { keepSessionSettled } from './client/api.ts'
import { nowShown } from './load.ts'
import type { handle as NEEDS_SCRIPTS } from './pages/needs-scripts.ts'
import { FailurePage, NotFoundPage } from './site/error-pages.tsx'
import { SiteFrame } from './site/site-frame.tsx'
import documentScript from './site/document/index.ts?worker&url'
import stylesheet from './styles/site.css?url'
import { type KEEPS_FOCUS, onGo } from './ui/go.ts'
import { Look } from './site/look.tsx'
import { earlyScript } from './site/early-script.ts'
import { Nonce } from './ui/nonce.ts'
import { Stylesheet } from './ui/stylesheet.tsx'
import { Toasts } from './ui/toasts.tsx'
import { AHEAD } from './site/document/prefetching.ts'

export const links: LinksFunction = () => [
  { rel: 'preload', href: brygada, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: publicSans, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/site.webmanifest' },
  { rel: 'search', href: paths.openSearch, type: 'application/opensearchdescription+xml', title: journal().name },
  ...FEED_FORMATS.map(({ format, type }) => ({
    ...{ rel: 'alternate', href: feedPath(format), type, title: `${journal().name}: new articles` },
  })),
]

/** The journal's public URL, which only the server knows. */
export const loader = ({ context }: LoaderFunctionArgs) => ({ publicUrl: context.get(publicUrlContext) })
/** Every loader has a browser loader, because the server does not answer data URLs (`*.data`). */
export const clientLoader = ({ context }: ClientLoaderFunctionArgs) => ({ publicUrl: context.get(publicUrlContext) })
export const shouldRevalidate = () => false

export function Layout({ children }: { children: React.ReactNode }) {
  const needsScripts = useMatches().some(
    ({ handle }) => (handle as Partial<typeof NEEDS_SCRIPTS> | undefined)?.needsScripts,
  )
  return (
    <html lang={journal().language} data-needs-scripts={needsScripts ? '' : undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f5f5ef" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#111511" media="(prefers-color-scheme: dark)" />
        <script nonce={use(Nonce)} dangerouslySetInnerHTML={{ __html: earlyScript }} />
        <script type="module" src={documentScript} fetchPriority="low" />
        <Stylesheet href={stylesheet} precedence="site" />
        <Look />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => nowShown(pathname + search), [pathname, search])
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  useEffect(() => onGo(navigate), [navigate])
  return (
    <>
      <Outlet />
      <Ahead />
      <Prefetch />
      <RouteAnnouncer />
      <Toasts />
      <KeepSessionSettled />
    </>
  )
}

/** After the toasts, because the end of a session is announced by one. */
function KeepSessionSettled() {
  useEffect(keepSessionSettled, [])
  return null
}

/** For unknown paths, and for errors that pages do not handle themselves. */
export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <>
      <SiteFrame>{isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <FailurePage />}</SiteFrame>
      <Toasts />
      <KeepSessionSettled />
    </>
  )
}

/** Links are passed by the pointer on its way elsewhere. */
const INTENT_MS = 100

/** Loads the scripts of the page whose link someone points at or has reached by keyboard: one watcher for all links. */
function Prefetch() {
  const [page, setPage] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const notice = ({ type, target }: Event) => {
      clearTimeout(timer)
      const path = (target as Element).closest('a[href^="/"]')?.getAttribute('href')
      if (path) timer = setTimeout(() => setPage(path), type === 'touchstart' ? 0 : INTENT_MS)
    }
    const events = ['mouseover', 'focusin', 'touchstart']
    for (const event of events) document.addEventListener(event, notice, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const event of events) document.removeEventListener(event, notice)
    }
  }, [])
  return page ? <PrefetchPageLinks page={page} /> : null
}

/** The addresses of pages: not files, which have an extension, nor the API. */
const PAGES = { and: [{ href_matches: '/*' }, { not: { href_matches: ['/*.*', '/api/*', '/files/*'] } }] }

/**
 * Pages that browsers with speculation rules load ahead: those of marked links at once, any other when its link is
 * pointed at. They keep such a page for five minutes and show it without asking, which a `no-cache` page that was
 * prefetched by a link element is not. Where React has come, links need no documents.
 */
const rules = JSON.stringify({
  prefetch: [
    { where: { and: [PAGES, { selector_matches: `[data-${AHEAD}]` }] }, eagerness: 'immediate' },
    { where: PAGES, eagerness: 'moderate' },
  ],
})

function Ahead() {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return hydrated ? null : (
    <script nonce={use(Nonce)} type="speculationrules" dangerouslySetInnerHTML={{ __html: rules }} />
  )
}

/**
 * Announces a navigation to screen readers, as a full page load would, and moves the focus to the start of
 * the new content.
 */
function RouteAnnouncer() {
  const { pathname, state } = useLocation()
  const keepsFocus = (state as Partial<typeof KEEPS_FOCUS> | null)?.keepsFocus === true
  const idle = useNavigation().state === 'idle'
  const [announced, announce] = useState('')
  const first = useRef(true)

  useEffect(() => {
    if (!idle) return
    if (first.current) {
      first.current = false
      return
    }
    if (keepsFocus) return
    const timer = setTimeout(() => {
      announce(document.title)
      document.getElementById('main')?.focus({ preventScroll: true })
    }, 50)
    return () => clearTimeout(timer)
  }, [pathname, idle, keepsFocus])

  return (
    <p className="sr" aria-live="assertive">
      {announced}
    </p>
  )
}
