import { renderToString } from 'react-dom/server'
import {
  createRequestHandler,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type ServerBuild,
} from 'react-router'
import type { Transport } from '../contract/api/endpoint.ts'
import { apiOver } from './client/api-client.ts'
import {
  apiContext,
  journalScriptContext,
  markupContext,
  nonceContext,
  onErrorContext,
  publicUrlContext,
} from './client/api-context.ts'
import { LATER } from './site/early-script.ts'
import { Nonce } from './ui/nonce.ts'
import { jsonForScript, PageMarkup } from './ui/page-markup.ts'

/** A rendered page. Its text is at hand: as the body of a response it would be encoded and decoded once more. */
class RenderedPage extends Response {
  readonly #html: string
  constructor(html: string, init: ResponseInit) {
    super(null, init)
    this.#html = html
  }
  override text(): Promise<string> {
    return Promise.resolve(this.#html)
  }
}

/**
 * Renders a complete page: it must be readable without scripts, and it is cached and compressed before it is
 * sent. Every script that the page itself emits carries the server's nonce.
 *
 * Nothing on a page suspends on the server, so it is rendered into a string at once, in four fifths of the time of
 * a stream. What the router would stream, the data that the browser continues with, is there before.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  given: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = given.get(nonceContext)
  const data = await new Response(serverHandoffStream).text()
  const html = renderToString(
    <Nonce value={nonce}>
      <PageMarkup value={given.get(markupContext).html}>
        <ServerRouter context={forThisPage(context)} url={request.url} nonce={nonce} />
      </PageMarkup>
    </Nonce>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new RenderedPage(documentOf(readFirst(html, nonce, given.get(journalScriptContext)), data, nonce), {
    status,
    headers,
  })
}

/** Only the routes of this page: the router makes an element of every route it gets, at each rendering. */
function forThisPage(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]),
  )
  return { ...context, manifest: { ...manifest, routes } }
}

/** The document, with the data for the router's script in the words of the router's own `StreamTransfer`. */
function documentOf(html: string, data: string, nonce: string): string {
  const end = html.lastIndexOf('</body>')
  const script =
    `window.__reactRouterContext.streamController.enqueue(${jsonForScript(data)});` +
    'window.__reactRouterContext.streamController.close();'
  return `<!DOCTYPE html>${html.slice(0, end)}<script nonce="${nonce}">${script}</script>${html.slice(end)}`
}

/**
 * The page's text, styles and fonts have priority; its scripts are started after the first paint (see
 * `earlyScript`). React Router's own script would start at once and compete with the fonts on a slow
 * connection, and with painting on a slow phone. The journal's values come before all that uses them.
 */
function readFirst(html: string, nonce: string, journalScript: string): string {
  // Only there are they: a full text is a hundred times as long.
  const head = html.indexOf('</head>')
  const preloaded = html.slice(0, head).replaceAll(/<link rel="modulepreload"[^<>]*>/g, '')
  const script = `<script nonce="${nonce}" type="module" async="">`
  const at = html.lastIndexOf(script)
  if (at < 0) return preloaded + html.slice(head)
  return `${preloaded}${html.slice(head, at)}<script nonce="${nonce}" type="${LATER}">import ${JSON.stringify(journalScript)};${html.slice(at + script.length)}`
}

/**
 * Reports a rendering error. A page that was not found is a normal response, and aborted renderings are
 * ignored.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(onErrorContext)(error)
}

/** The entry point that the server mounts: from a page's request to its response. */
export function createRenderer(build: ServerBuild, mode: string) {
  const handle = createRequestHandler(build, mode)
  return (
    request: Request,
    given: {
      send: Transport
      publicUrl: string
      journalScript: string
      nonce: string
      onError: (error: unknown) => void
    },
  ): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(apiContext, apiOver(given.send))
    context.set(publicUrlContext, given.publicUrl)
    context.set(nonceContext, given.nonce)
    context.set(journalScriptContext, given.journalScript)
    context.set(markupContext, { html: '' })
    context.set(onErrorContext, given.onError)
    return handle(request, context)
  }
}
