import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Rolldown } from 'vite'

/** What every reader loads, and the pages that readers open. */
const ROOT = ['src/web/entry.client.tsx', 'src/web/root.tsx', 'src/web/pages/public/layout.tsx']
const PUBLIC_PAGES = globSync('src/web/pages/public/*.tsx').filter((file) => !ROOT.includes(file))

/** All that `file` imports statically, itself included; what is loaded later does not count. */
function reachable(file: string, graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([resolve(file)])
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/**
 * The modules that every reader loads: what the root needs, and what a public page shares with another part of
 * the site. The contract's come as well: beside a page's own they would be left among the rules.
 */
function sharedWithReaders(graph: Rolldown.ChunkingContext): Set<string> {
  const shared = new Set(ROOT.flatMap((file) => [...reachable(file, graph)]))
  for (const page of PUBLIC_PAGES) {
    const own = reachable(page, graph)
    const isElsewhere = (importer: string) => !own.has(importer.split('?')[0]!)
    for (const id of own)
      if (id.includes('/src/contract/') || graph.getModuleInfo(id)?.importers.some(isElsewhere)) shared.add(id)
  }
  return shared
}

let shared: Set<string> | undefined

/**
 * How the browser's files are cut: few and steady, because a slow connection pays for every request.
 * `react` changes only with its versions; `site` follows from what the public pages import; the contract's
 * rules come with the first call or form; each page's own part stays by itself.
 */
const groups = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
    priority: 3,
  },
  {
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      (shared ??= sharedWithReaders(graph)).has(id) ? 'site' : null,
    priority: 2,
  },
  { name: 'rules', test: /node_modules\/zod\/|src\/contract\//, priority: 1 },
]

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [reactRouter()],
  // Bundled whole, the server's pages start faster and use React's production build.
  ssr: command === 'build' ? { noExternal: true } : {},
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups } } },
  },
}))
