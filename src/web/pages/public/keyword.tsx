import { PAGE_SIZE, pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { cardPage } from '../../features/articles/listing/card-data.ts'
import { KeywordPage } from '../../features/articles/listing/keyword-page.tsx'
import { ListingFailure } from '../../features/articles/listing/listing-page.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import type { Route } from './+types/keyword'

const load = async ({ api, params: { id = '' }, search }: LoadArgs) => {
  const { keyword, ...articles } = await api.keywords.get({
    slug: id,
    page: pageFromSearch(search),
    limit: PAGE_SIZE.keyword,
  })
  return { keyword, articles: cardPage(articles) }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Keyword({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (failure) return <ListingFailure failure={failure} />
  return <KeywordPage {...data} />
}
