import { use, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
  useRouteError,
  type LinksFunction,
} from 'react-router'
import brygada from '../../.react-router/fonts/brygada-1918-latin-wght-normal.basic.woff2?url'
import publicSans from '../../.react-router/fonts/public-sans-latin-wght-normal.basic.woff2?url'
import { journal } from '../../journal.config.ts'
import { FEED_FORMATS, feedPath, paths } from '../contract/rules/site/paths.ts'
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { publicUrlContext } from './client/api-context.ts'
import { keepSessionSettled } from './client/api.ts'
import { nowShown } from './load.ts'
import type { handle as NEEDS_SCRIPTS } from './pages/needs-scripts.ts'
import { Ahead } from './site/ahead.tsx'
import { FailurePage, NotFoundPage } from './site/error-pages.tsx'
import { SiteFrame } from './site/site-frame.tsx'
import documentScript from './site/document/index.ts?worker&url'
import stylesheet from './styles/site.css?url'
import { onGo } from './ui/go.ts'
import { Prefetch } from './ui/prefetch.tsx'
import { RouteAnnouncer } from './ui/route-announcer.tsx'
import { earlyScript } from './site/early-script.ts'
import { Nonce } from './ui/nonce.ts'
import { Stylesheet } from './ui/stylesheet.tsx'
import { Toasts } from './ui/toasts.tsx'

export const links: LinksFunction = () => [
  { rel: 'preload', href: brygada, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: publicSans, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/site.webmanifest' },
  { rel: 'search', href: paths.openSearch, type: 'application/opensearchdescription+xml', title: journal.name },
  ...FEED_FORMATS.map(({ format, type }) => ({
    ...{ rel: 'alternate', href: feedPath(format), type, title: `${journal.name}: new articles` },
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
    <html lang={journal.language} data-needs-scripts={needsScripts ? '' : undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f5f5ef" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#111511" media="(prefers-color-scheme: dark)" />
        <script nonce={use(Nonce)} dangerouslySetInnerHTML={{ __html: earlyScript }} />
        <script type="module" src={documentScript} fetchPriority="low" />
        <Stylesheet href={stylesheet} precedence="site" />
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
