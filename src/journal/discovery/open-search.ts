import { journal } from '../../../journal.config.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import type { PublicAnswer } from '../../platform/http/kept-answer.ts'
import { element, xmlDocument } from '../../platform/xml.ts'

/** OpenSearch limits names to 16 characters, and descriptions to 1,024. */
const SHORT_NAME_MAX = 16

/** How browsers and library systems search the journal (OpenSearch 1.1). */
export function openSearch(publicUrl: string): PublicAnswer {
  const description = element(
    'OpenSearchDescription',
    { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    element('ShortName', {}, journal.abbreviation.slice(0, SHORT_NAME_MAX)),
    element('LongName', {}, journal.name.slice(0, 48)),
    element('Description', {}, `Search the articles of the ${journal.name}.`.slice(0, 1024)),
    element('Contact', {}, journal.contact.email),
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
    element('Language', {}, journal.language),
    element('InputEncoding', {}, 'UTF-8'),
    element('OutputEncoding', {}, 'UTF-8'),
  )
  return {
    status: 200,
    headers: { 'content-type': 'application/opensearchdescription+xml; charset=utf-8' },
    body: xmlDocument(description),
  }
}
