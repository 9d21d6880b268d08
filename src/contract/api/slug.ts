import { z } from 'zod'
import { inNormalForm } from '../rules/text/plain-text.ts'

/**
 * A slug: lowercase, only letters, digits, spaces and hyphens kept, whitespace replaced by hyphens, repeated
 * hyphens collapsed. Accents are stripped first, so that 'Kovář' keeps its letters.
 */
export const slugOf = (name: string): string =>
  inNormalForm(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')

export const Slug = z
  .string('Slug is required')
  .trim()
  .min(1, 'Slug is required')
  .max(200, 'Please use at most 200 characters')
  .regex(/^[a-z0-9-]+$/, 'Slug can only contain lowercase letters, numbers, and hyphens')
