import { expect, test } from 'vitest'
import { normalAddress, type OldSite } from './old-addresses.ts'

const site: OldSite = {
  journalPath: 'jbr',
  basePaths: ['', '/ojs'],
  otherJournals: ['other'],
  languages: ['en', 'fr_CA'],
}

test.each([
  ['/index.php/jbr', ''],
  ['/index.php/jbr/index', ''],
  ['/index.php/jbr/article/view/3/1', 'article/view/3/1'],
  ['https://old.example.org/index.php/jbr/article/view/3/1/', 'article/view/3/1'],
  ['http://old.example.org/ojs/index.php/jbr/article/view/3#top', 'article/view/3'],
  ['/jbr/article/view/3', 'article/view/3'],
  ['/article/view/3', 'article/view/3'],
  ['/index.php/jbr/fr_CA/article/view/3', 'article/view/3'],
  ['/index.php/jbr/article/view/3/0', 'article/view/3'],
  ['/index.php/jbr/issue/view/4/showToc', 'issue/view/4'],
  ['/index.php/jbr/issue/view/0', 'issue/view'],
  ['/index.php/jbr/article/view/wheat%20rust', 'article/view/wheat rust'],
  ['/index.php?journal=jbr&page=article&op=view&path[]=3&path[]=1', 'article/view/3/1'],
  ['/ojs/index.php?journal=jbr&page=issue&op=archive', 'issue/archive'],
  ['/index.php/jbr/article/view/3?utm=x', 'article/view/3'],
])('%s is %s', (address, path) => {
  expect(normalAddress(address, site)).toEqual({ path, query: '' })
})

test('a query is kept where it tells what is asked for', () => {
  expect(normalAddress('/index.php/jbr/search/search?query=wheat', site)).toEqual({
    ...{ path: 'search/search', query: 'query=wheat' },
  })
  expect(normalAddress('/index.php/jbr/oai?verb=Identify', site)).toEqual({ path: 'oai', query: 'verb=Identify' })
})

test.each([
  '/index.php/other/article/view/60',
  '/index.php/index/login',
  '/index.php?journal=other&page=article',
  '/index.php/jbr/%E0%A4%A',
  `/index.php/jbr/${'x'.repeat(3000)}`,
])('%s is not ours', (address) => {
  expect(normalAddress(address, site)).toBeUndefined()
})
