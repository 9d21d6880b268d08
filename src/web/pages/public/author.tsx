import { PAGE_SIZE, pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { cardPage } from '../../features/articles/listing/card-data.ts'
import { AuthorPage } from '../../features/articles/listing/author-page.tsx'
import { ListingFailure } from '../../features/articles/listing/listing-page.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import type { Route } from './+types/author'

const load = async ({ api, params: { id = '' }, search }: LoadArgs) => {
  const { author, ...articles } = await api.authors.get({ id, page: pageFromSearch(search), limit: PAGE_SIZE.author })
  return { author, articles: cardPage(articles) }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Author({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (failure) return <ListingFailure failure={failure} />
  return <AuthorPage {...data} />
}
