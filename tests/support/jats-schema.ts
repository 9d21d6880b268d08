import { validatedBy } from './xml-schema.ts'

/** What the schema of JATS 1.3 Journal Publishing finds wrong with a file; nothing for a valid one. */
export const jatsFaults = validatedBy('jats-1.3', 'JATS-journalpublishing1-3-mathml3.xsd')
