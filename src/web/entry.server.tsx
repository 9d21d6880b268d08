import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
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
import { apiContext, nonceContext, onErrorContext, publicUrlContext } from './client/api-context.ts'
import { LATER } from './site/early-script.ts'
import { Nonce } from './ui/nonce.ts'

/**
 * Renders a complete page: it must be readable without scripts, and it is cached and compressed before it is
 * sent. Every script that the page itself emits carries the server's nonce.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  given: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = given.get(nonceContext)
  const page = (
    <Nonce value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </Nonce>
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Large parts are rendered in place instead of being moved there by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const collect = new Writable({
          write(chunk: Buffer, _encoding, done) {
            chunks.push(Buffer.from(chunk))
            done()
          },
          final(done) {
            resolve(new Response(readFirst(Buffer.concat(chunks).toString(), nonce), { status, headers }))
            done()
          },
        })
        pipe(collect)
      },
      onShellError: reject,
      onError: reject,
    })
    // The server has stopped waiting: abort rendering.
    request.signal.addEventListener('abort', () => abort(request.signal.reason), { once: true })
  })
}

/**
 * The page's text, styles and fonts have priority; its scripts are started after the first paint (see
 * `earlyScript`). React Router's own script would start at once and compete with the fonts on a slow
 * connection, and with painting on a slow phone.
 */
const readFirst = (html: string, nonce: string): string =>
  html
    .replaceAll(/<link rel="modulepreload"[^<>]*>/g, '')
    .replace(`<script nonce="${nonce}" type="module" async="">`, `<script nonce="${nonce}" type="${LATER}">`)

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
    given: { send: Transport; publicUrl: string; nonce: string; onError: (error: unknown) => void },
  ): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(apiContext, apiOver(given.send))
    context.set(publicUrlContext, given.publicUrl)
    context.set(nonceContext, given.nonce)
    context.set(onErrorContext, given.onError)
    return handle(request, context)
  }
}
