import type { PublicArticle } from '../../../../contract/api/articles.ts'
import { type NoticeKind, noticeKindOf, type Standing, whatAlone } from '../../../../contract/rules/articles/notices.ts'
import { joinNames, namesInBrief } from '../../../../contract/rules/people/author-names.ts'
import { shortenedMarkup } from '../../../../contract/rules/text/inline-markup.ts'
import type { ImageSize } from '../../../../contract/rules/articles/pictures.ts'
import { LISTED_KEY_MESSAGE, summaryOf } from '../../../../contract/rules/articles/key-message.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { printedPages } from '../../../../contract/rules/articles/place-in-volume.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'

/** The data of a card, selected on the server so that a list's page does not include every abstract. */
export interface CardData {
  id: string
  title: string
  standing: Standing
  /** Of a notice its kind. */
  notice: NoticeKind | null
  authors: string
  /** Inline markup, like the title. */
  excerpt: string
  keywords: string
  /** The publication date, otherwise the creation date. */
  date: string
  /** 'Pages 12–27', or 'Article e42153' in journals without pages. */
  place: string | null
  category: { id: string; name: string; href: string }
  imageUrl: string | null
  imageAlt: string | null
  imageSize: ImageSize | null
  pdfUrl: string | null
  isSample: boolean
}

export const cardData = (article: PublicArticle, notice = noticeKindOf(article)): CardData => ({
  id: article.id,
  title: article.title,
  standing: article.standing,
  notice,
  authors:
    joinNames(namesInBrief(article.contributors.map(({ contributor }) => contributor.fullName))) ||
    article.author.fullName,
  excerpt:
    article.standing === 'removed'
      ? 'Title, authors and notice remain.'
      : notice
        ? whatAlone(notice, excerptOf(article))
        : excerptOf(article),
  keywords: article.keywords,
  date: article.publishedAt ?? article.createdAt,
  place: article.pageNum
    ? `Pages ${printedPages(article.pageNum)}`
    : article.elocationId && `Article ${article.elocationId}`,
  category: { ...article.category, href: paths.category(article.category.id) },
  imageUrl: article.imageUrl,
  imageAlt: article.imageAlt,
  imageSize: article.imageSize,
  pdfUrl: article.pdfUrl,
  isSample: article.isSample,
})

export const cardPage = (page: Paged<PublicArticle>): Paged<CardData> => ({
  data: page.data.map((article) => cardData(article)),
  meta: page.meta,
})

/** The excerpt, otherwise the beginning of the abstract, otherwise a placeholder. */
const excerptOf = (article: PublicArticle): string =>
  shortenedMarkup(summaryOf(article), LISTED_KEY_MESSAGE) || 'No excerpt available'
