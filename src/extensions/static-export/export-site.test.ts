import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { copiedAddress, fileOf, relativeLink } from './addresses.ts'
import { exportSite, type SiteAnswer } from './export-site.ts'
import { rewritePage, rewriteStyles } from './rewrite.ts'

const SITE = 'https://journal.test'

describe('addresses', () => {
  test.each([
    ['/', 'index.html'],
    ['/?page=2', 'index.page-2.html'],
    ['/blog', 'blog.html'],
    ['/blog?page=12', 'blog.page-12.html'],
    ['/blog/abc', 'blog/abc.html'],
    ['/blog/abc.pdf', 'blog/abc.pdf'],
    ['/blog/abc.csl.json', 'blog/abc.csl.json'],
    ['/files/abc/image', 'files/abc/image'],
    ['/keyword/g%C3%BCn', 'keyword/gün.html'],
    ['/a%2F..%2F..%2Fetc', null],
    ['/../etc', null],
    ['/a//b', null],
    ['/a%00', null],
    ['/a:b', null],
    ['/%zz', null],
    [`/${'a'.repeat(300)}`, null],
  ])('%s is the file %s', (address, file) => expect(fileOf(address)).toBe(file))

  test.each([
    ['/blog', '/blog'],
    ['blog/x', '/volume/blog/x'],
    ['https://journal.test/blog?page=3#top', '/blog?page=3'],
    ['/blog?page=x', '/blog'],
    ['/blog?q=rosa', null],
    ['/search?q=rosa', null],
    ['/api/docs', null],
    ['/dashboard/add-submission', null],
    ['/login', null],
    ['/blog/x/report', null],
    ['/follow?article=x', null],
    ['/volume/a.zip', null],
    ['https://other.test/blog', null],
    ['mailto:a@b.test', null],
    ['https://[', null],
  ])('%s is copied as %s', (reference, address) => expect(copiedAddress(reference, '/volume/x', SITE)).toBe(address))

  test('links from file to file', () => {
    expect(relativeLink('index.html', 'blog/a.html')).toBe('blog/a.html')
    expect(relativeLink('blog/a.html', 'index.html')).toBe('../index.html')
    expect(relativeLink('blog/a.html', 'blog/a.html')).toBe('a.html')
    expect(relativeLink('a/b/c.html', 'a/ü d.html')).toBe('../%C3%BC%20d.html')
  })
})

describe('a page on a disk', () => {
  const rewritten = (html: string) =>
    rewritePage(html, { note: '<p>note</p>', online: (url) => `online:${url}`, resolve: (url) => `copy:${url}` })

  test.each([
    ['<a class="b" href="/blog?a=1&amp;b=2">x</a>', '<a class="b" href="copy:/blog?a=1&amp;b=2">x</a>'],
    ['<a href="#notes">x</a><a href="mailto:a@b.test">y</a>', '<a href="#notes">x</a><a href="mailto:a@b.test">y</a>'],
    [
      '<img src="/a.png" srcset="/b.avif 320w, /c.avif 640w" alt="a > b"/>',
      '<img src="copy:/a.png" srcset="copy:/b.avif 320w, copy:/c.avif 640w" alt="a > b"/>',
    ],
    [
      '<link rel="stylesheet" href="/s.css"/><link rel="canonical" href="/blog"/>',
      '<link rel="stylesheet" href="copy:/s.css"/><link rel="canonical" href="online:/blog"/>',
    ],
    [
      '<link rel="modulepreload" href="/s.js"/><link rel="preload" as="font" href="/f.woff2"/><link rel="manifest" href="/m"/>',
      '',
    ],
    ['<script type="module" src="/a.js"></script><script>go("</a>")</script>', ''],
    ['<script type="application/ld+json">{"a":"<"}</script>', '<script type="application/ld+json">{"a":"<"}</script>'],
    ['<noscript><p>a</p></noscript>', '<p>a</p>'],
    ['<form action="/search"><input name="q"/><button>Go</button></form>', '<p>note</p>'],
    [
      '<button type="button">Copy</button><button popovertarget="menu">Menu</button>',
      '<button popovertarget="menu">Menu</button>',
    ],
    ['a < b <p>c</p>', 'a < b <p>c</p>'],
  ])('%s', (given, expected) => expect(rewritten(given)).toBe(expected))

  test('styles', () => {
    expect(rewriteStyles('a{b:url(/f.woff2)}c{d:url(\'data:x\')}e{f:url("g.svg")}', (url) => `../${url}`)).toBe(
      'a{b:url("..//f.woff2")}c{d:url(\'data:x\')}e{f:url("../g.svg")}',
    )
  })
})

