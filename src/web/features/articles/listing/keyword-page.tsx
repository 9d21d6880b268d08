import { paths, pageHref } from '../../../../contract/rules/site/paths.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { searchPath, searchQueryIn } from '../../../../contract/rules/site/search.ts'
import { Link } from '../../../ui/link.tsx'
import { TitledPage } from '../../../ui/titled-page.tsx'
import { FollowBox } from '../following/follow-form.tsx'
import type { CardData } from './card-data.ts'
import { PagedCards } from './paged-cards.tsx'

/** The articles with a keyword. */
export function KeywordPage({
  keyword: { slug, name },
  articles,
}: {
  keyword: { slug: string; name: string }
  articles: Paged<CardData>
}) {
  const path = paths.keyword(slug)
  const { page, totalItems } = articles.meta
  const title = `Keyword: ${name}`
  return (
    <TitledPage
      title={title}
      headTitle={page > 1 ? `${title}, page ${page}` : title}
      description={`Published, open-access articles with the keyword ${name}, newest first.`}
      path={pageHref(path, page)}
      note={counted(totalItems, 'article')}
    >
      <PagedCards articles={articles} path={path} label={`Pages of articles with the keyword ${name}`} />
      <p className="further">
        <Link to={searchPath(searchQueryIn(new URLSearchParams({ q: name })))} rel="nofollow">
          Search all articles for “{name}”
        </Link>
      </p>
      <FollowBox about={{ scope: 'keyword', id: slug }} title="New articles with this keyword by email" />
    </TitledPage>
  )
}
