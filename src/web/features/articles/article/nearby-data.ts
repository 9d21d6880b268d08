import type { BriefArticle, NearbyArticles } from '../../../../contract/api/related.ts'
import { joinNames, namesInBrief } from '../../../../contract/rules/people/author-names.ts'

/** What the page shows of the articles near one, selected on the server: a consortium has hundreds of names. */
export const nearbyData = ({ previous, next, related }: NearbyArticles) => ({
  previous: previous && neighbour(previous),
  next: next && neighbour(next),
  related: related.map(({ authors, ...article }) => ({ ...article, authors: joinNames(namesInBrief(authors)) })),
})

const neighbour = ({ id, title }: BriefArticle) => ({ id, title })

export type NearbyData = ReturnType<typeof nearbyData>
