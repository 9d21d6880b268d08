import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/**
 * How the browser's files are cut: few and steady, because a slow connection pays for every request.
 * `react` changes only with its versions; `site` is what every public page needs, part by part, so that
 * nothing gets into it by the way (a test counts its bytes); the contract's rules come with the first
 * call or form; each page's own part stays by itself.
 */
const groups = [
  { name: 'rules', test: /node_modules\/zod\/|src\/contract\/(?!.*(?:citation)).*\.ts/, priority: 1 },
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
    priority: 3,
  },
  {
    name: 'site',
    test: /journal\.config|lucide-react|react-hot-toast|src\/web\/(ui\/(call-failure|chip|doi-link|early-script|facts|loaded|nonce|orcid-mark|page-head|pager|plant\/|plate|private-download|rich-html|route-|shown-image|states|title|toast|use-private-file|use-retry|use-shown-image|web-address)|site\/|features\/articles|load|session|api|root|api-context)|src\/contract\/(affiliations|api-error|api-prefix|article-status|author-names|citation|contributor-roles|counted|dates|doi|endpoint|file-url|html-text|inline-markup|issue|key-message|keywords|licence|normal-form|orcid|page-numbers|page-range|pager-window|paths|policy-pages|repeats-abstract|rich-text\.ts|storage-keys|volume-title|whole-words)/,
    priority: 2,
  },
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
