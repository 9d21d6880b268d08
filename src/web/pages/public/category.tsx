import { PAGE_SIZE, pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { cardPage } from '../../features/articles/listing/card-data.ts'
import {
  CategoryFeeds,
  type Listing,
  ListingFailure,
  ListingPage,
} from '../../features/articles/listing/listing-page.tsx'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import type { Route } from './+types/category'

const load = async ({ api, params: { id = '' }, search }: LoadArgs): Promise<Listing> => {
  const [articles, categories] = await Promise.all([
    api.articles.inCategory({ id, page: pageFromSearch(search), limit: PAGE_SIZE.category }),
    api.categories.list(),
  ])
  const category = categories.find((one) => one.id === id)
  const name = category?.name ?? 'Category'
  return { name, about: category?.description ?? '', path: paths.category(id), articles: cardPage(articles) }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Category({ params, loaderData: { data: listing, failure } }: Route.ComponentProps) {
  if (failure) return <ListingFailure failure={failure} />
  return (
    <>
      <CategoryFeeds id={params.id} name={listing.name} />
      <ListingPage
        listing={listing}
        words={{
          order: 'newest first',
          empty: 'There are no published articles in this category yet.',
          follow: { about: { scope: 'category', id: params.id }, title: 'New articles of this category by email' },
        }}
      />
    </>
  )
}
