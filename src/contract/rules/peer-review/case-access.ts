/** For everyone who does not edit a case, whether it exists or not. */
export const CASE_EDITORS_ONLY = 'Only editors of this manuscript can do this'
