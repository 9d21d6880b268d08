import { journal } from '../../contract/journal.ts'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { paths, securityPath } from '../../contract/rules/site/paths.ts'
import type { PublicAnswer } from '../../platform/http/cached-answer.ts'
import { element, xmlDocument } from '../../platform/xml.ts'

const text = (lines: string[]): PublicAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${lines.join('\n')}\n`,
})

/**
 * All public pages may be crawled; the work areas are excluded. So may the search page: robots that were kept from it
 * could not read that its results are not to be indexed.
 */
export const robots = (publicUrl: string): PublicAnswer =>
  text([
    'User-agent: *',
    'Allow: /',
    `Allow: ${paths.apiDocs}`,
    `Allow: ${API_PREFIX}/openapi.json`,
    `Disallow: ${API_PREFIX}/`,
    `Disallow: ${paths.dashboard}`,
    `Disallow: ${paths.cases}/`,
    `Disallow: ${paths.admin}`,
    '',
    `Sitemap: ${publicUrl}${paths.sitemap}`,
    `# Archives (LOCKSS, CLOCKSS): ${publicUrl}${paths.lockss}`,
    `# Harvesters (OAI-PMH): ${publicUrl}${paths.oai}?verb=Identify`,
  ])

// The paper of the site's light scheme: `--paper` in the tokens and `theme-color` of the pages.
const PAPER = '#f5f5ef'

export const webManifest = (): PublicAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  body: JSON.stringify({
    id: paths.home,
    name: journal().name,
    short_name: journal().abbreviation,
    description: journal().description,
    lang: journal().language,
    start_url: paths.home,
    scope: '/',
    display: 'browser',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  }),
})

/**
 * Where to report a vulnerability (RFC 9116, which allows addresses of the web with https alone). The expiry date is ten to
 * eleven months ahead and changes once a month.
 */
export const securityTxt = (publicUrl: string, today: Date): PublicAnswer =>
  text([
    `Contact: mailto:${journal().contact.securityEmail}`,
    `Expires: ${new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 11, 1)).toISOString()}`,
    `Preferred-Languages: ${journal().language}`,
    ...(publicUrl.startsWith('https:')
      ? [`Canonical: ${publicUrl}/.well-known/security.txt`, `Policy: ${publicUrl}${securityPath}`]
      : []),
  ])

/** OpenSearch limits names to 16 characters, and descriptions to 1,024. */
const SHORT_NAME_MAX = 16

/** How browsers and library systems search the journal (OpenSearch 1.1). */
export function openSearch(publicUrl: string): PublicAnswer {
  const description = element(
    'OpenSearchDescription',
    { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    element('ShortName', {}, journal().abbreviation.slice(0, SHORT_NAME_MAX)),
    element('LongName', {}, journal().name.slice(0, 48)),
    element('Description', {}, `Search the articles of the ${journal().name}.`.slice(0, 1024)),
    element('Contact', {}, journal().contact.email),
    element('Url', {
      type: 'text/html',
      method: 'get',
      template: `${publicUrl}${paths.search}?q={searchTerms}&page={startPage?}`,
    }),
    element('Url', {
      type: 'application/opensearchdescription+xml',
      rel: 'self',
      template: publicUrl + paths.openSearch,
    }),
    element('Image', { width: '16', height: '16', type: 'image/svg+xml' }, `${publicUrl}/icon.svg`),
    element('Language', {}, journal().language),
    element('InputEncoding', {}, 'UTF-8'),
    element('OutputEncoding', {}, 'UTF-8'),
  )
  return {
    status: 200,
    headers: { 'content-type': 'application/opensearchdescription+xml; charset=utf-8' },
    body: xmlDocument(description),
  }
}
