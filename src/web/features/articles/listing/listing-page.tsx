import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { journal } from '../../../../contract/journal.ts'
import type { Followed } from '../../../../contract/rules/site/follow-scopes.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { FEED_FORMATS, feedPath, pageHref } from '../../../../contract/rules/site/paths.ts'
import type { PageFailure } from '../../../client/api-error.ts'
import { NotFoundPage } from '../../../site/error-pages.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Empty, Failure, TryAgain } from '../../../ui/states.tsx'
import { TitledPage } from '../../../ui/titled-page.tsx'
import { FollowBox } from '../following/follow-form.tsx'
import type { CardData } from './card-data.ts'
import { CardGroup, CardList } from './paged-cards.tsx'

export interface Listing {
  /** Name of the category or volume. */
  name: string
  /** A sentence about it; '' if there is none. */
  about?: string
  path: string
  articles: Paged<CardData>
}

/** The texts that differ between category and volume pages. */
export interface ListingWords {
  /** Left out where editors have ordered the articles. */
  order?: string
  empty: string
  emptyTitle?: string
  /** What can be followed here, and what the box is called. */
  follow: { about: Followed; title: string }
}

/** The articles of a category or a volume, ten a page. */
export function ListingPage({
  listing,
  words,
  above,
  groups = [],
}: {
  listing: Listing
  words: ListingWords
  /** What comes before the articles. */
  above?: ReactNode
  /** The articles under headings; without any they are one list. */
  groups?: { heading: string; articles: CardData[] }[]
}) {
  const {
    name,
    about,
    path,
    articles: { data: articles, meta },
  } = listing
  const title = `${name} Articles`
  return (
    <TitledPage
      title={title}
      headTitle={meta.page > 1 ? `${title}, page ${meta.page}` : title}
      description={`Published, open-access articles in ${name}${words.order ? `, ${words.order}` : ''}.${about ? ` ${about}` : ''}`}
      path={pageHref(path, meta.page)}
      note={`Showing ${articles.length} of ${meta.totalItems} articles`}
    >
      {about && <p className="lead-in">{about}</p>}
      {above}
      {groups.length ? (
        groups.map(({ heading, articles }, at) => (
          <CardGroup key={at} heading={heading} articles={articles} isFirst={at === 0} />
        ))
      ) : articles.length ? (
        <CardList articles={articles} />
      ) : (
        <Empty title={words.emptyTitle ?? words.empty}>{words.emptyTitle && <p>{words.empty}</p>}</Empty>
      )}
      <Pager path={path} meta={meta} label={`Pages of ${title}`} size={7} />
      <FollowBox {...words.follow} />
    </TitledPage>
  )
}

/** A category or volume that was not found or could not be loaded; Try Again reloads it. */
export function ListingFailure({
  failure: { statusCode, message },
  title = 'Error Loading Posts',
}: {
  failure: PageFailure
  title?: string
}) {
  const { revalidate } = useRevalidator()
  if (statusCode === 404) return <NotFoundPage />
  return (
    <TitledPage title={title}>
      <Failure message={message}>
        <TryAgain onClick={() => void revalidate()} />
      </Failure>
    </TitledPage>
  )
}

/** The feeds of a category, for programs that look for them in its page. React moves them into the head. */
export const CategoryFeeds = ({ id, name }: { id: string; name: string }) =>
  FEED_FORMATS.map(({ format, type }) => (
    <link key={format} rel="alternate" href={feedPath(format, id)} type={type} title={`${name} | ${journal().name}`} />
  ))
