export const CONTRIBUTOR_ROLES = ['Corresponding Author', 'Author', 'Reviewer'] as const
export type ContributorRole = (typeof CONTRIBUTOR_ROLES)[number]

/** Review is single-blind: Reviewer contributors never leave in a public answer. */
export const PUBLIC_CONTRIBUTOR_ROLES = ['Corresponding Author', 'Author'] as const satisfies ContributorRole[]

/** True for the roles that are shown to everybody. */
export const isPublicRole = (role: ContributorRole): role is (typeof PUBLIC_CONTRIBUTOR_ROLES)[number] =>
  (PUBLIC_CONTRIBUTOR_ROLES as readonly ContributorRole[]).includes(role)
