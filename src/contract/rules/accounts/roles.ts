export const ROLES = ['author', 'admin'] as const
export type Role = (typeof ROLES)[number]
