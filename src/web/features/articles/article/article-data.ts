import type { Article, PublicArticle } from '../../../../contract/api/articles.ts'
import type { ArticleUsage } from '../../../../contract/api/usage.ts'
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
  usage,
  contributors: contributors
    .filter(({ role }) => isPublicRole(role))
    .map(({ role, contributorId, contributor: { affiliation: _text, createdAt: _createdAt, ...contributor } }) => ({
      ...{ role, contributorId, contributor },
    })),
})

export type ArticleData = ReturnType<typeof articleData>
