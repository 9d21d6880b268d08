import { paths, POLICY_PAGES, policyPath } from '../../contract/rules/site/paths.ts'

export interface SiteLink {
  to: string
  label: string
}

/** The links of the navigation bar. */
export const MAIN_LINKS: SiteLink[] = [
  { to: paths.home, label: 'Home' },
  { to: paths.articles, label: 'Current Articles' },
  { to: paths.categories, label: 'Categories' },
  { to: paths.archives, label: 'Archives' },
  { to: paths.about, label: 'About' },
  { to: paths.editorialMembers, label: 'Editorial Members' },
]

export const POLICY_LINKS: SiteLink[] = POLICY_PAGES.map(({ slug, title }) => ({ to: policyPath(slug), label: title }))

const policies = (...slugs: string[]): SiteLink[] =>
  slugs.map((slug) => POLICY_LINKS.find((link) => link.to === `/${slug}`)!)

/** The footer's three columns. */
export const FOOTER_COLUMNS: { title: string; links: SiteLink[] }[] = [
  { title: 'Quick Links', links: MAIN_LINKS },
  {
    title: 'For Authors',
    links: [
      { to: paths.submit, label: 'Submit Research' },
      ...policies('submission-guidelines', 'peer-review', 'publication-fee'),
    ],
  },
  {
    title: 'Policies',
    links: policies(
      'editorial-policy',
      'open-access-policy',
      'copyright-notice',
      'publication-ethics',
      'privacy-statement',
    ),
  },
]
