import { useRouteLoaderData } from 'react-router'
import { journal } from '../../contract/journal.ts'
import { paths } from '../../contract/rules/site/paths.ts'

/**
 * A page's title, description, canonical URL and social card. React moves them into the head, on the server
 * and on navigation.
 */
export function PageHead({
  title,
  description,
  path,
  type = 'website',
  noindex = false,
  card,
}: {
  /** Absent on the home page, which has the journal's name only. */
  title?: string
  description?: string
  /** The page's canonical path. Pages without one (errors, forms) are not indexed. */
  path?: string
  type?: 'website' | 'article'
  noindex?: boolean
  /** The address of a picture of 1200 by 630 pixels that links to the page are shown with. */
  card?: string
}) {
  const publicUrl = usePublicUrl()
  const fullTitle = title ? `${title} | ${journal().name}` : journal().name
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {(noindex || path === undefined) && <meta name="robots" content="noindex" />}
      {path !== undefined && (
        <>
          <link rel="canonical" href={publicUrl + path} />
          <meta property="og:title" content={title ?? journal().name} />
          <meta property="og:type" content={type} />
          <meta property="og:url" content={publicUrl + path} />
          <meta property="og:site_name" content={journal().name} />
          {description && <meta property="og:description" content={description} />}
          {card && (
            <>
              <meta property="og:image" content={card} />
              <meta property="og:image:type" content="image/png" />
              <meta property="og:image:width" content="1200" />
              <meta property="og:image:height" content="630" />
              <meta property="og:image:alt" content={title} />
            </>
          )}
          <meta name="twitter:card" content={card ? 'summary_large_image' : 'summary'} />
        </>
      )}
      {path === paths.home && <meta name="application-name" content={journal().name} />}
    </>
  )
}

export const usePublicUrl = (): string =>
  (useRouteLoaderData('root') as { publicUrl: string } | undefined)?.publicUrl ?? ''
