import { journal } from '../../../journal.config.ts'
import { SOMETHING_WENT_WRONG } from '../../contract/api-error.ts'
import type { ErrorBody } from '../../contract/errors.ts'
import { paths } from '../../contract/paths.ts'
import { html, type Html } from '../html/html.ts'

/** An error for somebody who followed a link to a file: a page that needs nothing else to be shown. */
export function errorPage({ statusCode, error, message }: ErrorBody): Html {
  const heading = statusCode >= 500 ? SOMETHING_WENT_WRONG : error
  return html`<!doctype html>
    <html lang="${journal.language}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${heading}</title>
      <h1>${heading}</h1>
      <p>${message}</p>
      <p><a href="${paths.home}">${journal.name}</a></p>
    </html> `
}
