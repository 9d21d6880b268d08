/** What a version of the journal came from. */
export const VERSION_CAUSES = ['start', 'edit', 'undo', 'import', 'upgrade'] as const
export type VersionCause = (typeof VERSION_CAUSES)[number]
