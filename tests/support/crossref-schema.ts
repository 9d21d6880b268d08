import { validatedBy } from './xml-schema.ts'

/** What Crossref's schema finds wrong with a deposit; nothing for a valid one. */
export const crossrefFaults = validatedBy('crossref-5.4', 'crossref5.4.0.xsd')
