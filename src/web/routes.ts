import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** The site map. Addresses are those of specification section 2. */
export default [
  layout('pages/public/layout.tsx', [
    index('pages/public/home.tsx'),
    route('blog', 'pages/public/articles.tsx'),
  ]),
] satisfies RouteConfig
