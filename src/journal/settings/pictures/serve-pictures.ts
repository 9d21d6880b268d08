import type { FastifyInstance } from 'fastify'
import { PICTURES_PATH, pictureAt } from '../../../contract/rules/settings/picture-address.ts'
import { notFound } from '../../../platform/errors.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { openIntact } from '../../publication/files/intact.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import { FILE_POLICY, sendStored } from '../../publication/files/serve-files.ts'
import type { SiteViews } from '../site-view/site-views.ts'
import { findPicture } from './pictures.ts'

/**
 * `/pictures/{name}`: the logo, and the pictures in texts. The address names the content, so that it can be kept for ever.
 * One that is not published yet is sent to those who have a short-lived key, which editors get, and to editors who look at the
 * site with their changes.
 */
export function mountPictures(
  app: FastifyInstance,
  resources: FileResources,
  rates: RateLimits,
  views: Pick<SiteViews, 'isOpen'>,
): void {
  const options = { config: limited(rates, 'sending pictures', 'pictures of texts') }
  app.get<{ Params: { name: string }; Querystring: { key?: string } }>(
    `${PICTURES_PATH}:name`,
    options,
    async (request, reply) => {
      const path = PICTURES_PATH + request.params.name
      const found = pictureAt(path) && (await findPicture(resources.database.db, path))
      if (!found) throw notFound('Picture')
      const { file, isPublic } = found
      const { key } = request.query
      const hasKey = async () => typeof key === 'string' && (await resources.fileLinks.opens(file.id, key))
      if (!isPublic && !(await hasKey()) && !(await views.isOpen(request))) throw notFound('Picture')
      const content = await openIntact(resources, file)
      void reply.headers({
        'content-type': file.media_type,
        'content-security-policy': FILE_POLICY,
        'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
      })
      return sendStored(request, reply, content)
    },
  )
}
