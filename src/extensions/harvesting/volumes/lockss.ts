import { journal } from '../../../../journal.config.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { html, type Html } from '../../../platform/html/html.ts'
import type { PublicAnswer } from '../../../platform/http/kept-answer.ts'
import { listVolumesWithCounts } from '../../../journal/publication/volumes/queries.ts'
import { volumeContent } from './volume-content.ts'

/** The words that the archives' crawlers look for. */
export const LOCKSS_PERMISSION = 'LOCKSS system has permission to collect, preserve, and serve this Archival Unit.'
export const CLOCKSS_PERMISSION = 'CLOCKSS system has permission to ingest, preserve, and serve this Archival Unit.'

/** The manifests of all volumes that have articles. */
export async function archivesPage(db: Db): Promise<PublicAnswer> {
  const volumes = (await listVolumesWithCounts(db)).filter(({ count }) => count > 0)
  return page(
    'Preservation',
    html`<p>Each volume has a page with permission for LOCKSS and CLOCKSS and links to all its files.</p>
      <ul>
        ${volumes.map(({ id, title }) => html`<li><a href="${paths.lockssVolume(id)}">${title}</a></li>`)}
      </ul>`,
  )
}

/** The manifest of a volume: the permission, and a link to each file of each of its articles. */
export async function volumeManifest(db: Db, id: string): Promise<PublicAnswer> {
  const { title, articles } = await volumeContent(db, id)
  return page(
    title,
    html`<p>${LOCKSS_PERMISSION}</p>
      <p>${CLOCKSS_PERMISSION}</p>
      <ul>
        <li><a href="${paths.volume(id)}">${title}</a></li>
        <li><a href="${paths.volumeJats(id)}">All articles of this volume as JATS XML</a></li>
        <li><a href="${paths.volumeBag(id)}">All files of this volume (BagIt)</a></li>
      </ul>
      <ol>
        ${articles.map(
          (article) =>
            html`<li>
              <a href="${paths.article(article.id)}">${article.title}</a>
              <a href="${paths.articleJats(article.id)}">XML</a>
              ${article.pdf && html`<a href="${paths.articlePdf(article.id)}">PDF</a>`}
            </li>`,
        )}
      </ol>`,
  )
}

function page(title: string, content: Html): PublicAnswer {
  const body = html`<!doctype html>
    <html lang="${journal.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – ${journal.name}</title>
      </head>
      <body>
        <h1>${journal.name}: ${title}</h1>
        <p>${journal.publisher.name}${journal.issn && `, ISSN ${journal.issn}`}</p>
        ${content}
      </body>
    </html>`
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: body.source }
}
