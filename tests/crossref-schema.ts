import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

/** The schema of Crossref's deposits; its source is documented next to it. */
const DRIVER = join(import.meta.dirname, 'schemas', 'crossref-5.4', 'crossref5.4.0.xsd')

let validator: XsdValidator | undefined

/** What Crossref's schema finds wrong with a deposit; nothing for a valid one. */
export function crossrefFaults(xml: string): string[] {
  validator ??= openValidator()
  let document: XmlDocument | undefined
  try {
    document = XmlDocument.fromString(xml)
    validator.validate(document)
    return []
  } catch (error) {
    return [...new Set((error as Error).message.trim().split('\n'))]
  } finally {
    document?.dispose()
  }
}

function openValidator(): XsdValidator {
  xmlRegisterFsInputProviders()
  const schema = XmlDocument.fromBuffer(readFileSync(DRIVER), { url: DRIVER })
  try {
    return XsdValidator.fromDoc(schema)
  } finally {
    schema.dispose()
  }
}
