import { journal } from '../../../journal.config.ts'
import type { ErrorBody } from '../../contract/errors.ts'
import { paths } from '../../contract/paths.ts'
import { html, type Html } from '../html/html.ts'

/** An error for somebody who followed a link to a file: a page that needs nothing else to be shown. */
export const errorPage = ({ error, message }: ErrorBody): Html =>
  html`<!doctype html>
    <html lang="${journal.language}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${error}</title>
      <h1>${error}</h1>
      <p>${message}</p>
      <p><a href="${paths.home}">${journal.name}</a></p>
    </html> `
