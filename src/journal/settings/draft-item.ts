/** What someone has changed in Settings and not published is one draft. */
export const SETTINGS_DRAFT = 'settings'
