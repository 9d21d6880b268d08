import { DOMParser } from '@xmldom/xmldom'
import { expect, test } from 'vitest'
import { openTestJournal } from '../../../tests/support/databases.ts'

test('browsers are told how to search the journal', async () => {
  const journal = await openTestJournal('sqlite', { publicUrl: 'https://journal.example.org' })
  try {
    const { statusCode, headers, body } = await journal.app.inject('/opensearch.xml')
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/opensearchdescription+xml; charset=utf-8'])
    const root = new DOMParser().parseFromString(body, 'text/xml').documentElement!
    expect([root.tagName, root.namespaceURI]).toEqual(['OpenSearchDescription', 'http://a9.com/-/spec/opensearch/1.1/'])
    expect(root.getElementsByTagName('ShortName')[0]!.textContent!.length).toBeLessThanOrEqual(16)
    const [page] = [...root.getElementsByTagName('Url')].filter((url) => url.getAttribute('type') === 'text/html')
    expect(page!.getAttribute('template')).toBe('https://journal.example.org/search?q={searchTerms}&page={startPage?}')
  } finally {
    await journal.close()
  }
})
