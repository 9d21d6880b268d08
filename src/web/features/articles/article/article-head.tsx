import { isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import type { CitationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { plainTitle, shortenedMarkup } from '../../../../contract/rules/text/inline-markup.ts'
import { summaryOf } from '../../../../contract/rules/articles/key-message.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { jsonForScript } from '../../../ui/json-for-script.ts'
import type { ArticleData } from './article-data.ts'
import { dublinCoreTags } from './dublin-core.ts'
import { highwireTags } from './highwire.ts'
import { breadcrumbs, scholarlyArticle } from './schema-org.ts'

const LONGEST_DESCRIPTION = 200

/** The metadata of an article's page: title and description, Google Scholar's tags, schema.org. */
export function ArticleHead({ article, record }: { article: ArticleData; record: CitationRecord }) {
  const isSeen = isPublic(article)
  return (
    <>
      <PageHead
        title={record.title}
        description={plainTitle(shortenedMarkup(summaryOf(article), LONGEST_DESCRIPTION))}
        type="article"
        noindex={!isSeen}
        path={paths.article(article.id)}
        {...(isSeen ? { card: record.cardUrl } : {})}
      />
      {isSeen && (
        <>
          {[...highwireTags(record), ...dublinCoreTags(record)].map(({ name, content }, index) => (
            <meta key={`${name}-${index}`} name={name} content={content} />
          ))}
          <link rel="alternate" type="application/x-bibtex" href={paths.articleBibtex(article.id)} />
          <link rel="alternate" type="application/x-research-info-systems" href={paths.articleRis(article.id)} />
          <link rel="alternate" type="application/x-endnote-refer" href={paths.articleEndNote(article.id)} />
          <link rel="alternate" type="application/vnd.citationstyles.csl+json" href={paths.articleCsl(article.id)} />
          <link rel="alternate" type="application/xml" title="JATS XML" href={paths.articleJats(article.id)} />
          <link rel="linkset" type="application/linkset+json" href={paths.articleLinkset(article.id)} />
          <link rel="license" href={record.licenceUrl} />
          <link rel="schema.DC" href="http://purl.org/dc/elements/1.1/" />
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
