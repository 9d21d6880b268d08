export const CONTRIBUTOR_ROLES = ['Corresponding Author', 'Author', 'Reviewer'] as const
export type ContributorRole = (typeof CONTRIBUTOR_ROLES)[number]

/** Review is single-blind: contributors with the role Reviewer never appear in a public answer. */
export const PUBLIC_CONTRIBUTOR_ROLES = ['Corresponding Author', 'Author'] as const satisfies ContributorRole[]

/** True for the roles that are public. */
export const isPublicRole = (role: ContributorRole): role is (typeof PUBLIC_CONTRIBUTOR_ROLES)[number] =>
  (PUBLIC_CONTRIBUTOR_ROLES as readonly ContributorRole[]).includes(role)
