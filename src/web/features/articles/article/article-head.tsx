import { highwireTags } from './highwire.ts'
import { citationRecord } from '../../../../contract/domain/citation/record.ts'
import { breadcrumbs, jsonForScript, scholarlyArticle } from './schema-org.ts'
import type { PublicArticle } from '../../../../contract/api/articles.ts'
import { plainTitle, shortenedMarkup } from '../../../../contract/domain/inline-markup.ts'
import { summaryOf } from '../../../../contract/domain/key-message.ts'
import { paths } from '../../../../contract/domain/paths.ts'
import { PageHead, usePublicUrl } from '../../../ui/page-head.tsx'

const LONGEST_DESCRIPTION = 200

/** What indexes read of an article: title and description, Google Scholar's tags, schema.org. */
export function ArticleHead({ article }: { article: PublicArticle }) {
  const record = citationRecord(article, usePublicUrl())
  const isPublic = article.published && article.approvedByAdmin && !article.isArchive
  return (
    <>
      <PageHead
        title={record.title}
        description={plainTitle(shortenedMarkup(summaryOf(article), LONGEST_DESCRIPTION))}
        type="article"
        noindex={!isPublic}
        path={paths.article(article.id)}
      />
      {isPublic && (
        <>
          {highwireTags(record).map(({ name, content }, index) => (
            <meta key={`${name}-${index}`} name={name} content={content} />
          ))}
          <link rel="alternate" type="application/x-bibtex" href={paths.articleBibtex(article.id)} />
          <link rel="alternate" type="application/x-research-info-systems" href={paths.articleRis(article.id)} />
          {record.publishedOn && <meta property="article:published_time" content={record.publishedOn} />}
          {record.modifiedOn && <meta property="article:modified_time" content={record.modifiedOn} />}
          {[scholarlyArticle(record), breadcrumbs(record)].map((data, index) => (
            <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonForScript(data) }} />
          ))}
        </>
      )}
    </>
  )
}
