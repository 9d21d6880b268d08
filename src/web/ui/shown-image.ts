import { articleStatus, type ArticleFlags } from '../../contract/article-status.ts'

/**
 * An article's featured image where a page can show it: files of unpublished articles are private, and
 * an image element carries no token. Its plant stands for it until then.
 */
export const shownImage = (article: ArticleFlags & { imageUrl: string | null }): string | null =>
  articleStatus(article) === 'published' ? article.imageUrl : null