describe('a copy', () => {
  const page = (html: string): SiteAnswer => ({
    status: 200,
    type: 'text/html; charset=utf-8',
    body: Buffer.from(html),
    location: null,
  })
  const file = (type: string, text: string): SiteAnswer => ({ ...page(text), type })
  const SITE_MAP: Record<string, SiteAnswer> = {
    '/': page(
      '<link rel="stylesheet" href="/assets/s.css"/><a href="/blog?page=2#x">2</a><a href="/old">old</a><a href="/gone">gone</a>',
    ),
    '/blog?page=2': page('<a href="/">home</a><a href="/login">in</a>'),
    '/blog': page('list'),
    '/old': { status: 301, type: '', body: Buffer.alloc(0), location: '/blog' },
    '/assets/s.css': file('text/css', 'a{b:url(/assets/f.woff2)}'),
    '/assets/f.woff2': file('font/woff2', 'face'),
    '/lockss': page('none'),
    '/feed.atom': file('application/atom+xml', '<feed/>'),
    '/sitemap.xml': file('application/xml', `<urlset><url><loc>${SITE}/about</loc></url></urlset>`),
    '/about': page('about'),
  }
  const ask = async (address: string) => SITE_MAP[address] ?? { ...page(''), status: 404 }
  const newFolder = () => join(mkdtempSync(join(inject('temporaryFolder'), 'copy-')), 'site')

  test('has every page once, and links from one to another', async () => {
    const folder = newFolder()
    const progress: string[] = []
    const onProgress = (done: number, known: number) => progress.push(`${done}/${known}`)
    const exported = await exportSite({ folder, publicUrl: SITE, ask, onProgress })
    expect(exported).toEqual({ pages: 5, files: 4, missing: ['/gone'] })
    expect(progress.at(-1)).toBe('11/11')
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    expect(read('index.html')).toBe(
      '<link rel="stylesheet" href="assets/s.css"/><a href="blog.page-2.html#x">2</a><a href="blog.html">old</a><a href="https://journal.test/gone">gone</a>',
    )
    expect(read('blog.page-2.html')).toBe('<a href="index.html">home</a><a href="https://journal.test/login">in</a>')
    expect(read('assets/s.css')).toBe('a{b:url("f.woff2")}')
    expect(read('about.html')).toBe('about')
  })

  test('that is interrupted is not there, and begins again', async () => {
    const folder = newFolder()
    let asked = 0
    const failing = async (address: string) => {
      if (++asked === 4) throw new Error('interrupted')
      return ask(address)
    }
    await expect(exportSite({ folder, publicUrl: SITE, ask: failing })).rejects.toThrow('interrupted')
    expect(existsSync(folder)).toBe(false)
    expect(existsSync(`${folder}.unfinished`)).toBe(true)
    await exportSite({ folder, publicUrl: SITE, ask })
    expect(existsSync(`${folder}.unfinished`)).toBe(false)
    expect(existsSync(join(folder, 'index.html'))).toBe(true)
    // What is there is never overwritten.
    await expect(exportSite({ folder, publicUrl: SITE, ask })).rejects.toThrow('is not empty')
    writeFileSync(`${folder}.txt`, '')
    await expect(exportSite({ folder: `${folder}.txt`, publicUrl: SITE, ask })).rejects.toThrow()
  })
})
