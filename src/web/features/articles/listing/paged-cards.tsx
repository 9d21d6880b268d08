import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { Pager } from '../../../ui/pager.tsx'
import { slidingWindow } from '../../../ui/pager-window.ts'
import { Empty } from '../../../ui/states.tsx'
import type { CardData } from './card-data.ts'
import { CardList } from './card-list.tsx'

const PAGER_SIZE = 7

/** One page of article cards, and links to the others. */
export function PagedCards({ articles, path, label }: { articles: Paged<CardData>; path: string; label: string }) {
  const { data, meta } = articles
  return (
    <>
      {data.length ? <CardList articles={data} /> : <Empty title="No articles found" />}
      <Pager
        path={path}
        page={meta.page}
        totalPages={meta.totalPages}
        items={slidingWindow(meta.page, meta.totalPages, PAGER_SIZE)}
        label={label}
      />
    </>
  )
}
