import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Rolldown } from 'vite'
import { cutFonts } from './scripts/tasks/cut-fonts.ts'

/** The entry that every reader loads, and the pages that readers open; those with forms bring what forms need. */
const ROOT = ['src/web/entry.client.tsx', 'src/web/root.tsx', 'src/web/pages/public/layout.tsx']
const WITH_FORMS = ['text-editor-demo', 'report', 'follow', 'unfollow', 'news'].map(
  (name) => `src/web/pages/public/${name}.tsx`,
)
const PUBLIC_PAGES = globSync('src/web/pages/public/*.tsx').filter((file) => ![...ROOT, ...WITH_FORMS].includes(file))

/** The pages about one article and what became of it. What they share is no use to a reader of another page. */
const ARTICLE_PAGES = ['article', 'version', 'compare', 'status', 'notices', 'reviews'].map(
  (name) => `src/web/pages/public/${name}.tsx`,
)
/** The pages of a text and of its former versions: what only they share is in a file of its own. */
const TEXT_PAGES = ['content-page', 'editorial-members', 'page-versions', 'page-version'].map(
  (name) => `src/web/pages/public/${name}.tsx`,
)
const OTHER_PAGES = PUBLIC_PAGES.filter((file) => ![...ARTICLE_PAGES, ...TEXT_PAGES].includes(file))

/** All static imports of `file`, itself included; dynamic imports do not count. */
function reachable(file: string, graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([resolve(file)])
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

const isContract = (id: string) => id.includes('/src/contract/')

/**
 * The modules that every reader loads: those of the root, and those that a public page shares with another
 * part of the site. This includes the contract's: next to a page's own they would be bundled with the
 * schemas. Those that only the pages about an article share with other parts are `article-parts`.
 */
function sharedWithReaders(graph: Rolldown.ChunkingContext): Set<string> {
  const shared = new Set(ROOT.flatMap((file) => [...reachable(file, graph)]))
  for (const pages of [TEXT_PAGES, ...OTHER_PAGES.map((page) => [page])]) {
    const own = new Set(pages.flatMap((page) => [...reachable(page, graph)]))
    for (const id of own) if (isContract(id) || isImportedElsewhere(id, own, graph)) shared.add(id)
  }
  return shared
}

const isImportedElsewhere = (id: string, own: Set<string>, graph: Rolldown.ChunkingContext): boolean =>
  graph.getModuleInfo(id)?.importers.some((importer) => !own.has(importer.split('?')[0]!)) ?? false

let shared: Set<string> | undefined
let ofArticle: Set<string> | undefined
let ofArticles: Set<string> | undefined
/** Whether the page of an article needs it: the pages of its versions have files of their own for the rest. */
const isOfArticle = (id: string, graph: Rolldown.ChunkingContext): boolean =>
  (ofArticle ??= reachable(ARTICLE_PAGES[0]!, graph)).has(id)

function isArticlePart(id: string, graph: Rolldown.ChunkingContext): boolean {
  ofArticles ??= new Set(ARTICLE_PAGES.flatMap((page) => [...reachable(page, graph)]))
  return isOfArticle(id, graph) && (isContract(id) || isImportedElsewhere(id, ofArticles, graph))
}

/**
 * How the browser's files are split: few and stable, because every request costs time on a slow connection.
 * `react` changes only with its versions; `site`, `article` and `article-parts` follow from the imports of the public
 * pages; the contract's schemas come with the first call or form; each page has a file of its own.
 */
const groups = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
    priority: 5,
  },
  {
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      (shared ??= sharedWithReaders(graph)).has(id) ? 'site' : null,
    priority: 4,
  },
  {
    name: (id: string, graph: Rolldown.ChunkingContext) => (isArticlePart(id, graph) ? 'article-parts' : null),
    priority: 3,
  },
  {
    name: (id: string, graph: Rolldown.ChunkingContext) => (isOfArticle(id, graph) ? 'article' : null),
    priority: 2,
  },
  { name: 'rules', test: /node_modules\/zod\/|src\/contract\//, priority: 1 },
]

// Before the style sheets that name their files.
await cutFonts()

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [reactRouter()],
  // A fully bundled server build starts faster. It has React's production build alone, however the server is started:
  // the other one takes several times as long for a page, and 1 MB.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  worker: { format: 'es' },
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups } } },
  },
}))
