import { journal } from '../../contract/journal.ts'
import type { MenuGroup } from '../../contract/rules/settings/menu.ts'
import { POLICY_PAGES, policyPath } from '../../contract/rules/site/paths.ts'

export interface SiteLink {
  to: string
  label: string
}

export interface LinkGroup {
  title: string
  links: SiteLink[]
}

const linksOf = (groups: readonly MenuGroup[], isFoot: boolean): SiteLink[] =>
  journal().menu.filter(({ group, place }) => groups.includes(group) && (isFoot || place === 'menu'))

const group = (title: string, groups: readonly MenuGroup[], isFoot = false): LinkGroup[] => {
  const links = linksOf(groups, isFoot)
  return links.length ? [{ title, links }] : []
}

/** The links of the navigation bar. */
export const mainGroups = (): LinkGroup[] => [...group('Read', ['read']), ...group('About the Journal', ['about'])]

/** The links of the drop-down. */
export const policyGroups = (): LinkGroup[] => [
  ...group('For Authors', ['authors']),
  ...group('Policies', ['policies']),
]

/** The columns of the footer. */
export const footerColumns = (): LinkGroup[] => [
  ...group('Quick Links', ['read', 'about'], true),
  ...group('For Authors', ['authors'], true),
  ...group('Policies', ['policies'], true),
]

/** The eight policy pages. */
export const POLICY_LINKS: SiteLink[] = POLICY_PAGES.map(({ slug, title }) => ({ to: policyPath(slug), label: title }))
