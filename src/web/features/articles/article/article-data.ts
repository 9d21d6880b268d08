import type { Api } from '../../../../contract/api/api.ts'
import type { Article, PublicArticle } from '../../../../contract/api/articles.ts'
import type { BriefArticle, NearbyArticles } from '../../../../contract/api/related.ts'
import type { ArticleUsage } from '../../../../contract/api/usage.ts'
import { isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import { publicTitle } from '../../../../contract/rules/articles/notices.ts'
import type { FormattedCitations } from '../../../../contract/rules/articles/citation/text.ts'
import { joinNames, namesInBrief } from '../../../../contract/rules/people/author-names.ts'
import { isPublicRole } from '../../../../contract/rules/people/people.ts'

/**
 * What an article's page shows of it, selected on the server: a page carries its data beside its text. Submitters and
 * administrators are answered reviewers as well, whom the page never shows.
 */
export const articleData = (
  {
    titleText: _titleText,
    categoryId: _categoryId,
    volumeId: _volumeId,
    updatedAt: _updatedAt,
    contributors,
    ...article
  }: Article | PublicArticle,
  usage: ArticleUsage | null,
) => ({
  ...article,
  title: publicTitle(article.title, article.standing),
  usage,
  contributors: contributors
    .filter(({ role }) => isPublicRole(role))
    .map(({ role, contributorId, contributor: { affiliation: _text, createdAt: _createdAt, ...contributor } }) => ({
      ...{ role, contributorId, contributor },
    })),
})

export type ArticleData = ReturnType<typeof articleData>

/** What the page shows of the articles near one, selected on the server: a consortium has hundreds of names. */
export const nearbyData = ({ previous, next, related }: NearbyArticles) => ({
  previous: previous && neighbour(previous),
  next: next && neighbour(next),
  related: related.map(({ authors, ...article }) => ({ ...article, authors: joinNames(namesInBrief(authors)) })),
})

const neighbour = ({ id, title }: BriefArticle) => ({ id, title })

export type NearbyData = ReturnType<typeof nearbyData>

/** With its references in each style, which are not part of the page's data. */
export type CitableArticle = ArticleData & { formatted?: FormattedCitations | null }

/**
 * Adds the references to a public article. Only the rendering reads them: they are not enumerable, so they do not travel
 * with the page's data, beside the markup that was made from them.
 */
export async function withCitations(api: Api, article: ArticleData): Promise<CitableArticle> {
  if (!isPublic(article)) return article
  const formatted = await api.citations.get({ id: article.id }).then(
    (answer) => answer.formatted,
    () => null,
  )
  // That there are none does travel: the page in the browser must be the same.
  return Object.defineProperty(article, 'formatted', { value: formatted, enumerable: formatted === null })
}
