import { journal } from '../../../journal.config.ts'
import { html, Html } from '../html/html.ts'
import * as look from './styles.ts'
import { styled } from './styles.ts'

const PUBLISHED_BY = `Published by the ${journal.publisher.name}, ${journal.publisher.address}`

/** What stands around the text of every email, in plain text. */
export function textFrame(body: string, publicUrl: string): string {
  const footer = [
    journal.name,
    `A journal of the ${journal.society.name}: ${publicUrl}`,
    PUBLISHED_BY,
    `Questions? Write to ${journal.contact.email}`,
  ].join('\n')
  // A value without a word leaves its paragraph empty.
  return `${body.replace(/\n{3,}/g, '\n\n').trimEnd()}\n\n-- \n${footer}\n`
}

/** The same in HTML: one column, without images, for small screens and dark schemes too. */
export const htmlFrame = (subject: string, body: Html, publicUrl: string): string =>
  html`<!doctype html>
    <html lang="${journal.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${new Html(look.SHEET)}
        </style>
      </head>
      <body style="${styled(look.BODY)}">
        <div class="bg" style="${styled(look.GROUND)}">
          <div class="in" style="${styled(look.COLUMN)}">
            <p class="hair" style="${styled(look.HEADER)}">
              <a class="own" href="${publicUrl}" style="${styled(look.HEADER_LINK)}">${journal.name}</a>
            </p>
            ${body}
            <p class="hair mut" style="${styled(look.FOOTER)}">
              ${journal.name}<br />A journal of the ${journal.society.name}<br />${PUBLISHED_BY}<br />Questions? Write
              to
              <a href="mailto:${journal.contact.email}" style="${styled(look.LINK)}">${journal.contact.email}</a>
            </p>
          </div>
        </div>
      </body>
    </html> `.source
