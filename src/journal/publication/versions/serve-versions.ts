import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { PublicCache } from '../../../platform/http/public-cache.ts'
import { linkHeader } from '../../../platform/http/headers.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { mountCached } from '../../../platform/http/send-cached.ts'
import { notFound } from '../../../platform/errors.ts'
import { articleFileName } from '../files/names.ts'
import type { FileResources } from '../files/resources.ts'
import { pdfToSend } from '../articles/marked-pdf.ts'
import { sendArticleFile } from '../articles/serve-pdf.ts'
import { slugWithStanding } from '../../../contract/rules/articles/notices.ts'
import { fileOfVersion, loadHistory, presentVersion, versionOf } from './read-versions.ts'

interface VersionRequest {
  Params: { id: string; number?: string }
}

/**
 * The files of each version at addresses of their own, `/blog/{id}/v/2.pdf`, `/blog/{id}/v/2/original.pdf` without any mark, and
 * `/blog/{id}/status.json`: the versions and the hashes of their files, for programs.
 */
export function mountVersions(app: FastifyInstance, resources: FileResources, rates: RateLimits, cache: PublicCache) {
  const { db } = resources.database
  const options = { config: limited(rates, 'sending files', 'files') }
  const link = (id: string) =>
    linkHeader([{ rel: 'latest-version', href: resources.publicUrl + paths.article(id), type: 'text/html' }])

  const kinds = [
    { address: paths.versionPdf, kind: 'pdf', extension: 'pdf', mediaType: 'application/pdf' },
    { address: paths.versionXml, kind: 'source', extension: 'xml', mediaType: 'application/xml' },
  ] as const
  for (const { address, kind, extension, mediaType } of kinds) {
    app.get<VersionRequest>(address(':id', ':number' as never), options, async (request, reply) => {
      const { id, number } = request.params
      const history = await loadHistory(db, id)
      const version = versionOf(history, Number(number))
      const file = fileOfVersion(history, version.number, kind)
      if (!file) throw notFound('File')
      const { row, versions } = history
      const name = articleFileName(
        slugWithStanding(`${row.slug}-version-${version.number}`, row.standing),
        extension,
        row.published_at,
      )
      const current = versions[0]!.number
      const former = version.number === current ? null : { number: version.number, at: version.at, current }
      const sent = kind === 'pdf' ? await pdfToSend(resources, row, file, former) : file
      return sendArticleFile(request, reply, resources, sent, { name, mediaType, link: link(id) })
    })
  }

  const sendOriginal = async (request: FastifyRequest<VersionRequest>, reply: FastifyReply) => {
    const { id, number } = request.params
    const history = await loadHistory(db, id)
    const version = number === undefined ? history.versions[0]! : versionOf(history, Number(number))
    const file = fileOfVersion(history, version.number, 'pdf')
    if (!file) throw notFound('PDF')
    const of = number === undefined ? '' : `-version-${version.number}`
    const name = articleFileName(
      slugWithStanding(`${history.row.slug}${of}-original`, history.row.standing),
      'pdf',
      history.row.published_at,
    )
    return sendArticleFile(request, reply, resources, file, { name, mediaType: 'application/pdf', link: link(id) })
  }
  app.get<VersionRequest>(paths.articleOriginalPdf(':id'), options, sendOriginal)
  app.get<VersionRequest>(paths.versionOriginalPdf(':id', ':number' as never), options, sendOriginal)

  mountCached(app, cache, { config: limited(rates, 'reading', 'discovery') })(
    `${paths.articleStatus(':id')}.json`,
    ({ id }) => `status ${id}`,
    async ({ id }) => {
      const history = await loadHistory(db, id!)
      const { article, row } = history
      const status = {
        id: row.id,
        title: article.titleText,
        doi: row.doi,
        standing: row.standing,
        url: resources.publicUrl + paths.article(row.id),
        versions: history.versions.map((version) => {
          const { pdf, xml, ...facts } = presentVersion(history, version)
          const whole = (file: typeof pdf) =>
            file && {
              ...file,
              url: resources.publicUrl + file.url,
              originalUrl: resources.publicUrl + file.originalUrl,
            }
          return { ...facts, pdf: whole(pdf), xml: whole(xml) }
        }),
      }
      return {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', link: link(row.id) },
        body: `${JSON.stringify(status, null, 1)}\n`,
      }
    },
  )
}
