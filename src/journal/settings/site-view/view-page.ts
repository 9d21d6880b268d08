import { hash } from 'node:crypto'
import { STOP_SITE_VIEW } from '../../../contract/rules/settings/site-view.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { html, Html } from '../../../platform/html/html.ts'
import type { PublicAnswer } from '../../../platform/http/cached-answer.ts'

/**
 * Each link is a new document: what scripts load comes from the API, which answers as it is published. The search is a
 * form that works without scripts.
 */
const SCRIPT = `for(const type of ['click','submit'])addEventListener(type,(event)=>{const from=event.target.closest?.('a[href^="/"],form[role=search]');if(from&&(type==='submit')===(from.localName==='form'))event.stopImmediatePropagation()},true)`
/** The bar's own, so that readers' style sheet has nothing of it. */
const STYLES =
  '.my-changes{position:sticky;top:0;z-index:5;background:var(--ochre-wash);border-bottom:1px solid var(--ochre)}' +
  '.my-changes>.wrap{gap:0 var(--s-4);padding-block:.25rem}.my-changes form{margin-left:auto}'
const allowed = (source: string) => `'sha256-${hash('sha256', source, 'base64')}'`

/** A page as someone sees it who has changed it: with a bar at its top. Nobody keeps it, and no robot takes it. */
export function viewedPage({ headers, body, ...answer }: PublicAnswer, faults: readonly string[]): PublicAnswer {
  const { link: _forPrograms, ...others } = headers
  const isPage = /^text\/html\b/.test(headers['content-type'] ?? '')
  const policy = headers['content-security-policy']
  return {
    ...answer,
    keep: false,
    headers: {
      ...others,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      ...(isPage &&
        policy && {
          'content-security-policy': policy
            .replace("script-src 'self'", `$& ${allowed(SCRIPT)}`)
            .replace("style-src 'self'", `$& ${allowed(STYLES)}`),
        }),
    },
    body: isPage ? withBar(String(body), faults) : body,
  }
}

function withBar(page: string, faults: readonly string[]): string {
  const body = page.indexOf('>', page.indexOf('<body')) + 1
  if (body === 0) return page
  // The way past what comes first stays first.
  const skip = page.indexOf('class="skip"', body)
  const at = skip < 0 ? body : page.indexOf('</a>', skip) + '</a>'.length
  // React passes over an element of the body that it has not made, and over all that is in it.
  return page.slice(0, at).replace('<html', '<html data-my-changes') + bar(faults).source + page.slice(at)
}

const bar = (faults: readonly string[]) =>
  html`<aside class="my-changes" aria-label="Your changes">
    ${new Html(`<script>${SCRIPT}</script><style>${STYLES}</style>`)}
    <div class="wrap cluster">
      <p><b>You see the site with your changes.</b> Only you.</p>
      ${
        faults.length > 0 &&
        html`<details>
          <summary>${faults.length === 1 ? 'One is' : `${faults.length} are`} shown as published</summary>
          <ul>
            ${faults.map((fault) => html`<li>${fault}</li>`)}
          </ul>
        </details>`
      }
      <form method="post" action="${STOP_SITE_VIEW}">
        <a class="btn text" href="${paths.adminSettings}">Settings</a> <button class="btn">Stop</button>
      </form>
    </div>
  </aside>`
