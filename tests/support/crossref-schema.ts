import { validatedBy } from './xml-schema.ts'

/** What Crossref's schemas find wrong with a deposit; nothing for a valid one. */
export const crossrefFaults = validatedBy('crossref-5.4', 'crossref5.4.0.xsd')
export const crossrefFaultsOf = {
  '5.4.0': crossrefFaults,
  '5.5.0': validatedBy('crossref-5.5', 'crossref5.5.0.xsd'),
}
