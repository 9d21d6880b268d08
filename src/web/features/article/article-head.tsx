import { highwireTags } from '../../../contract/citation/highwire.ts'
import { citationRecord } from '../../../contract/citation/record.ts'
import { breadcrumbs, jsonForScript, scholarlyArticle } from '../../../contract/citation/schema-org.ts'
import type { PublicArticle } from '../../../contract/articles.ts'
import { textOfHtml } from '../../../contract/inline-markup.ts'
import { paths } from '../../../contract/paths.ts'
import { wholeWords } from '../../../contract/whole-words.ts'
import { PageHead, usePublicUrl } from '../../ui/page-head.tsx'

const LONGEST_DESCRIPTION = 200

/** What indexes read of an article: title and description, Google Scholar's tags, schema.org. */
export function ArticleHead({ article }: { article: PublicArticle }) {
  const record = citationRecord(article, usePublicUrl())
  const isPublic = article.published && article.approvedByAdmin && !article.isArchive
  return (
    <>
      <PageHead
        title={record.title}
        description={shortened(article.excerpt || textOfHtml(article.abstract))}
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
          {[scholarlyArticle(record), breadcrumbs(record)].map((data, index) => (
            <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonForScript(data) }} />
          ))}
        </>
      )}
    </>
  )
}

const shortened = (text: string): string =>
  text.length <= LONGEST_DESCRIPTION ? text : `${wholeWords(text, LONGEST_DESCRIPTION)}…`
