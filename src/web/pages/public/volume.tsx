import { PAGE_SIZE, pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { cardPage } from '../../features/articles/listing/card-data.ts'
import { ListingFailure, ListingPage, type Listing } from '../../features/articles/listing/listing-page.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import type { Route } from './+types/volume'

const load = async ({ api, params: { id = '' }, search }: LoadArgs): Promise<Listing> => {
  const articles = await api.articles.inVolume({ id, page: pageFromSearch(search), limit: PAGE_SIZE.volume })
  // The title comes with the first article; for a volume without articles it is looked up in the list of
  // volumes.
  const name =
    articles.data[0]?.volume?.name ??
    (await api.volumes.withCounts()).find((volume) => volume.id === id)?.title ??
    'Volume'
  return { name, path: paths.volume(id), articles: cardPage(articles) }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Volume({ loaderData: { data: listing, failure } }: Route.ComponentProps) {
  if (failure) return <ListingFailure failure={failure} />
  return (
    <ListingPage
      listing={listing}
      words={{
        order: 'in the order of their pages',
        emptyTitle: 'No articles found',
        empty: 'There are no published articles in this volume yet.',
        follow: { about: { scope: 'volumes', id: null }, title: 'New volumes by email' },
      }}
    />
  )
}
