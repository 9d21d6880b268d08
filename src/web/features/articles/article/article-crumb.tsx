import { paths } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'
import type { ArticleData } from './article-data.ts'

/** The way to the article: the list, and its category. */
export function ArticleCrumb({ category }: Pick<ArticleData, 'category'>) {
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <ol role="list">
        <li>
          <Link to={paths.articles}>Current Articles</Link>
        </li>
        <li>
          <Link to={paths.category(category.id)}>{category.name}</Link>
        </li>
      </ol>
    </nav>
  )
}
