import { redirect } from 'react-router'
import { paths } from '../../../contract/rules/site/paths.ts'
import { articleData } from '../../features/articles/article/article-data.ts'
import { FormerVersion, VersionFailure } from '../../features/articles/versions/former-version.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import type { Route } from './+types/version'

const load = async ({ api, params: { id = '', number = '' }, besideData }: LoadArgs) => {
  const { version, current, article, text } = await api.versions.get({ id, number: Number(number) })
  if (version.isCurrent) throw redirect(paths.article(id))
  const shown = { ...article, imageUrl: null, imageSize: null }
  return {
    ...{ version, current },
    article: articleData(shown, null),
    text: text && { outline: text.outline, part: 1, html: besideData(text.html) },
  }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** A version of an article that another has replaced. */
export default function VersionOfArticle({ loaderData: { data, failure } }: Route.ComponentProps) {
  return failure ? <VersionFailure failure={failure} /> : <FormerVersion {...data} />
}
