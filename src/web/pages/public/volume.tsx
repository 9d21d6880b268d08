import { PAGE_SIZE, pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { cardPage } from '../../features/articles/listing/card-data.ts'
import { ListingFailure, ListingPage, type Listing } from '../../features/articles/listing/listing-page.tsx'
import { CoverTags, groupsOnPage, hasMatter, VolumeMatter } from '../../features/articles/volumes/volume-matter.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import type { Route } from './+types/volume'

const load = async ({ api, params: { id = '' }, search }: LoadArgs) => {
  const [articles, volume] = await Promise.all([
    api.articles.inVolume({ id, page: pageFromSearch(search), limit: PAGE_SIZE.volume }),
    api.volumes.read({ id }),
  ])
  const listing: Listing = { name: volume.title, path: paths.volume(id), articles: cardPage(articles) }
  const { page } = listing.articles.meta
  return {
    listing,
    isOrdered: volume.isOrdered,
    groups: groupsOnPage(listing.articles.data, volume.headings, (page - 1) * PAGE_SIZE.volume),
    // Once, above the first articles.
    volume: page === 1 && hasMatter(volume) ? volume : null,
  }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Volume({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (failure) return <ListingFailure failure={failure} />
  return (
    <ListingPage
      listing={data.listing}
      groups={data.groups}
      above={
        data.volume && (
          <>
            <CoverTags volume={data.volume} />
            <VolumeMatter volume={data.volume} />
          </>
        )
      }
      words={{
        ...(data.isOrdered ? {} : { order: 'in the order of their pages' }),
        emptyTitle: 'No articles found',
        empty: 'There are no published articles in this volume yet.',
        follow: { about: { scope: 'volumes', id: null }, title: 'New volumes by email' },
      }}
    />
  )
}
