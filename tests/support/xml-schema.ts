import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

/**
 * What a schema finds wrong with a file; nothing for a valid one. The schema, named by its path in `schemas/`, where its
 * source is documented, is read when it is first needed: that takes seconds.
 */
export function validatedBy(...path: string[]): (xml: string) => string[] {
  let validator: XsdValidator | undefined
  return (xml) => {
    validator ??= openValidator(join(import.meta.dirname, '..', 'schemas', ...path))
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
}

function openValidator(driver: string): XsdValidator {
  xmlRegisterFsInputProviders()
  const schema = XmlDocument.fromBuffer(readFileSync(driver), { url: driver })
  try {
    return XsdValidator.fromDoc(schema)
  } finally {
    schema.dispose()
  }
}
