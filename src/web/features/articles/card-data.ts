import type { PublicArticle } from '../../../contract/articles.ts'
import { joinNames } from '../../../contract/author-names.ts'
import { textOfHtml } from '../../../contract/inline-markup.ts'
import { paths } from '../../../contract/paths.ts'
import { printedPages } from '../../../contract/page-range.ts'
import { wholeWords } from '../../../contract/whole-words.ts'
import type { Paged } from '../../../contract/page-numbers.ts'

/** What a card shows: picked on the server, so that a list's page does not carry every abstract. */
export interface CardData {
  id: string
  title: string
  authors: string
  excerpt: string
  keywords: string
  /** Published date, else created date. */
  date: string
  /** 'Pages 12–27', or 'Article e42153' in journals without pages. */
  place: string | null
  category: { id: string; name: string; href: string }
  imageUrl: string | null
  pdfUrl: string | null
  isSample: boolean
}

const LONGEST_EXCERPT = 300

export const cardData = (article: PublicArticle): CardData => ({
  id: article.id,
  title: article.title,
  authors: joinNames(article.contributors.map(({ contributor }) => contributor.fullName)) || article.author.fullName,
  excerpt: excerptOf(article),
  keywords: article.keywords,
  date: article.publishedAt ?? article.createdAt,
  place: article.pageNum
    ? `Pages ${printedPages(article.pageNum)}`
    : article.elocationId && `Article ${article.elocationId}`,
  category: { ...article.category, href: paths.category(article.category.id) },
  imageUrl: article.imageUrl,
  pdfUrl: article.pdfUrl,
  isSample: article.isSample,
})

export const cardPage = (page: Paged<PublicArticle>): Paged<CardData> => ({
  data: page.data.map(cardData),
  meta: page.meta,
})

/** The excerpt, else the abstract's beginning, else words that say there is neither (section 2). */
function excerptOf({ excerpt, abstract }: PublicArticle): string {
  const text = excerpt.trim() || textOfHtml(abstract)
  if (!text) return 'No excerpt available'
  return text.length <= LONGEST_EXCERPT ? text : `${wholeWords(text, LONGEST_EXCERPT)}…`
}
