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
 * Renders a page whole: it must read without scripts, and it is kept and compressed before it is sent.
 * Every script that the page itself emits carries the server's nonce.
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
      // Large parts stay where they belong in the document instead of being moved there by a script.
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
    // The server has stopped waiting: what is still being rendered is given up.
    request.signal.addEventListener('abort', () => abort(request.signal.reason), { once: true })
  })
}

/**
 * A page is there to be read: its words, style and type faces come first, and the scripts that make it
 * livelier start once it has been painted (`earlyScript` sees to that). React Router's own script
 * would start at once and compete, on a slow line with the type faces, on a slow phone with painting.
 */
const readFirst = (html: string, nonce: string): string =>
  html
    .replaceAll(/<link rel="modulepreload"[^<>]*>/g, '')
    .replace(`<script nonce="${nonce}" type="module" async="">`, `<script nonce="${nonce}" type="${LATER}">`)

/** Reports what went wrong in rendering. A page that is not there is an answer, and nobody waits for one that was given up. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(onErrorContext)(error)
}

/** What the server mounts: a page's request in, its answer out. */
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
