import { pageRoute } from '../site/page-queries.ts'
import { paths, POLICY_PAGES, policyPath } from '../site/paths.ts'
import { isOwnPage } from './own-pages.ts'

/** The groups of the journal's menu, and of the links at the foot of its pages. */
export const MENU_GROUPS = [
  { id: 'read', title: 'Read' },
  { id: 'about', title: 'About the Journal' },
  { id: 'authors', title: 'For Authors' },
  { id: 'policies', title: 'Policies' },
] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]['id']

/** Where readers see an entry. */
export const MENU_PLACES = [
  { value: 'menu', label: 'Menu and foot of the page' },
  { value: 'foot', label: 'Foot of the page only' },
  { value: 'nowhere', label: 'Nowhere' },
] as const
export type MenuPlace = (typeof MENU_PLACES)[number]['value']

/** A line of the menu. */
export interface MenuEntry {
  group: MenuGroup
  /** A path of this site, or the name of a page that the journal has added, which stays when its address changes. */
  to: string
  label: string
  place: MenuPlace
}

export const MENU_MAX = 60
export const MENU_LABEL_MAX = 60
const PATH_MAX = 300

const entry = (group: MenuGroup, to: string, label: string, place: MenuPlace = 'menu'): MenuEntry => ({
  ...{ group, to, label, place },
})
const policies = (group: MenuGroup, ...slugs: string[]): MenuEntry[] =>
  slugs.flatMap((slug) =>
    POLICY_PAGES.flatMap((page) => (page.slug === slug ? entry(group, policyPath(page.slug), page.title) : [])),
  )

export const DEFAULT_MENU: MenuEntry[] = [
  entry('read', paths.home, 'Home'),
  entry('read', paths.articles, 'Current Articles'),
  entry('read', paths.categories, 'Categories'),
  entry('read', paths.archives, 'Archives'),
  entry('about', paths.about, 'About'),
  entry('about', paths.editorialMembers, 'Editorial Members'),
  entry('about', paths.news, 'News'),
  entry('about', paths.follow, 'Email Alerts', 'foot'),
  entry('authors', paths.submit, 'Submit Research', 'foot'),
  ...policies('authors', 'submission-guidelines', 'peer-review', 'publication-fee'),
  ...policies('policies', 'editorial-policy', 'open-access-policy', 'copyright-notice'),
  ...policies('policies', 'publication-ethics', 'privacy-statement'),
  entry('policies', paths.notices, 'Notices'),
]

/** The entries that readers see, with the paths of added pages; what leads to a page that has ended is left out. */
export const shownMenu = (menu: readonly MenuEntry[], pathOf: (name: string) => string | undefined): MenuEntry[] =>
  menu.flatMap((one) => {
    if (one.place === 'nowhere') return []
    const to = isOwnPage(one.to) ? pathOf(one.to) : one.to
    return to === undefined ? [] : [{ ...one, to }]
  })

/** Whether an entry can lead there: to a page of this site that readers can open. */
export const isMenuTarget = (to: string): boolean =>
  isOwnPage(to) ||
  to === paths.submit ||
  (to.length <= PATH_MAX && /^\/[^\s?#\\]*$/.test(to) && isReaders(pageRoute(to)))

/** An added page is chosen by its name, so that the entry follows its address. */
const isReaders = (route: string): boolean => route !== '/*' && !route.startsWith('/pages/')

/** What is wrong with a menu, as a sentence; null if nothing is. */
export function menuFault(value: unknown): string | null {
  if (!Array.isArray(value) || value.length > MENU_MAX) return `A menu has at most ${MENU_MAX} entries.`
  const seen = new Set<string>()
  for (const one of value as Partial<MenuEntry>[]) {
    const { group, to, label, place } = one ?? {}
    if (!MENU_GROUPS.some(({ id }) => id === group)) return 'Each entry of the menu needs a group.'
    if (!MENU_PLACES.some((each) => each.value === place)) return 'Please choose where each entry is shown.'
    if (typeof label !== 'string' || !label.trim())
      return typeof to === 'string' && !isOwnPage(to) && isMenuTarget(to)
        ? `The entry that leads to ${to} needs a name.`
        : 'Each entry of the menu needs a name.'
    if (label.length > MENU_LABEL_MAX) return `A name in the menu has at most ${MENU_LABEL_MAX} characters.`
    if (label.trim() !== label) return `Please leave out the blanks around “${label.trim().toWellFormed()}”.`
    if (/[\p{Cc}\u2028\u2029]/u.test(label) || !label.isWellFormed())
      return `Please leave out of “${label.toWellFormed()}” what cannot be printed.`
    if (typeof to !== 'string' || !isMenuTarget(to)) return `${label} leads to no page of this site.`
    if (seen.has(`${group} ${to}`)) return `${label} is in its group twice.`
    seen.add(`${group} ${to}`)
    if (Object.keys(one).length > 4) return 'An entry has a group, a target, a name and a place.'
  }
  return null
}
