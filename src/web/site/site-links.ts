import { paths, POLICY_PAGES, policyPath } from '../../contract/rules/site/paths.ts'

export interface SiteLink {
  to: string
  label: string
}

export interface LinkGroup {
  title: string
  links: SiteLink[]
}

/** The links of the navigation bar. */
export const MAIN_GROUPS: LinkGroup[] = [
  {
    title: 'Read',
    links: [
      { to: paths.home, label: 'Home' },
      { to: paths.articles, label: 'Current Articles' },
      { to: paths.categories, label: 'Categories' },
      { to: paths.archives, label: 'Archives' },
    ],
  },
  {
    title: 'About the Journal',
    links: [
      { to: paths.about, label: 'About' },
      { to: paths.editorialMembers, label: 'Editorial Members' },
      { to: paths.news, label: 'News' },
    ],
  },
]

export const POLICY_LINKS: SiteLink[] = POLICY_PAGES.map(({ slug, title }) => ({ to: policyPath(slug), label: title }))

const policies = (...slugs: string[]): SiteLink[] =>
  slugs.map((slug) => POLICY_LINKS.find((link) => link.to === `/${slug}`)!)

const forAuthors = { title: 'For Authors', links: policies('submission-guidelines', 'peer-review', 'publication-fee') }

/** The eight policy pages in the drop-down. */
export const POLICY_GROUPS: LinkGroup[] = [
  forAuthors,
  {
    title: 'Policies',
    links: policies(
      'editorial-policy',
      'open-access-policy',
      'copyright-notice',
      'publication-ethics',
      'privacy-statement',
    ).concat({ to: paths.notices, label: 'Notices' }),
  },
]

/** The footer's three columns. */
export const FOOTER_COLUMNS: LinkGroup[] = [
  {
    title: 'Quick Links',
    links: [...MAIN_GROUPS.flatMap(({ links }) => links), { to: paths.follow, label: 'Email Alerts' }],
  },
  { ...forAuthors, links: [{ to: paths.submit, label: 'Submit Research' }, ...forAuthors.links] },
  ...POLICY_GROUPS.slice(1),
]
