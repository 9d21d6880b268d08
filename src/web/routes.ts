import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { CONTENT_SLUGS } from '../contract/domain/policy-pages.ts'

/** The site map. */
export default [
  layout('pages/public/layout.tsx', [
    index('pages/public/home.tsx'),
    route('blog', 'pages/public/articles.tsx'),
    route('blog/:id', 'pages/public/article.tsx'),
    route('categories', 'pages/public/categories.tsx'),
    route('category/:id', 'pages/public/category.tsx'),
    route('archived', 'pages/public/archives.tsx'),
    route('volume/:id', 'pages/public/volume.tsx'),
    route('editorial-members', 'pages/public/editorial-members.tsx'),
    ...CONTENT_SLUGS.map((slug) => route(slug, 'pages/public/content-page.tsx', { id: slug })),
    route('login', 'pages/auth/login.tsx'),
    route('signup', 'pages/auth/signup.tsx'),
    route('forgot-password', 'pages/auth/forgot-password.tsx'),
    route('reset-password', 'pages/auth/reset-password.tsx'),
    route('confirm-email', 'pages/auth/confirm-email.tsx'),
    route('unauthorized', 'pages/public/unauthorized.tsx'),
    route('text-editor-demo', 'pages/public/text-editor-demo.tsx'),
    route('d', 'pages/public/d.tsx'),
    route('*', 'pages/public/not-found.tsx'),
  ]),
  layout('pages/author/layout.tsx', [
    route('dashboard', 'pages/author/my-articles.tsx'),
    route('dashboard/add-submission', 'pages/author/add-submission.tsx'),
    route('dashboard/cases/:id/decide', 'pages/admin/decide.tsx', { id: 'guest-decide' }),
    route('dashboard/edit-profile', 'pages/author/edit-profile.tsx'),
  ]),
  layout('pages/admin/layout.tsx', [
    route('admin', 'pages/admin/listings.tsx'),
    route('admin/articles/:id/edit', 'pages/admin/correct-article.tsx'),
    route('admin/cases/:id/decide', 'pages/admin/decide.tsx'),
    route('admin/categories', 'pages/admin/categories.tsx'),
    route('admin/volumes', 'pages/admin/volumes.tsx'),
    route('admin/editorial-members', 'pages/admin/editorial-members.tsx'),
    route('admin/reviewers', 'pages/admin/reviewers.tsx'),
    route('admin/users', 'pages/admin/users.tsx'),
    route('admin/activity', 'pages/admin/activity.tsx'),
    route('admin/settings', 'pages/admin/settings.tsx'),
    route('admin/edit-profile', 'pages/author/edit-profile.tsx', { id: 'admin-edit-profile' }),
  ]),
] satisfies RouteConfig
