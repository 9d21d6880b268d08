import { journal } from '../../../journal.config.ts'
import { SOMETHING_WENT_WRONG } from '../../contract/rules/text/messages.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { html } from '../html/html.ts'
import type { PublicAnswer } from './kept-answer.ts'

const TITLES: Record<number, string> = { 404: 'Not found', 429: 'Please wait a moment' }

/** A page without dependencies, for when the site's own pages cannot be rendered and for links to files. */
export function errorPage(
  status: number,
  message = 'The page could not be shown. Please try again in a moment.',
): PublicAnswer {
  const title = TITLES[status] ?? SOMETHING_WENT_WRONG
  const page = html`<!doctype html>
    <html lang="${journal.language}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>${title}</title>
      <h1>${title}</h1>
      <p>${message}</p>
      <p><a href="${paths.home}">Go to the home page</a></p>
    </html>`
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: page.source,
  }
}
